import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analyze, ok } from '#engine';
import { extractToFile, inlineImport, pasteTasks } from '#engine/edit';
import type { Folder } from '../../platform/index.ts';
import { openFolder } from '../storage/disk/disk.ts';
import { resolveConflict } from '../storage/disk/folderTools.ts';
import { importFiles } from '../storage/imports.ts';
import { session, update } from '../store/store.ts';
import { collectNotices, resetSession, textOf } from '../testSession.ts';
import { activeAnalysis } from './analysis.ts';
import { isOwnCopy, noteCopy } from './clipboard.ts';
import { dispatch, redo, replaceFileText, undo } from './dispatch.ts';
import { createFile, duplicateFile } from './files.ts';
import { judgePaste } from './judgePaste.ts';
import { reachReader } from './reach.ts';
import { renameWithImports } from './renameWithImports.ts';
import { trust, untrustedOf } from './trust.ts';

const CALL = 'tasks: [{id: a, type: basic, use: "core:http", with: {url: "https://evil.example"}}]\n';
const LOG = 'tasks: [{id: a, type: basic, use: "core:log"}]\n';

const untrusted = () => [...session.getState().document.untrusted].toSorted();
const given = (name: string, text: string) => ({ name, text, layoutText: null });

function folderOf(files: Readonly<Record<string, string>>): Folder {
  return {
    name: 'flows',
    check: async () => 'fine',
    allow: async () => true,
    read: async () => ({ texts: new Map(Object.entries(files)), layoutTexts: new Map(), refused: [] }),
    readFile: async (path) => files[path] ?? null,
    writeFile: async () => undefined,
    removeFile: async () => undefined,
  };
}

beforeAll(() => reachReader.load());

beforeEach(() => resetSession({ 'own.yaml': LOG }));

describe('a text from outside is not trusted', () => {
  it('that comes from a file', () => {
    importFiles({ files: [given('in.yaml', CALL), given('own.yaml', CALL)], refused: [] });
    expect(untrusted()).toEqual(['in.yaml', 'own-2.yaml']);
  });

  it('that a folder holds, or another program writes there', async () => {
    await openFolder(folderOf({ 'new.yaml': CALL, 'own.yaml': CALL }));
    expect(untrusted()).toEqual(['new.yaml']);
    resolveConflict('own.yaml', 'take');
    expect(textOf('own.yaml')).toBe(CALL);
    expect(untrusted()).toEqual(['new.yaml', 'own.yaml']);
  });

  it('that another program writes over a trusted file which is gone here', () => {
    update({ storage: { folder: { name: 'f', onDisk: new Map(), others: new Set() } } });
    update({ storage: { conflicts: [{ path: 'gone.yaml', diskText: CALL }] } });
    resolveConflict('gone.yaml', 'take');
    expect(untrusted()).toEqual(['gone.yaml']);
  });

  it.each(['files.paste', 'files.imported-run'] as const)('that comes as %s, also over a blank file', (source) => {
    createFile('new.yaml', { text: CALL, source });
    replaceFileText('own.yaml', CALL, source);
    expect(untrusted()).toEqual(['new.yaml', 'own.yaml']);
  });

  it('that a transaction of an origin without a rule creates', () => {
    dispatch(ok({ origin: 'some.new.way', changes: [{ type: 'create', path: 'x.yaml', text: CALL }] }));
    expect(untrusted()).toEqual(['x.yaml']);
  });

  it('whatever it is called then, and wherever its text goes', () => {
    importFiles({ files: [given('in.yaml', CALL)], refused: [] });
    renameWithImports('in.yaml', 'sub/other.yaml');
    duplicateFile('sub/other.yaml');
    expect(untrusted()).toEqual(['sub/other-copy.yaml', 'sub/other.yaml']);
    const analysis = analyze('sub/other.yaml', CALL);
    const { files } = session.getState().document.workspace;
    dispatch(extractToFile(analysis, { kind: 'task', id: 'a', path: 'part.yaml', files }));
    expect(untrusted()).toEqual(['part.yaml', 'sub/other-copy.yaml', 'sub/other.yaml']);
  });

  it('that is written into a trusted file from one it imports', () => {
    importFiles({ files: [given('lib.yaml', 'use: core:http\nschema: {input: {}, output: {}}\n')], refused: [] });
    const text = 'tools: [{id: t, import: ./lib.yaml}]\ntasks: [{id: a, type: basic, use: "tool:t"}]\n';
    createFile('app.yaml', { text, source: 'files.create' });
    expect(untrustedOf(session.getState(), 'app.yaml')).toEqual(['lib.yaml']);
    const { files } = session.getState().document.workspace;
    const analysis = activeAnalysis('resolved');
    if (analysis !== null) dispatch(inlineImport(analysis, { kind: 'tool', id: 't', files }));
    expect(textOf('app.yaml')).toContain('core:http');
    expect(untrusted()).toEqual(['app.yaml', 'lib.yaml']);
  });

  it('that comes back by undo or redo after the person said yes to another text', () => {
    replaceFileText('own.yaml', CALL, 'files.disk');
    undo();
    trust(['own.yaml']);
    redo();
    expect(textOf('own.yaml')).toBe(CALL);
    expect(untrusted()).toEqual(['own.yaml']);
  });
});

