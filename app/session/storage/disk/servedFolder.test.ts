import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_LAYOUT, type Layout, ok } from '#engine';
import type { Folder } from '../../../platform/index.ts';
import { dispatch, replaceFileText, undo } from '../../document/dispatch.ts';
import { createFile, removeFile } from '../../document/files.ts';
import { session, update } from '../../store/store.ts';
import { resetSession, textOf } from '../../testSession.ts';
import { listUnsaved } from '../listUnsaved.ts';
import { storageRuntime } from '../runtime.ts';
import { baseOf, oursOf } from './conflictTexts.ts';
import { checkFolder, closeFolder, layoutTextsOnDisk, openFolder, resumeFolder, saveToFolder } from './disk.ts';
import { resolveConflict } from './folderTools.ts';
import { followFolder } from './servedFolder.ts';

const LAYOUT_END = '.layout.json';

/** A folder that is a map, and tells of its changes. */
function folderOf(disk: Map<string, string>): Folder {
  return {
    name: 'flows',
    read: async () => ({
      texts: new Map([...disk].filter(([path]) => path.endsWith('.yaml'))),
      layoutTexts: new Map(
        [...disk].flatMap(([path, text]) =>
          path.endsWith(LAYOUT_END) ? [[path.replace(LAYOUT_END, '.yaml'), text] as const] : [],
        ),
      ),
      refused: [],
    }),
    readFile: async (path) => {
      if (disk.get(path) === 'unreadable') throw new Error(`${path} was not opened.`);
      return disk.get(path) ?? null;
    },
    writeFile: async (path, text) => void disk.set(path, text),
    removeFile: async (path) => void disk.delete(path),
    check: async () => 'fine',
    allow: async () => true,
    watch: () => () => undefined,
  };
}

function layoutAt(x: number): Layout {
  return { ...EMPTY_LAYOUT, positions: new Map([['one', { x, y: 0 }]]) };
}

function layoutText(x: number): string {
  return JSON.stringify({ version: 1, positions: { one: { x, y: 0 } } });
}

function arrange(x: number): void {
  dispatch(ok({ origin: 'test', changes: [], layouts: new Map([['a.yaml', layoutAt(x)]]) }));
}

function placeOfOne(): number | undefined {
  return session.getState().document.workspace.layouts.get('a.yaml')?.positions.get('one')?.x;
}

const state = () => session.getState();

