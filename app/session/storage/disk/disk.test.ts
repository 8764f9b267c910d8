import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_LAYOUT, type Layout, ok, type Point } from '#engine';
import type { Folder } from '../../../platform/index.ts';
import { dispatch, replaceFileText, undo } from '../../document/dispatch.ts';
import { createFile, openFile, removeFile } from '../../document/files.ts';
import { renameWithImports } from '../../document/renameWithImports.ts';
import { session } from '../../store/store.ts';
import { collectNotices, resetSession, textOf } from '../../testSession.ts';
import { listUnsaved } from '../listUnsaved.ts';
import { checkFolder, closeFolder, openFolder, saveToFolder } from './disk.ts';
import { reconnectFolder, resolveConflict, watchFolder } from './folderTools.ts';

/** A folder that is a map. */
function folderOf(disk: Map<string, string>): Folder {
  return {
    name: 'flows',
    read: async () => ({
      texts: new Map([...disk].filter(([path]) => path.endsWith('.yaml'))),
      layoutTexts: new Map([['a.yaml', '{"version":1,"positions":{"one":{"x":5,"y":6}}}']]),
      refused: [],
    }),
    readFile: async (path) => disk.get(path) ?? null,
    writeFile: async (path, text) => void disk.set(path, text),
    removeFile: async (path) => void disk.delete(path),
    check: async () => 'fine',
    allow: async () => true,
  };
}

/** Arranges `a.yaml`, as a drag on the canvas does. */
function arrange(layout: Layout): void {
  dispatch(ok({ origin: 'test', changes: [], layouts: new Map([['a.yaml', layout]]) }));
}

function moveTo(id: string, place: Point): void {
  arrange({ ...EMPTY_LAYOUT, positions: new Map([[id, place]]) });
}

