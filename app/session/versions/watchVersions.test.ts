import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redo, replaceFileText, undo, writeFiles } from '../document/dispatch.ts';
import { createFile, removeFile } from '../document/files.ts';
import type { ShownRun } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { collectNotices, resetSession, textOf } from '../testSession.ts';
import {
  deleteVersion,
  forgetVersions,
  joinKept,
  keepTexts,
  nameVersion,
  onVersions,
  readVersionedPaths,
  readVersions,
  type TextToKeep,
} from './keptVersions.ts';
import { restoreVersion } from './restoreVersion.ts';
import { watchVersions } from './watchVersions.ts';

let stop = (): void => undefined;

async function versionsOf(path: string): Promise<readonly (readonly [reason: string, text: string])[]> {
  return (await readVersions(path)).map(({ reason, text }) => [reason, text]);
}

/** Starts a run as far as the session shows it. */
function start(path: string, other: Partial<ShownRun> = {}): void {
  const shown = { runId: `${Math.random()}`, path, source: textOf(path), server: null, importedFrom: null, ...other };
  update({ run: { isStarting: true } });
  update({ run: { shown: shown as ShownRun } });
  update({ run: { isStarting: false } });
}

const type = (path: string, text: string) => replaceFileText(path, text, `source.type:${path}`);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  resetSession({ 'a.yaml': 'one\n' });
  stop = watchVersions();
});

afterEach(() => {
  stop();
  globalThis.indexedDB = new IDBFactory();
});

describe('a version is kept', () => {
  it('of each text that runs, and of none twice', async () => {
    start('a.yaml');
    start('a.yaml');
    type('a.yaml', 'two\n');
    expect(await versionsOf('a.yaml')).toEqual([['run', 'one\n']]);
    start('a.yaml');
    expect(await versionsOf('a.yaml')).toEqual([
      ['run', 'two\n'],
      ['run', 'one\n'],
    ]);
  });

  it('of files that a run imports', async () => {
    resetSession({ 'a.yaml': 'tasks: [{ id: a, import: ./b.yaml }]\n', 'b.yaml': 'type: basic\n' });
    start('a.yaml');
    expect(await versionsOf('b.yaml')).toEqual([['run', 'type: basic\n']]);
  });

  it('of no run that is only looked at, and of none of a server, a test or a file', async () => {
    const opened = { runId: 'r', path: 'a.yaml', source: 'old\n', server: null, importedFrom: null, isOfTest: false };
    update({ run: { shown: opened as ShownRun } });
    start('a.yaml', { server: { address: 'https://runs.example' } as ShownRun['server'] });
    start('a.yaml', { isOfTest: true });
    start('a.yaml', { importedFrom: 'run.json' });
    expect(await versionsOf('a.yaml')).toEqual([]);
  });

  it('of what comes in, and of what was here before it', async () => {
    createFile('b.yaml', { text: 'given\n', source: 'files.import' });
    type('a.yaml', 'mine\n');
    replaceFileText('a.yaml', 'theirs\n', 'files.disk');
    expect(await versionsOf('b.yaml')).toEqual([['import', 'given\n']]);
    expect(await versionsOf('a.yaml')).toEqual([
      ['outside', 'theirs\n'],
      ['here', 'mine\n'],
    ]);
  });

  it('of both texts that are in conflict, also of each that comes later', async () => {
    for (const diskText of ['theirs\n', 'theirs\n', 'theirs again\n'])
      update({ storage: { conflicts: [{ path: 'a.yaml', diskText }] } });
    replaceFileText('a.yaml', 'both\n', 'files.merge');
    expect(await versionsOf('a.yaml')).toEqual([
      ['merge', 'both\n'],
      ['here', 'one\n'],
      ['outside', 'theirs again\n'],
      ['here', 'one\n'],
      ['outside', 'theirs\n'],
      ['here', 'one\n'],
    ]);
  });

  it('of a text that is saved to the folder', async () => {
    const folder = { name: 'flows', onDisk: new Map([['a.yaml', 'one\n']]), others: new Set<string>() };
    update({ storage: { folder } });
    type('a.yaml', 'two\n');
    update({ storage: { folder: { ...folder, onDisk: new Map([['a.yaml', 'two\n']]) } } });
    expect(await versionsOf('a.yaml')).toEqual([['saved', 'two\n']]);
  });

  it('of a file that is removed, which can be had back', async () => {
    removeFile('a.yaml');
    const [version] = await readVersions('a.yaml');
    expect(version).toMatchObject({ reason: 'removed', text: 'one\n' });
    expect(version && restoreVersion('a.yaml', version)).toBe(true);
    expect([textOf('a.yaml'), session.getState().document.activePath]).toEqual(['one\n', 'a.yaml']);
  });

  it('of nothing that is typed, undone or redone, and of no blank file', async () => {
    type('a.yaml', 'two\n');
    undo();
    redo();
    createFile('blank.yaml', { text: '', source: 'files.create' });
    expect([await versionsOf('a.yaml'), await versionsOf('blank.yaml')]).toEqual([[], []]);
  });

  it('by the tab that writes alone', async () => {
    update({ storage: { role: 'follower' } });
    start('a.yaml');
    expect(await versionsOf('a.yaml')).toEqual([]);
  });
});