describe('a folder that is followed', () => {
  let disk: Map<string, string>;
  let folder: Folder;
  const change = (path: string, text: string | null): Promise<void> => {
    if (text === null) disk.delete(path);
    else disk.set(path, text);
    return followFolder(folder, [path]);
  };

  beforeEach(async () => {
    closeFolder();
    resetSession({});
    disk = new Map([
      ['a.yaml', 'one\n'],
      ['b.yaml', 'two\n'],
      [`a${LAYOUT_END}`, layoutText(1)],
    ]);
    folder = folderOf(disk);
    await openFolder(folder);
  });

  it('brings in what changed there, as a step to undo, and asks nothing', async () => {
    await change('a.yaml', 'theirs\n');
    expect(textOf('a.yaml')).toBe('theirs\n');
    expect(state()).toMatchObject({ view: { dialog: null }, storage: { conflicts: [] } });
    expect(listUnsaved(state())).toEqual([]);
    undo();
    expect(textOf('a.yaml')).toBe('one\n');
    expect(listUnsaved(state())).toEqual(['a.yaml']);
  });

  it('brings in what is new there and drops what was removed', async () => {
    await change('sub/c.yaml', 'three\n');
    expect(textOf('sub/c.yaml')).toBe('three\n');
    expect(state().document.untrusted.has('sub/c.yaml')).toBe(true);
    await change('b.yaml', null);
    expect(textOf('b.yaml')).toBeUndefined();
    expect(listUnsaved(state())).toEqual([]);
  });

  it('leaves what changed here too as a question, whichever way both changed', async () => {
    replaceFileText('a.yaml', 'mine\n', 'source.type:test');
    await change('a.yaml', 'theirs\n');
    removeFile('b.yaml');
    await change('b.yaml', 'theirs too\n');
    createFile('c.yaml', { text: 'my new one\n', source: 'files.create' });
    await change('c.yaml', 'their new one\n');
    expect([textOf('a.yaml'), textOf('b.yaml'), textOf('c.yaml')]).toEqual(['mine\n', undefined, 'my new one\n']);
    expect(state()).toMatchObject({
      view: { dialog: 'conflict' },
      storage: {
        conflicts: [
          { path: 'a.yaml', diskText: 'theirs\n' },
          { path: 'b.yaml', diskText: 'theirs too\n' },
          { path: 'c.yaml', diskText: 'their new one\n' },
        ],
      },
    });
    resolveConflict('a.yaml', 'take');
    resolveConflict('b.yaml', 'take');
    resolveConflict('c.yaml', 'keep');
    expect([textOf('a.yaml'), textOf('b.yaml'), textOf('c.yaml')]).toEqual([
      'theirs\n',
      'theirs too\n',
      'my new one\n',
    ]);
    expect(disk.get('c.yaml')).toBe('their new one\n');
    expect(await saveToFolder()).toBe(true);
    expect(disk.get('c.yaml')).toBe('my new one\n');
  });

  it('asks with the latest text, and no more once both sides agree', async () => {
    replaceFileText('a.yaml', 'mine\n', 'source.type:test');
    await change('a.yaml', 'theirs\n');
    await change('a.yaml', 'theirs again\n');
    expect(state().storage.conflicts).toEqual([{ path: 'a.yaml', diskText: 'theirs again\n' }]);
    await change('a.yaml', 'mine\n');
    expect(state()).toMatchObject({ view: { dialog: null }, storage: { conflicts: [] } });
    expect(listUnsaved(state())).toEqual([]);
  });

  it('has what was merged as one step to undo, which Save writes over what was merged', async () => {
    replaceFileText('a.yaml', 'mine\n', 'source.type:test');
    await change('a.yaml', 'theirs\n');
    const [conflict] = state().storage.conflicts;
    expect(conflict && [baseOf(state(), conflict), oursOf(state(), conflict)]).toEqual(['one\n', 'mine\n']);
    resolveConflict('a.yaml', { text: 'both\n' });
    expect(textOf('a.yaml')).toBe('both\n');
    expect(state()).toMatchObject({ view: { dialog: null }, storage: { conflicts: [] } });
    expect([disk.get('a.yaml'), await saveToFolder(), disk.get('a.yaml')]).toEqual(['theirs\n', true, 'both\n']);
    undo();
    expect(textOf('a.yaml')).toBe('mine\n');
  });

  it('begins a new merge where it changes again before the first is done, and where that was not merged', async () => {
    replaceFileText('a.yaml', 'mine\n', 'source.type:test');
    await change('a.yaml', 'theirs\n');
    await change('a.yaml', 'theirs again\n');
    const [conflict] = state().storage.conflicts;
    // What both were made from is still the text that was seen by both.
    expect(conflict && baseOf(state(), conflict)).toBe('one\n');
    resolveConflict('a.yaml', { text: 'both\n' });
    disk.set('a.yaml', 'theirs a third time\n');
    expect(await saveToFolder()).toBe(false);
    const [next] = state().storage.conflicts;
    expect(next && [baseOf(state(), next), oursOf(state(), next), next.diskText]).toEqual([
      'theirs again\n',
      'both\n',
      'theirs a third time\n',
    ]);
  });

  it('is left alone by a tab that follows another one', async () => {
    update({ storage: { role: 'follower' } });
    await change('a.yaml', 'theirs\n');
    expect(textOf('a.yaml')).toBe('one\n');
  });

  it('does not take a file that cannot be read for one that is gone', async () => {
    await change('a.yaml', 'unreadable');
    expect(textOf('a.yaml')).toBe('one\n');
    disk.set('b.yaml', 'unreadable');
    const { read } = folder;
    await followFolder({ ...folder, read: async () => ({ ...(await read()), texts: new Map() }) }, null);
    expect(textOf('b.yaml')).toBe('two\n');
  });

  it('is looked at as a whole where it is not known what changed', async () => {
    storageRuntime.follow = () => followFolder(folder, null);
    disk.set('a.yaml', 'theirs\n');
    disk.set('c.yaml', 'three\n');
    disk.delete('b.yaml');
    disk.set(`c${LAYOUT_END}`, layoutText(7));
    await checkFolder();
    expect(Object.fromEntries(state().document.workspace.files)).toEqual({ 'a.yaml': 'theirs\n', 'c.yaml': 'three\n' });
    expect(state().document.workspace.layouts.get('c.yaml')?.positions.get('one')).toEqual({ x: 7, y: 0 });
  });

  it('brings in an arrangement that changed there, and asks where it changed here too', async () => {
    await change(`a${LAYOUT_END}`, layoutText(2));
    expect(placeOfOne()).toBe(2);
    arrange(3);
    await change(`a${LAYOUT_END}`, layoutText(4));
    expect(placeOfOne()).toBe(3);
    expect(state().storage.conflicts).toMatchObject([{ path: `a${LAYOUT_END}`, layout: { of: 'a.yaml' } }]);
    resolveConflict(`a${LAYOUT_END}`, 'keep');
    expect(await saveToFolder()).toBe(true);
    expect(disk.get(`a${LAYOUT_END}`)).toContain('"x": 3');

    arrange(5);
    disk.set(`a${LAYOUT_END}`, layoutText(6));
    expect(await saveToFolder()).toBe(false);
    expect(disk.get(`a${LAYOUT_END}`)).toBe(layoutText(6));
    resolveConflict(`a${LAYOUT_END}`, 'take');
    expect(placeOfOne()).toBe(6);
    expect(await saveToFolder()).toBe(true);
    expect(disk.get(`a${LAYOUT_END}`)).toBe(layoutText(6));
  });

  it('knows after a reload what was there, arrangements too', async () => {
    replaceFileText('a.yaml', 'mine\n', 'source.type:test');
    arrange(3);
    const kept = { ...state().storage.folder!, layouts: layoutTextsOnDisk() };
    resumeFolder(folder, kept);
    await followFolder(folder, null);
    expect(state().storage.conflicts).toEqual([]);
    disk.set('b.yaml', 'theirs\n');
    await followFolder(folder, null);
    expect(textOf('b.yaml')).toBe('theirs\n');
    expect(await saveToFolder()).toBe(true);
    expect(disk.get('a.yaml')).toBe('mine\n');
    expect(disk.get(`a${LAYOUT_END}`)).toContain('"x": 3');
  });
});
