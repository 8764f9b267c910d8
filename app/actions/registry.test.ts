import { beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { session, showMoment } from '../session/index.ts';
import { show } from '../session/runShown.ts';
import { update } from '../session/store.ts';
import { resetSession } from '../session/testSession.ts';
import { ACTIONS, actionOf, isEnabled, runAction } from './registry.ts';

function canFork(): boolean {
  return isEnabled(actionOf('run.fork'));
}

describe('the registry of actions', () => {
  beforeEach(() => resetSession({ 'a.yaml': 'tasks: []\n' }));

  it('has each id once and each shortcut once', () => {
    const ids = ACTIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const shortcuts = ACTIONS.flatMap((action) => action.shortcuts ?? []);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
  });

  it('does only what can be done now', () => {
    expect(runAction(actionOf('edit.undo'))).toBe(false);
    expect(isEnabled(actionOf('run.stop'))).toBe(false);
    expect(isEnabled(actionOf('run.start'))).toBe(true);
    update({ activePath: null });
    expect(isEnabled(actionOf('run.start'))).toBe(false);
    expect(isEnabled(actionOf('file.download'))).toBe(false);
  });

  it('forks a run wherever something is left to do', () => {
    expect(canFork()).toBe(false);
    const begin: RunEvent = { seq: 0, at: 1, type: 'run.started', runId: 'r', input: {}, simulate: false };
    const run = { runId: 'r', path: 'a.yaml', source: '' };
    show({ ...run, events: [begin] });
    expect(canFork()).toBe(true);
    show({
      ...run,
      events: [begin, { seq: 1, at: 2, type: 'run.finished', status: 'success', output: 1, error: null }],
    });
    expect(canFork()).toBe(false);
    showMoment(1);
    expect(canFork()).toBe(true);
  });

  it('opens the form for a first run', () => {
    runAction(actionOf('run.again'));
    expect(session.getState().dialog).toBe('run-form');
  });

  it('starts a new workflow in the open file while that is blank', () => {
    resetSession({ 'blank.yaml': '\n' });
    runAction(actionOf('file.new'));
    expect([...session.getState().workspace.files.keys()]).toEqual(['blank.yaml']);
    runAction(actionOf('file.new'));
    expect([...session.getState().workspace.files.keys()]).toEqual(['blank.yaml', 'workflow.yaml']);
  });
});