describe('versions', () => {
  beforeEach(() => start('a.yaml'));

  it('are restored as one step, which is undone as one', async () => {
    type('a.yaml', 'two\n');
    const [version] = await readVersions('a.yaml');
    const steps = session.getState().document.history.undoable.length;
    expect(version && restoreVersion('a.yaml', version)).toBe(true);
    expect(textOf('a.yaml')).toBe('one\n');
    expect(session.getState().document.history.undoable.length).toBe(steps + 1);
    undo();
    expect(textOf('a.yaml')).toBe('two\n');
    // What was there before is a version, too.
    expect(await versionsOf('a.yaml')).toEqual([
      ['restored', 'one\n'],
      ['here', 'two\n'],
      ['run', 'one\n'],
    ]);
  });

  it('go along with a file that is renamed, and back when that is undone', async () => {
    writeFiles('files.restore', [{ type: 'move', path: 'a.yaml', to: 'b.yaml' }]);
    expect([await versionsOf('a.yaml'), await versionsOf('b.yaml')]).toEqual([[], [['run', 'one\n']]]);
    undo();
    expect([await versionsOf('a.yaml'), await versionsOf('b.yaml')]).toEqual([[['run', 'one\n']], []]);
    redo();
    expect(await versionsOf('b.yaml')).toEqual([['run', 'one\n']]);
  });

  it('are named, deleted and told of', async () => {
    await readVersions('a.yaml');
    const told: string[] = [];
    const stopListening = onVersions((path) => told.push(path));
    await keepTexts([{ path: 'a.yaml', text: 'two\n', reason: 'asked', name: 'For the demo' }]);
    const [second, first] = await readVersions('a.yaml');
    expect([second?.name, first?.name]).toEqual(['For the demo', null]);
    await nameVersion('a.yaml', first?.id ?? '', 'As it was');
    await deleteVersion('a.yaml', second?.id ?? '');
    expect((await readVersions('a.yaml')).map(({ name, text }) => [name, text])).toEqual([['As it was', 'one\n']]);
    await forgetVersions('a.yaml');
    expect([await readVersions('a.yaml'), await readVersionedPaths()]).toEqual([[], []]);
    expect(told).toEqual(['a.yaml', 'a.yaml', 'a.yaml', 'a.yaml']);
    stopListening();
  });

  it('from elsewhere are added to those that are here', async () => {
    const [mine] = await readVersions('a.yaml');
    const theirs = { id: 'x', at: 1, reason: 'run', name: null, text: 'older\n' } as const;
    await joinKept('a.yaml', [theirs, { ...theirs, id: mine?.id ?? '', text: 'another\n' }]);
    expect(await readVersions('a.yaml')).toMatchObject([{ id: mine?.id, text: 'one\n' }, theirs]);
  });

  it('that cannot be kept are told of once', async () => {
    const notices = collectNotices();
    globalThis.indexedDB = {
      open: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    } as unknown as IDBFactory;
    const kept: TextToKeep = { path: 'a.yaml', text: 'two\n', reason: 'asked' };
    expect([await keepTexts([kept]), await keepTexts([kept])]).toEqual([false, false]);
    expect(notices.length).toBe(1);
    expect(notices[0]?.message).toMatch(/^Versions of your files are not kept now/);
    await expect(readVersions('a.yaml')).rejects.toThrow(/storage is blocked/);
  });
});
