import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_LAYOUT, err, ok, type TextEdit } from '#engine';
import { yaml } from '#engine/testing';
import { session, update } from '../store/store.ts';
import { collectNotices, resetSession, textOf } from '../testSession.ts';
import { dispatch, redo, replaceFileText, undo, writeFiles } from './dispatch.ts';
import { createFile, duplicateFile, openFile, removeFile } from './files.ts';
import { renameWithImports } from './renameWithImports.ts';
import { select } from './selection.ts';

const A = yaml`
  # keep me
  tasks:
    - id: one   # and me
      type: basic
    - id: two
      type: map
`;

function edit(start: number, end: number, text: string, origin = 'test'): boolean {
  const edits: TextEdit[] = [{ start, end, text }];
  return dispatch(ok({ origin, changes: [{ type: 'edit', path: 'a.yaml', edits }] }));
}

describe('dispatch', () => {
  beforeEach(() => {
    vi.useRealTimers();
    resetSession({ 'a.yaml': A, 'b.yaml': 'tasks: []\n' });
  });

  it('applies a transaction and undoes everything to the first byte, and forth again', () => {
    edit(0, 0, '# first\n', 'one');
    edit(0, 0, '# second\n', 'two');
    replaceFileText('a.yaml', 'tasks: []\n', 'source.type:three');
    expect(textOf('a.yaml')).toBe('tasks: []\n');
    undo();
    undo();
    undo();
    expect(textOf('a.yaml')).toBe(A);
    undo();
    expect(textOf('a.yaml')).toBe(A);
    redo();
    redo();
    redo();
    expect(textOf('a.yaml')).toBe('tasks: []\n');
  });

  it('joins quick steps of one origin into one undo step, and not slow ones', () => {
    vi.useFakeTimers();
    edit(0, 0, 'a', 'source.type');
    vi.advanceTimersByTime(200);
    edit(1, 1, 'b', 'source.type');
    vi.advanceTimersByTime(900);
    edit(2, 2, 'c', 'source.type');
    undo();
    expect(textOf('a.yaml')).toBe(`ab${A}`);
    undo();
    expect(textOf('a.yaml')).toBe(A);
  });

  it('tells a refusal and changes nothing', () => {
    const notices = collectNotices();
    const before = session.getState();
    expect(dispatch(err({ code: 'DUPLICATE_ID', subject: 'one', message: 'There is a task one already.' }))).toBe(
      false,
    );
    expect(edit(9999, 9999, 'x')).toBe(false);
    expect(session.getState()).toBe(before);
    expect(notices).toHaveLength(2);
    expect(notices[0]).toMatchObject({ kind: 'warning', message: 'There is a task one already.' });
  });

  it('refuses while another tab edits, undo too', () => {
    edit(0, 0, '# mine\n');
    update({ storage: { role: 'follower' } });
    expect(edit(0, 0, 'x')).toBe(false);
    undo();
    expect(textOf('a.yaml')).toBe(`# mine\n${A}`);
  });

  it('drops what is gone from the selection, and keeps it while the text is broken', () => {
    select({ tasks: ['one', 'two'], origin: 'canvas' });
    replaceFileText('a.yaml', `${A}}`, 'source.type:break');
    expect([...session.getState().document.selection.tasks]).toEqual(['one', 'two']);
    replaceFileText('a.yaml', A.slice(0, A.indexOf('  - id: two')), 'source.type:fix');
    expect([...session.getState().document.selection.tasks]).toEqual(['one']);
    expect(session.getState().document.selection.origin).toBe('canvas');
  });
});

