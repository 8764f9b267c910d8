import type { Folder } from './opening/Folder.ts';
import { MAX_BYTES, readText } from './opening/fileTexts.ts';
import { writeWhole } from './writeWhole.ts';

const MAX_FILES = 500;
const WORKFLOW = /\.ya?ml$/;
const SKIPPED = new Set(['node_modules', '.git', 'dist']);

const NO_FOLDERS =
  'Only Chrome and Edge let pages open folders, over HTTPS or from this computer. In any browser, `npx signalbox` opens one.';

/**
 * The folder that the user chose; null when they thought better of it. Rejects with an `Error` for the user.
 * @param choice undefined: the browser lets no page open a folder
 */
export async function openChosen(choice: Promise<FileSystemDirectoryHandle> | undefined): Promise<Folder | null> {
  if (choice === undefined) throw new Error(NO_FOLDERS);
  try {
    return toFolder(await choice);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw new Error('The browser did not let the page open that folder.', { cause: error });
  }
}

/** A directory handle as a {@link Folder}. */
export function toFolder(handle: FileSystemDirectoryHandle): Folder {
  return {
    name: handle.name,
    handle,
    async read() {
      const found: FolderContents = { texts: new Map(), layoutTexts: new Map(), refused: [], handle };
      await readInto(found, handle, '');
      return found;
    },
    async readFile(path) {
      const file = await guard(path, 'read', () => findFile(handle, path));
      if (!file) return null;
      const text = await guard(path, 'read', async () => readText(await file.getFile()));
      if (!text.ok) throw new Error(text.reason);
      return text.text;
    },
    writeFile: (path, text) => guard(path, 'written', () => writeFile(handle, path, text)),
    removeFile: (path) => guard(path, 'removed', () => removeFile(handle, path)),
    proposals: () => guard('.signalbox/proposals', 'read', () => findProposals(handle)),
    check: () => checkHandle(handle),
    allow: async () => {
      const answer = await handle.requestPermission?.({ mode: 'readwrite' }).catch(() => 'denied');
      return (answer ?? 'granted') === 'granted';
    },
  };
}

interface FolderContents {
  readonly texts: Map<string, string>;
  readonly layoutTexts: Map<string, string>;
  readonly refused: string[];
  readonly handle: FileSystemDirectoryHandle;
}

/** Where proposals wait, and how many of them are looked at. */
const PROPOSALS = ['.signalbox', 'proposals'] as const;
const MOST_PROPOSALS = 100;

async function findProposals(root: FileSystemDirectoryHandle): Promise<readonly string[]> {
  const directory = await findDirectory(root, PROPOSALS);
  const paths: string[] = [];
  if (directory === null) return paths;
  for await (const [name, entry] of directory.entries()) {
    if (paths.length >= MOST_PROPOSALS) break;
    if (entry.kind === 'file' && /^[\w-]{1,80}\.json$/.test(name)) paths.push([...PROPOSALS, name].join('/'));
  }
  return paths;
}

async function readInto(found: FolderContents, directory: FileSystemDirectoryHandle, prefix: string): Promise<void> {
  for await (const [name, entry] of directory.entries()) {
    if (found.texts.size >= MAX_FILES || name.startsWith('.') || SKIPPED.has(name)) continue;
    const path = prefix + name;
    if (entry.kind === 'directory') await readInto(found, entry, `${path}/`);
    else if (WORKFLOW.test(name)) {
      const text = await readText(await entry.getFile());
      if (text.ok) found.texts.set(path, text.text);
      else found.refused.push(text.reason);
    } else if (name.endsWith('.layout.json')) {
      const file = await entry.getFile();
      const stem = path.slice(0, -'.layout.json'.length);
      if (file.size <= MAX_BYTES)
        for (const end of ['.yaml', '.yml']) found.layoutTexts.set(stem + end, await file.text());
    }
  }
}