describe('a folder on disk', () => {
  let disk: Map<string, string>;
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  beforeEach(async () => {
    closeFolder();
    resetSession({ 'mine.yaml': 'mine\n' });
    disk = new Map([
      ['a.yaml', 'one\n'],
      ['b.yaml', 'two\n'],
    ]);
    await openFolder(folderOf(disk));
  });

  it('opens with a workflow, not with the tests whose name comes before it', async () => {
    await openFolder(folderOf(new Map([['0.test.yaml', 'tests: []\n'], ...disk])));
    expect(session.getState().document.activePath).toBe('a.yaml');
  });

  it('comes in with its layouts, opens its first file, and goes again by one undo', () => {
    expect(session.getState().document.activePath).toBe('a.yaml');
    expect(session.getState().document.workspace.layouts.get('a.yaml')?.positions.get('one')).toEqual({ x: 5, y: 6 });
    undo();
    expect([...session.getState().document.workspace.files.keys()]).toEqual(['mine.yaml']);
  });

  it('is written on Save: what changed, what was deleted, and nothing that was never in it', async () => {
    replaceFileText('a.yaml', 'one changed\n', 'source.type:test');
    expect(disk.get('a.yaml')).toBe('one\n');
    removeFile('b.yaml');
    expect(await saveToFolder()).toBe(true);
    expect(disk.get('a.yaml')).toBe('one changed\n');
    expect(disk.has('b.yaml')).toBe(false);
    expect(disk.has('mine.yaml')).toBe(false);
  });

  it.each([
    ['a disk that is full', 'The disk has no room left.'],
    ['a folder that is locked', 'one of its folders is locked.'],
  ])('is not said to be written where %s takes no file', async (_what, why) => {
    const full = { ...folderOf(disk), writeFile: () => Promise.reject(new Error(why)) };
    await openFolder(full);
    const notices = collectNotices();
    replaceFileText('a.yaml', 'one changed\n', 'source.type:test');
    expect(await saveToFolder()).toBe(false);
    expect(notices).toMatchObject([{ kind: 'error', message: expect.stringContaining(why) }]);
    expect(listUnsaved(session.getState())).toEqual(['a.yaml']);
    await openFolder(folderOf(disk));
    expect(await saveToFolder()).toBe(true);
  });

  it.each([
    ['gone', /folder flows is gone from the disk/],
    ['unreadable', /folder flows cannot be read: the disk or another program/],
    ['denied', /no longer lets the page write to the folder flows/],
    ['ended', /folder flows cannot be reached/],
  ] as const)('is reported while it is %s, until it is connected again', async (trouble, words) => {
    let found: 'fine' | typeof trouble = trouble;
    await openFolder({ ...folderOf(disk), check: async () => found });
    await reconnectFolder();
    expect(session.getState().storage.folder?.trouble).toBe(trouble);
    expect(session.getState().storage.losses).toMatchObject([
      { store: 'folder', message: expect.stringMatching(words) },
    ]);
    found = 'fine';
    await reconnectFolder();
    expect(session.getState().storage.folder?.trouble).toBe(undefined);
    expect(session.getState().storage.losses).toEqual([]);
  });

  it('is looked at within a second while the page is seen, and not while it is hidden', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    let found: 'fine' | 'gone' = 'gone';
    await openFolder({ ...folderOf(disk), check: async () => found });
    const stop = watchFolder();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(session.getState().storage.losses).toEqual([]);
    vi.stubGlobal('document', { visibilityState: 'visible' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(session.getState().storage.losses).toMatchObject([{ store: 'folder' }]);
    found = 'fine';
    await vi.advanceTimersByTimeAsync(1_000);
    expect(session.getState().storage.losses).toEqual([]);
    stop();
  });

  it('is never overwritten where it changed meanwhile: the change is offered', async () => {
    replaceFileText('a.yaml', 'mine\n', 'source.type:test');
    disk.set('a.yaml', 'theirs\n');
    expect(await saveToFolder()).toBe(false);
    expect(disk.get('a.yaml')).toBe('theirs\n');
    expect(session.getState()).toMatchObject({
      view: { dialog: 'conflict' },
      storage: { conflicts: [{ path: 'a.yaml', diskText: 'theirs\n' }] },
    });

    resolveConflict('a.yaml', 'keep');
    expect(session.getState()).toMatchObject({ view: { dialog: null }, storage: { conflicts: [] } });
    expect(await saveToFolder()).toBe(true);
    expect(disk.get('a.yaml')).toBe('mine\n');
  });

  it('does not remove a file there that changed meanwhile: the change is offered, to restore or to delete', async () => {
    removeFile('a.yaml');
    removeFile('b.yaml');
    disk.set('a.yaml', 'theirs\n');
    disk.set('b.yaml', 'theirs too\n');
    expect(await saveToFolder()).toBe(false);
    expect(session.getState().storage.conflicts.map(({ path }) => path)).toEqual(['a.yaml', 'b.yaml']);

    resolveConflict('a.yaml', 'take');
    expect(textOf('a.yaml')).toBe('theirs\n');
    resolveConflict('b.yaml', 'keep');
    expect(await saveToFolder()).toBe(true);
    expect([disk.has('a.yaml'), disk.has('b.yaml')]).toEqual([true, false]);
  });

  it('gets what is new or renamed there, open or not', async () => {
    renameWithImports('b.yaml', 'sub/c.yaml');
    createFile('new.yaml', { text: 'new\n', source: 'files.create' });
    openFile('a.yaml');
    expect(listUnsaved(session.getState()).toSorted()).toEqual(['b.yaml', 'new.yaml', 'sub/c.yaml']);
    expect(await saveToFolder()).toBe(true);
    expect(Object.fromEntries(disk)).toEqual({ 'a.yaml': 'one\n', 'sub/c.yaml': 'two\n', 'new.yaml': 'new\n' });
    expect(listUnsaved(session.getState())).toEqual([]);
    openFile('mine.yaml');
    expect(listUnsaved(session.getState())).toEqual(['mine.yaml']);
  });

  it('gets an arrangement that changed without its text', async () => {
    moveTo('one', { x: 70, y: 80 });
    expect(await saveToFolder()).toBe(true);
    expect(disk.get('a.layout.json')).toContain('70');
    disk.delete('a.layout.json');
    expect(await saveToFolder()).toBe(true);
    expect(disk.has('a.layout.json')).toBe(false);
    arrange(EMPTY_LAYOUT);
    expect(await saveToFolder()).toBe(true);
    expect(disk.get('a.layout.json')).not.toContain('70');
  });

  it('loses the arrangement of a file that was removed or renamed', async () => {
    moveTo('one', { x: 70, y: 80 });
    await saveToFolder();
    renameWithImports('a.yaml', 'z.yaml');
    await saveToFolder();
    expect([...disk.keys()].toSorted()).toEqual(['b.yaml', 'z.layout.json', 'z.yaml']);
  });

  it('opens with its first file by name, however the disk lists them', async () => {
    closeFolder();
    resetSession({});
    await openFolder(folderOf(new Map([...disk].toReversed())));
    expect(session.getState().document.activePath).toBe('a.yaml');
  });

  it('offers what changed outside, to take as one undo step', async () => {
    disk.set('a.yaml', 'theirs\n');
    disk.delete('b.yaml');
    await checkFolder();
    expect(session.getState().storage.conflicts).toHaveLength(2);
    resolveConflict('a.yaml', 'take');
    expect(textOf('a.yaml')).toBe('theirs\n');
    expect(session.getState().view.dialog).toBe('conflict');
    resolveConflict('b.yaml', 'take');
    expect(textOf('b.yaml')).toBeUndefined();
    undo();
    openFile('a.yaml');
    undo();
    expect([textOf('a.yaml'), textOf('b.yaml')]).toEqual(['one\n', 'two\n']);
  });

  it('asks about a file that is here with another text', async () => {
    closeFolder();
    resetSession({ 'a.yaml': 'other\n' });
    await openFolder(folderOf(disk));
    expect(textOf('a.yaml')).toBe('other\n');
    expect(session.getState().storage.conflicts).toEqual([{ path: 'a.yaml', diskText: 'one\n' }]);
  });
});
