import { beforeEach, describe, expect, it } from 'vitest';
import type { Folder } from '../platform/index.ts';
import { checkFolder, closeFolder, openFolder, resolveConflict, saveToFolder } from './disk.ts';
import { replaceFileText, undo } from './dispatch.ts';
import { removeFile } from './files.ts';
import { session } from './store.ts';
import { resetSession, textOf } from './testSession.ts';

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
  };
}

describe('a folder on disk', () => {
  let disk: Map<string, string>;
  beforeEach(async () => {
    closeFolder();
    resetSession({ 'mine.yaml': 'mine\n' });
    disk = new Map([
      ['a.yaml', 'one\n'],
      ['b.yaml', 'two\n'],
    ]);
    await openFolder(folderOf(disk));
  });

  it('comes in with its layouts, opens its first file, and goes again by one undo', () => {
    expect(session.getState().activePath).toBe('a.yaml');
    expect(session.getState().workspace.layouts.get('a.yaml')?.positions.get('one')).toEqual({ x: 5, y: 6 });
    undo();
    expect([...session.getState().workspace.files.keys()]).toEqual(['mine.yaml']);
  });

  it('is written on Save: what changed, what was deleted, and nothing that was never in it', async () => {
    replaceFileText('a.yaml', 'one changed\n', 'test');
    expect(disk.get('a.yaml')).toBe('one\n');
    removeFile('b.yaml');
    expect(await saveToFolder()).toBe(true);
    expect(disk.get('a.yaml')).toBe('one changed\n');
    expect(disk.has('b.yaml')).toBe(false);
    expect(disk.has('mine.yaml')).toBe(false);
    expect(disk.get('a.layout.json')).toContain('"one"');
  });

  it('is never overwritten where it changed meanwhile: the change is offered', async () => {
    replaceFileText('a.yaml', 'mine\n', 'test');
    disk.set('a.yaml', 'theirs\n');
    expect(await saveToFolder()).toBe(false);
    expect(disk.get('a.yaml')).toBe('theirs\n');
    expect(session.getState()).toMatchObject({
      dialog: 'conflict',
      conflicts: [{ path: 'a.yaml', diskText: 'theirs\n' }],
    });

    resolveConflict('a.yaml', 'keep');
    expect(session.getState()).toMatchObject({ dialog: null, conflicts: [] });
    expect(await saveToFolder()).toBe(true);
    expect(disk.get('a.yaml')).toBe('mine\n');
  });

  it('offers what changed outside, to take as one undo step', async () => {
    disk.set('a.yaml', 'theirs\n');
    disk.delete('b.yaml');
    await checkFolder();
    expect(session.getState().conflicts).toHaveLength(2);
    resolveConflict('a.yaml', 'take');
    expect(textOf('a.yaml')).toBe('theirs\n');
    expect(session.getState().dialog).toBe('conflict');
    resolveConflict('b.yaml', 'take');
    expect(textOf('b.yaml')).toBeUndefined();
    undo();
    undo();
    expect([textOf('a.yaml'), textOf('b.yaml')]).toEqual(['one\n', 'two\n']);
  });

  it('asks about a file that is here with another text', async () => {
    closeFolder();
    resetSession({ 'a.yaml': 'other\n' });
    await openFolder(folderOf(disk));
    expect(textOf('a.yaml')).toBe('other\n');
    expect(session.getState().conflicts).toEqual([{ path: 'a.yaml', diskText: 'one\n' }]);
  });
});