describe('files', () => {
  beforeEach(() => resetSession({ 'a.yaml': A, 'b.yaml': 'tasks: []\n' }));

  it('are created under a free name and opened', () => {
    expect(createFile('a.yaml', { text: 'x: 1\n', source: 'files.create' })).toBe('a-2.yaml');
    expect(session.getState().document.activePath).toBe('a-2.yaml');
    duplicateFile('b.yaml');
    expect(session.getState().document.activePath).toBe('b-copy.yaml');
  });

  it('keep what is selected when renamed, and follow undo back', () => {
    select({ tasks: ['two'] });
    renameWithImports('a.yaml', 'teams/a.yaml');
    expect(session.getState().document.activePath).toBe('teams/a.yaml');
    expect([...session.getState().document.selection.tasks]).toEqual(['two']);
    undo();
    expect(session.getState().document.activePath).toBe('a.yaml');
    expect(textOf('a.yaml')).toBe(A);
  });

  it('open a workflow where none is chosen, before its tests and what configures a server', () => {
    resetSession({
      'z.yaml': A,
      'flow.test.yaml': 'tests: []\n',
      'flow.yaml': A,
      'signalbox.serve.yaml': 'workflows: {}\n',
    });
    removeFile('z.yaml');
    expect(session.getState().document.activePath).toBe('flow.yaml');
    removeFile('flow.yaml');
    expect(session.getState().document.activePath).toBe('flow.test.yaml');
  });

  it('come back when a deletion is undone, and the next one is open meanwhile', () => {
    removeFile('a.yaml');
    expect(session.getState().document.activePath).toBe('b.yaml');
    undo();
    expect(textOf('a.yaml')).toBe(A);
    expect(session.getState().document.activePath).toBe('a.yaml');
  });

  it('come back from the notice also when something was done since', () => {
    const notices = collectNotices();
    removeFile('a.yaml');
    replaceFileText('b.yaml', 'tasks: [] # later\n', 'source.type:later');
    notices.at(-1)?.action?.run();
    expect(textOf('a.yaml')).toBe(A);
    expect(textOf('b.yaml')).toBe('tasks: [] # later\n');
  });

  const layout = { ...EMPTY_LAYOUT, positions: new Map([['x', { x: 1, y: 2 }]]) };

  it('that an undo takes away are named, and come back with their text by redo or from the notice', () => {
    const notices = collectNotices();
    createFile('new.yaml', { text: 'x: 1\n', source: 'files.create', layout });
    replaceFileText('new.yaml', 'x: 2\n', 'source.type:edit');
    undo();
    expect(notices).toEqual([]);
    undo();
    expect(textOf('new.yaml')).toBe(undefined);
    expect(notices.at(-1)).toMatchObject({
      message: 'Undone: new.yaml is no longer in the workspace. a.yaml is open now.',
      action: { label: 'Redo' },
    });
    notices.at(-1)?.action?.run();
    expect(notices).toHaveLength(1);
    expect(session.getState().document.activePath).toBe('new.yaml');
    expect(session.getState().document.workspace.layouts.get('new.yaml')?.positions.size).toBe(1);
    redo();
    expect(textOf('new.yaml')).toBe('x: 2\n');
    undo();
    undo();
    redo();
    expect(notices.at(-1)?.message).toBe('Redone: new.yaml is back in the workspace.');
  });

  it('that an undo took away come back from the notice also when something was done since', () => {
    const notices = collectNotices();
    createFile('new.yaml', { text: 'x: 1\n', source: 'files.create', layout });
    undo();
    const [gone] = notices;
    replaceFileText('b.yaml', 'tasks: [] # later\n', 'source.type:later');
    gone?.action?.run();
    expect(textOf('new.yaml')).toBe('x: 1\n');
    expect(textOf('b.yaml')).toBe('tasks: [] # later\n');
    expect(session.getState().document.workspace.layouts.get('new.yaml')?.positions.size).toBe(1);
    expect(session.getState().document.activePath).toBe('new.yaml');
    gone?.action?.run();
    expect(session.getState().document.activePath).toBe('new.yaml');
    undo();
    expect(textOf('new.yaml')).toBe(undefined);
  });

  it('are named when an undo renames them or opens another one, and not otherwise', () => {
    const notices = collectNotices();
    renameWithImports('a.yaml', 'c.yaml');
    undo();
    expect(notices.at(-1)?.message).toBe('Undone: c.yaml is called a.yaml.');
    edit(0, 0, '# x\n');
    undo();
    redo();
    expect(notices).toHaveLength(1);
  });

  it('each have a border that undo and redo cross only once that was said', () => {
    const notices = collectNotices();
    edit(0, 0, '# x\n');
    openFile('b.yaml');
    undo();
    expect(textOf('a.yaml')).toBe(`# x\n${A}`);
    expect(notices.at(-1)).toMatchObject({
      message: 'The next step to undo is not in b.yaml: it changes a.yaml.',
      action: { label: 'Undo it' },
    });
    notices.at(-1)?.action?.run();
    expect(textOf('a.yaml')).toBe(A);
    expect(session.getState().document.activePath).toBe('a.yaml');
    expect(notices.at(-1)?.message).toBe('Undone: a change of a.yaml, which is open now.');
    openFile('b.yaml');
    redo();
    expect(textOf('a.yaml')).toBe(A);
    expect(notices.at(-1)).toMatchObject({ action: { label: 'Redo it' } });
    notices.at(-1)?.action?.run();
    expect(textOf('a.yaml')).toBe(`# x\n${A}`);
  });

  it('that came in together do not go by one press too many', () => {
    const notices = collectNotices();
    const files = ['c.yaml', 'd.yaml'].map((path) => ({ type: 'create' as const, path, text: 'tasks: []\n' }));
    writeFiles('files.import', files);
    openFile('c.yaml');
    replaceFileText('c.yaml', 'tasks: [] # one\n', 'source.type:one');
    for (let press = 0; press < 8; press += 1) undo();
    expect(textOf('c.yaml')).toBe('tasks: []\n');
    expect(textOf('d.yaml')).toBe('tasks: []\n');
    expect(notices.at(-1)?.message).toBe('The next step to undo is not in c.yaml: it changes d.yaml.');
    notices[0]?.action?.run();
    expect(textOf('d.yaml')).toBeUndefined();
    // What a notice offered is done once.
    notices[1]?.action?.run();
    expect(textOf('a.yaml')).toBe(A);
  });

  it('that were added last go again by one press', () => {
    writeFiles('files.import', [{ type: 'create', path: 'c.yaml', text: 'tasks: []\n' }]);
    undo();
    expect(textOf('c.yaml')).toBeUndefined();
  });
});
