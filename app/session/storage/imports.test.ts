import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { undo } from '../document/dispatch.ts';
import { setEngine } from '../document/engine.ts';
import { readTestData } from '../document/testData.ts';
import { session } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession, textOf } from '../testSession.ts';
import { exportVersions, keepTexts, nameVersion, readVersions } from '../versions/index.ts';
import { importFiles } from './imports.ts';

const file = (name: string, text: string, layoutText: string | null = null) => ({ name, text, layoutText });

describe('imported files', () => {
  beforeEach(() => resetSession({ 'a.yaml': 'tasks: []\n' }));

  it('come in as one undo step, with their layouts, and the first is opened', () => {
    const layout = '{"version":1,"positions":{"x":{"x":1,"y":2}},"collapsed":[]}';
    importFiles({ files: [file('b.yaml', 'b\n', layout), file('c.yaml', 'c\n')], refused: [] });
    expect(session.getState().document.activePath).toBe('b.yaml');
    expect(session.getState().document.workspace.layouts.get('b.yaml')?.positions.get('x')).toEqual({ x: 1, y: 2 });
    undo();
    expect([...session.getState().document.workspace.files.keys()]).toEqual(['a.yaml']);
  });

  it('never replace a file that is here: the same text is opened, another comes in beside it', () => {
    importFiles({ files: [file('a.yaml', 'tasks: []\n')], refused: [] });
    expect(session.getState().document.workspace.files.size).toBe(1);
    importFiles({ files: [file('a.yaml', 'other\n')], refused: [] });
    expect([textOf('a.yaml'), textOf('a-2.yaml')]).toEqual(['tasks: []\n', 'other\n']);
    expect(session.getState().document.activePath).toBe('a-2.yaml');
  });

  it('that are exported runs make no file', () => {
    importFiles({
      files: [file('run.json', '{\n "format": "signalbox-run/1"\n}'), file('b.json', '{"tasks": []}')],
      refused: [],
    });
    expect([...session.getState().document.workspace.files.keys()]).toEqual(['a.yaml', 'b.json']);
  });

  it('that would be hidden once they are saved do not come in, whoever made the bundle', () => {
    const notices = collectNotices();
    const hidden = ['.github/workflows/a.yaml', '.git/hooks/pre-commit.yaml', 'flows/.env.yaml', '.signalbox/x.json'];
    importFiles({ files: [...hidden, 'flows/b.yaml'].map((name) => file(name, 'b\n')), refused: [] });
    expect([...session.getState().document.workspace.files.keys()]).toEqual(['a.yaml', 'flows/b.yaml']);
    expect(notices.map(({ message }) => message)).toEqual(
      hidden.map((name) => expect.stringContaining(`“${name}” was not opened: “.`)),
    );
  });

  it('tell what was refused and a layout that cannot be read', () => {
    const notices = collectNotices();
    importFiles({ files: [file('b.yaml', 'b\n', '{')], refused: ['x.png was not opened.'] });
    expect(notices.map(({ kind }) => kind)).toEqual(['error', 'warning']);
    expect(textOf('b.yaml')).toBe('b\n');
  });
});

/** An engine that keeps files as the browser does. */
function keepFiles(kept: Map<string, string>): void {
  const engine = idleEngine({
    readKeptFile: async (path) => kept.get(path) ?? null,
    keepFile: async (path, text) => void kept.set(path, text),
  });
  setEngine({ engine, onFailure: () => () => undefined, restart: () => undefined });
}

/** Longer than any wait for what is kept. */
const PATIENCE = { timeout: 20_000 };

