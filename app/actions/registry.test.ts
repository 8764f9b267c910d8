import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '../session/index.ts';
import { update } from '../session/store.ts';
import { resetSession } from '../session/testSession.ts';
import { ACTIONS, actionOf, isEnabled, runAction } from './registry.ts';

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
