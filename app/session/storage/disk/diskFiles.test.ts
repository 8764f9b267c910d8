import { beforeEach, describe, expect, it } from 'vitest';
import { replaceFileText } from '../../document/dispatch.ts';
import { removeFile } from '../../document/files.ts';
import { session } from '../../store/store.ts';
import { resetSession, textOf } from '../../testSession.ts';
import { baseOf, oursOf } from './conflictTexts.ts';
import { connect, openLaunched, saveDiskFiles } from './diskFiles.ts';
import { resolveConflict } from './folderTools.ts';

/** A file of the disk, and its text there. */
function onDisk(name: string, text: string) {
  const file = { text };
  const handle = {
    name,
    getFile: async () => new File([file.text], name),
    isSameEntry: async (other: unknown) => other === handle,
    createWritable: async () => ({
      write: async (next: string) => void (file.text = next),
      close: async () => undefined,
    }),
  };
  return { file, handle: handle as unknown as FileSystemFileHandle };
}

const type = (path: string, text: string): boolean => replaceFileText(path, text, 'source.type:test');
const paths = (): readonly string[] => [...session.getState().document.workspace.files.keys()];

describe('a file that the system opens', () => {
  beforeEach(() => resetSession({ 'own.yaml': 'own\n' }));

  it('comes in as one that is not trusted, and is written on Save alone', async () => {
    const { file, handle } = onDisk('mine.yaml', 'one\n');
    await openLaunched([handle]);
    expect(session.getState().document.activePath).toBe('mine.yaml');
    expect([...session.getState().document.untrusted]).toEqual(['mine.yaml']);
    type('mine.yaml', 'one\ntwo\n');
    expect(file.text).toBe('one\n');
    expect(await saveDiskFiles()).toBe(true);
    expect(file.text).toBe('one\ntwo\n');
    expect(session.getState().storage.diskFiles.get('mine.yaml')).toBe('one\ntwo\n');
  });

  it('is the same file when it is opened again', async () => {
    const { handle } = onDisk('mine.yaml', 'one\n');
    await openLaunched([handle]);
    type('mine.yaml', 'one\ntwo\n');
    await openLaunched([handle]);
    expect(paths()).toEqual(['own.yaml', 'mine.yaml']);
    expect(textOf('mine.yaml')).toBe('one\ntwo\n');
  });

  it('is not written over where another program changed it, until that is asked for', async () => {
    const { file, handle } = onDisk('mine.yaml', 'one\n');
    await openLaunched([handle]);
    type('mine.yaml', 'one\nmine\n');
    file.text = 'theirs\n';
    expect(await saveDiskFiles()).toBe(false);
    expect(file.text).toBe('theirs\n');
    const state = session.getState();
    const [conflict] = state.storage.conflicts;
    expect([state.view.dialog, conflict?.diskText]).toEqual(['conflict', 'theirs\n']);
    expect(conflict && [baseOf(state, conflict), oursOf(state, conflict)]).toEqual(['one\n', 'one\nmine\n']);
    resolveConflict('mine.yaml', { text: 'theirs\nmine\n' });
    expect([textOf('mine.yaml'), file.text]).toEqual(['theirs\nmine\n', 'theirs\n']);
    expect(await saveDiskFiles()).toBe(true);
    expect(file.text).toBe('theirs\nmine\n');
  });

  it('takes what another program wrote where nothing was changed here, and else comes in beside', async () => {
    const { file, handle } = onDisk('mine.yaml', 'one\n');
    await openLaunched([handle]);
    file.text = 'theirs\n';
    await openLaunched([handle]);
    expect(textOf('mine.yaml')).toBe('theirs\n');
    type('mine.yaml', 'mine\n');
    file.text = 'theirs too\n';
    await openLaunched([handle]);
    expect(textOf('mine.yaml')).toBe('mine\n');
    expect(textOf('mine-2.yaml')).toBe('theirs too\n');
  });

  it('is let go when what is here under its name is removed', async () => {
    await connect();
    const { file, handle } = onDisk('mine.yaml', 'one\n');
    await openLaunched([handle]);
    removeFile('mine.yaml');
    expect(session.getState().storage.diskFiles.size).toBe(0);
    resetSession({ 'mine.yaml': 'another\n' });
    expect(await saveDiskFiles()).toBe(true);
    expect(file.text).toBe('one\n');
  });
});