describe('what tests read', () => {
  const TESTS = 'tests:\n  - { name: all, each: ./rows.csv }\n  - { name: one, cassette: ./runs/one.json }\n';
  const RUN = '{\n "format": "signalbox-run/1"\n}';

  beforeEach(() => resetSession({}));

  it('goes into a bundle, and comes in from it beside its tests', async () => {
    const kept = new Map<string, string>();
    keepFiles(kept);
    importFiles({
      files: [
        file('a.yaml', 'tasks: []\n'),
        file('a.test.yaml', TESTS),
        file('rows.csv', 'n\n1\n'),
        file('runs/one.json', RUN),
      ],
      refused: [],
    });
    await vi.waitFor(() => expect([...kept.keys()]).toEqual(['rows.csv', 'runs/one.json']), PATIENCE);
    expect([...session.getState().document.workspace.files.keys()]).toEqual(['a.yaml', 'a.test.yaml']);
    expect([...(await readTestData(session.getState()))]).toEqual([
      ['rows.csv', 'n\n1\n'],
      ['runs/one.json', RUN],
    ]);
  });

  it('never replaces what is kept here, and says so', async () => {
    const kept = new Map([['rows.csv', 'n\n7\n']]);
    keepFiles(kept);
    const notices = collectNotices();
    importFiles({ files: [file('a.test.yaml', TESTS), file('rows.csv', 'n\n1\n')], refused: [] });
    await vi.waitFor(
      () => expect(notices.map(({ message }) => message)).toEqual([expect.stringMatching(/^rows\.csv is here/)]),
      PATIENCE,
    );
    expect(kept.get('rows.csv')).toBe('n\n7\n');
  });

  it('is told apart from rows that no test reads', async () => {
    keepFiles(new Map());
    const notices = collectNotices();
    importFiles({ files: [file('other.csv', 'n\n1\n')], refused: [] });
    await vi.waitFor(
      () => expect(notices.map(({ message }) => message)).toEqual([expect.stringMatching(/no test here reads it/)]),
      PATIENCE,
    );
    expect(session.getState().document.workspace.files.size).toBe(0);
  });
});

const texts = async (path: string) => (await readVersions(path)).map(({ text, name }) => [text, name]);
const keep = (text: string, name?: string) =>
  keepTexts([{ path: 'a.yaml', text, reason: 'run', ...(name === undefined ? {} : { name }) }]);

/** The files of an archive of the workspace. */
async function bundle() {
  const { files } = session.getState().document.workspace;
  return [...files, ...(await exportVersions())].map(([name, text]) => file(name, text));
}

describe('versions', () => {
  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory();
    resetSession({ 'a.yaml': 'two\n' });
  });

  it('go into a bundle, and come back from it on another device', async () => {
    await keep('one\n', 'The first');
    await keep('two\n');
    const files = await bundle();
    expect(files.map(({ name }) => name)).toEqual(['a.yaml', 'a.yaml.versions.json']);
    globalThis.indexedDB = new IDBFactory();
    resetSession({});
    importFiles({ files, refused: [] });
    await vi.waitFor(
      async () =>
        expect(await texts('a.yaml')).toEqual([
          ['two\n', null],
          ['one\n', 'The first'],
        ]),
      PATIENCE,
    );
    expect([...session.getState().document.workspace.files.keys()]).toEqual(['a.yaml']);
  });

  it('are not in a bundle of files that have no earlier text, so that such files leave as they came', async () => {
    await keep('two\n');
    await keep('two\n');
    expect((await bundle()).map(({ name }) => name)).toEqual(['a.yaml']);
    await keep('two\n', 'As it was sent');
    expect((await bundle()).map(({ name }) => name)).toEqual(['a.yaml', 'a.yaml.versions.json']);
  });

  it('never change those that are here, and go along with a file that gets another name', async () => {
    await keep('one\n');
    const files = await bundle();
    const [one] = await readVersions('a.yaml');
    await nameVersion('a.yaml', one?.id ?? '', 'Mine');
    await keep('three\n');
    resetSession({ 'a.yaml': 'three\n' });
    importFiles({ files, refused: [] });
    await vi.waitFor(async () => expect(await texts('a-2.yaml')).toEqual([['one\n', null]]), PATIENCE);
    resetSession({ 'a.yaml': 'two\n' });
    importFiles({ files, refused: [] });
    await exportVersions();
    expect(await texts('a.yaml')).toEqual([
      ['three\n', null],
      ['one\n', 'Mine'],
    ]);
  });

  it('that cannot be read, or whose file is not here, are told of', async () => {
    const notices = collectNotices();
    const format = '{"format":"signalbox-versions/1"';
    importFiles({ files: [file('b.yaml.versions.json', `${format}}`)], refused: [] });
    importFiles({ files: [file('a.yaml.versions.json', `${format},"newest":"","versions":[{}]}`)], refused: [] });
    await vi.waitFor(() => expect(notices).toHaveLength(2), PATIENCE);
    expect(notices.map(({ message }) => message)).toEqual([
      expect.stringMatching(/holds versions of “b\.yaml”, which is not here/),
      expect.stringMatching(/^“a\.yaml\.versions\.json” could not be read/),
    ]);
  });
});
