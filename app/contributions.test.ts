import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine/run';
import { HELD_SHORTCUTS } from './actions/handleKeys.ts';
import { actionOf, isEnabled, listShortcuts, registerActions, runAction } from './actions/index.ts';
import { ACTIONS } from './contributions.ts';
import { readFind, setFind } from './find/findState.ts';
import { FIRST_ACTIONS } from './firstActions.ts';
import { KEYS } from './Shortcuts.tsx';
import { session } from './session/index.ts';
import { showMoment } from './session/run/index.ts';
import { show } from './session/run/runShown.ts';
import { update } from './session/store/store.ts';
import { resetSession } from './session/testSession.ts';

beforeAll(() => registerActions(ACTIONS));

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

  it('has the shortcuts that are held until it is there', () => {
    const own = ACTIONS.flatMap((action) => (action.isClipboard === true ? [] : (action.shortcuts ?? [])));
    expect(HELD_SHORTCUTS.toSorted()).toEqual(own.toSorted());
  });

  it('has each action of the first screen as it was before', () => {
    expect(ACTIONS.filter((action) => FIRST_ACTIONS.includes(action)).length).toBe(FIRST_ACTIONS.length);
  });

  it('does only what can be done now', () => {
    expect(runAction(actionOf('edit.undo'))).toBe(false);
    expect(isEnabled(actionOf('run.stop'))).toBe(false);
    expect(isEnabled(actionOf('run.start'))).toBe(true);
    update({ document: { activePath: null } });
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
    expect(session.getState().view.dialog).toBe('run-form');
  });

  it('starts a new workflow in the open file while that is blank', () => {
    resetSession({ 'blank.yaml': '\n' });
    runAction(actionOf('file.new'));
    expect([...session.getState().document.workspace.files.keys()]).toEqual(['blank.yaml']);
    expect(session.getState().view.panel).toBe('add');
    resetSession({ 'blank.yaml': 'tasks: []\n' });
    runAction(actionOf('file.new'));
    expect([...session.getState().document.workspace.files.keys()]).toEqual(['blank.yaml', 'workflow.yaml']);
  });

  it.each([
    ['find.file', true],
    ['find.everywhere', false],
    ['find.replace', false],
  ] as const)('looks by %s where it says', (id, isInFile) => {
    setFind({ isInFile: !isInFile });
    expect(runAction(actionOf(id))).toBe(true);
    expect(readFind().isInFile).toBe(isInFile);
    expect(session.getState().view.panel).toBe('find');
  });
});

describe('the list of shortcuts', () => {
  it('has every action that has a shortcut, once', () => {
    const listed = listShortcuts(KEYS).flatMap(({ rows }) => rows.map(({ label }) => label));
    const bound = ACTIONS.filter(({ shortcuts }) => shortcuts !== undefined).map(({ label }) => label);
    expect(listed.toSorted()).toEqual([...bound, ...KEYS.map(({ label }) => label)].toSorted());
  });

  it('is in the docs as the app has it (`npx vitest run -u` writes it)', async () => {
    await expect(formatPage()).toMatchFileSnapshot('../docs/shortcuts.md');
  });
});

const ARROWS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };

function formatKey(shortcut: string): string {
  const parts = shortcut.split('+').map((part) => (part === 'Mod' ? 'Ctrl' : (ARROWS[part] ?? part)));
  return `\`${parts.join('+')}\``;
}

function formatPage(): string {
  const groups = listShortcuts(KEYS).map(({ heading, rows }) => {
    const lines = rows.map(({ label, shortcuts }) => `| ${label} | ${shortcuts.map(formatKey).join(', ')} |`);
    return [`## ${heading}`, '', '| what | keys |', '|---|---|', ...lines, ''].join('\n');
  });
  const head = [
    '# Keyboard shortcuts',
    '',
    'On Apple’s platforms `Ctrl` is `⌘` and `Alt` is `⌥`. In a text field only shortcuts with `Ctrl` work. The app lists',
    'them too: press `?`.',
    '',
  ];
  return [head.join('\n'), ...groups].join('\n');
}