function split(path: string): { readonly parts: readonly string[]; readonly name: string } {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  return { parts, name };
}

/** Null where it is not there. */
async function findDirectory(
  root: FileSystemDirectoryHandle,
  parts: readonly string[],
): Promise<FileSystemDirectoryHandle | null> {
  let directory: FileSystemDirectoryHandle | null = root;
  for (const part of parts) directory = (await directory?.getDirectoryHandle(part).catch(ignoreMissing)) ?? null;
  return directory;
}

/** Null where it is not there. A folder that is gone itself has no files either: that is an error, not an answer. */
async function findFile(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemFileHandle | null> {
  const { parts, name } = split(path);
  const directory = await findDirectory(root, parts);
  const file = (await directory?.getFileHandle(name).catch(ignoreMissing)) ?? null;
  if (file === null) await findFirst(root);
  return file;
}

/** A file that was not there, and cannot be written, is not there afterwards either: empty, it would look like one of another program. */
async function writeFile(root: FileSystemDirectoryHandle, path: string, text: string): Promise<void> {
  const known = await findFile(root, path);
  const file = known ?? (await makeFile(root, path));
  try {
    await writeWhole(file, text);
  } catch (error) {
    if (known === null) await removeEmpty(root, path, file).catch(() => undefined);
    throw error;
  }
}

async function removeEmpty(root: FileSystemDirectoryHandle, path: string, file: FileSystemFileHandle): Promise<void> {
  // Another program may have written it meanwhile.
  if ((await file.getFile()).size === 0) await removeFile(root, path);
}

async function removeFile(root: FileSystemDirectoryHandle, path: string): Promise<void> {
  const { parts, name } = split(path);
  const parent = await findDirectory(root, parts);
  await parent?.removeEntry(name).catch(ignoreMissing);
}

/** To be called once the folder is seen to be there: the browser would make it again, empty. */
async function makeFile(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemFileHandle> {
  const { parts, name } = split(path);
  let directory = root;
  for (const part of parts) directory = await directory.getDirectoryHandle(part, { create: true });
  return directory.getFileHandle(name, { create: true });
}

/** Reads one name of a directory, if it has any; rejects where the directory is gone or closed to the page. */
async function findFirst(directory: FileSystemDirectoryHandle): Promise<void> {
  await directory.keys().next();
}

function ignoreMissing(error: unknown): null {
  if (error instanceof DOMException && error.name === 'NotFoundError') return null;
  throw error;
}

async function checkHandle(handle: FileSystemDirectoryHandle): Promise<'fine' | 'gone' | 'denied' | 'unreadable'> {
  try {
    if (((await handle.queryPermission?.({ mode: 'readwrite' })) ?? 'granted') !== 'granted') return 'denied';
    await findFirst(handle);
    return 'fine';
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotFoundError') return 'gone';
    return name === 'NotAllowedError' || name === 'SecurityError' ? 'denied' : 'unreadable';
  }
}

/** Does something with a file; what the browser refuses becomes an error that names the file, the reason and the remedy. */
async function guard<T>(path: string, what: 'read' | 'written' | 'removed', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    throw new Error(`${path} could not be ${what}: ${REASONS[name] ?? OTHER_REASON}`, { cause: error });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  QuotaExceededError: 'the disk has no room left. Free some space and save again.',
  NotAllowedError: 'the browser no longer lets the page use the folder. Reconnect it and save again.',
  SecurityError: 'the browser no longer lets the page use the folder. Reconnect it and save again.',
  NotFoundError: 'the folder is gone from the disk. Put it back, or open another one.',
  TypeMismatchError: 'a folder has the name of a file there, or a file that of a folder. Rename one of the two.',
  NoModificationAllowedError: 'another program holds it, or it is write-protected. Close that program and save again.',
  InvalidStateError: 'it was changed on disk at the same moment. Save again.',
};

const OTHER_REASON = 'the browser refused. Check the folder on the disk and save again.';