describe('what the person does here stays trusted', () => {
  it('typing, new files, commands, undo', () => {
    resetSession({ 'mine.yaml': LOG });
    createFile('new.yaml', { text: '', source: 'files.create' });
    replaceFileText('new.yaml', CALL, 'source.type');
    replaceFileText('mine.yaml', CALL, 'source.fix');
    undo();
    redo();
    duplicateFile('mine.yaml');
    expect(untrusted()).toEqual([]);
  });

  it('a file from outside after the person said yes, and what they change in it', () => {
    importFiles({ files: [given('in.yaml', LOG)], refused: [] });
    trust(['in.yaml']);
    replaceFileText('in.yaml', CALL, 'source.type');
    expect(untrusted()).toEqual([]);
  });
});

/** Pastes tasks on the canvas. */
const paste = (yaml: string) => {
  const analysis = activeAnalysis('resolved');
  const origin = isOwnCopy(yaml) ? 'pasteTasks.copy' : 'pasteTasks';
  if (analysis !== null) dispatch(pasteTasks(analysis, { yaml, origin }));
};

/** The files that are not trusted once the editor was pasted into. */
const pasteText = (before: string, after: string, pasted: string) => {
  createFile('text.yaml', { text: after, source: 'files.create' });
  judgePaste({ path: 'text.yaml', before, edits: [{ start: 0, end: 0, text: pasted }] }, pasted);
  return untrusted();
};

describe('the clipboard', () => {
  it('brings tasks that are foreign, unless they were copied here', () => {
    noteCopy(LOG);
    paste(LOG.replaceAll('\n', '\r\n'));
    expect(untrusted()).toEqual([]);
    paste(CALL);
    expect(untrusted()).toEqual(['own.yaml']);
  });

  it('keeps a copy of what is not trusted foreign', () => {
    noteCopy(CALL);
    importFiles({ files: [given('in.yaml', CALL)], refused: [] });
    noteCopy(CALL);
    expect(isOwnCopy(CALL)).toBe(false);
  });

  it.each([
    ['an address', LOG, CALL],
    ['a text that cannot be read yet', LOG, `${LOG}: [`],
    ['more of what is computed anyway', CALL.replace('https:', '{{ env.X }}'), CALL.replace('https:', '{{ env.Y }}')],
  ])('makes a file foreign where the editor gets %s', (_, before, after) => {
    expect(pasteText(before, after, after)).toEqual(['text.yaml']);
  });

  it.each([
    ['reaches no more', LOG, LOG.replace('id: a', 'id: ab'), 'ab\n  c: d'],
    ['was copied here', LOG, CALL, 'copied: here'],
  ])('leaves a file trusted where the editor gets what %s', (_, before, after, pasted) => {
    noteCopy('copied: here');
    expect(pasteText(before, after, pasted)).toEqual([]);
  });
});

describe('names of files', () => {
  it.each(['\u202elmay.yaml', 'a\u2066b.yaml', 'a\nb.yaml', 'a\u200fb.yaml'])('such as %j do not come in', (name) => {
    const notices = collectNotices();
    importFiles({ files: [given(name, LOG), given('good.yaml', LOG)], refused: [] });
    expect([...session.getState().document.workspace.files.keys()]).toEqual(['own.yaml', 'good.yaml']);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.message).toMatch(/⟨U\+[0-9A-F]{4}⟩.* was not opened/);
  });

  it('are not brought by a folder or a rename either', async () => {
    const notices = collectNotices();
    await openFolder(folderOf({ '\u202elmay.yaml': LOG, 'fine.yaml': LOG }));
    renameWithImports('own.yaml', 'a\u202eb.yaml');
    expect([...session.getState().document.workspace.files.keys()]).toEqual(['own.yaml', 'fine.yaml']);
    expect(notices.map(({ message }) => message).every((message) => !message.includes('\u202e'))).toBe(true);
    expect(notices).toHaveLength(2);
  });
});
