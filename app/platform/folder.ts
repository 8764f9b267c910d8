import { MAX_BYTES, readText } from './files.ts';

const MAX_FILES = 500;
const WORKFLOW = /\.ya?ml$/;
const SKIPPED = new Set(['node_modules', '.git', 'dist']);

declare global {
  /** Chromium's; absent elsewhere. */
  var showDirectoryPicker:
    | ((options: { readonly mode: 'readwrite'; readonly id: string }) => Promise<FileSystemDirectoryHandle>)
    | undefined;
}

/** What one look at a folder found. */
export interface FolderContent {
  /** Texts by path below the folder. */
  readonly texts: ReadonlyMap<string, string>;
  /** Texts of `<name>.layout.json`, by the path of the workflow. */
  readonly layoutTexts: ReadonlyMap<string, string>;
  readonly refused: readonly string[];
}

/** A folder on the person's disk. Methods reject with an `Error` for the person. */
export interface Folder {
  readonly name: string;
  /** Reads what can be opened in it: YAML files to 10 MiB, at most 500. */
  read(): Promise<FolderContent>;
  /** A file's text now; null when it is gone. */
  readFile(path: string): Promise<string | null>;
  writeFile(path: string, text: string): Promise<void>;
  removeFile(path: string): Promise<void>;
}

/** True where the browser can open folders (Chromium). */
export function canOpenFolder(): boolean {
  return 'showDirectoryPicker' in globalThis;
}

/** Lets the person choose a folder; null when they think better of it. */
export async function chooseFolder(): Promise<Folder | null> {
  const { showDirectoryPicker } = globalThis;
  if (!showDirectoryPicker) return null;
  try {
    return toFolder(await showDirectoryPicker({ mode: 'readwrite', id: 'signalbox' }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw new Error('The browser did not let the page open that folder.', { cause: error });
  }
}

const handles = new WeakMap<Folder, FileSystemDirectoryHandle>();

/** The directory handle behind a folder; undefined when it has none. */
export function handleOf(folder: Folder): FileSystemDirectoryHandle | undefined {
  return handles.get(folder);
}

/** A directory handle as a {@link Folder}. */
export function toFolder(handle: FileSystemDirectoryHandle): Folder {
  const folder: Folder = {
    name: handle.name,
    async read() {
      const found: Found = { texts: new Map(), layoutTexts: new Map(), refused: [], handle };
      await readInto(found, handle, '');
      return found;
    },
    async readFile(path) {
      const file = await findFile(handle, path, false);
      if (!file) return null;
      const text = await readText(await file.getFile());
      if (!text.ok) throw new Error(text.reason);
      return text.text;
    },
    async writeFile(path, text) {
      const file = await findFile(handle, path, true);
      try {
        const stream = await file?.createWritable();
        await stream?.write(text);
        await stream?.close();
      } catch (error) {
        throw new Error(
          `${path} could not be written to the folder. Allow the page to change files there, and save again.`,
          { cause: error },
        );
      }
    },
    async removeFile(path) {
      const parts = path.split('/');
      const name = parts.pop();
      const parent = await findDirectory(handle, parts, false);
      if (name !== undefined) await parent?.removeEntry(name).catch(() => undefined);
    },
  };
  handles.set(folder, handle);
  return folder;
}

interface Found {
  readonly texts: Map<string, string>;
  readonly layoutTexts: Map<string, string>;
  readonly refused: string[];
  readonly handle: FileSystemDirectoryHandle;
}

async function readInto(found: Found, directory: FileSystemDirectoryHandle, prefix: string): Promise<void> {
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

async function findDirectory(
  root: FileSystemDirectoryHandle,
  parts: readonly string[],
  create: boolean,
): Promise<FileSystemDirectoryHandle | null> {
  let directory = root;
  for (const part of parts) {
    try {
      directory = await directory.getDirectoryHandle(part, { create });
    } catch {
      return null;
    }
  }
  return directory;
}

async function findFile(
  root: FileSystemDirectoryHandle,
  path: string,
  create: boolean,
): Promise<FileSystemFileHandle | null> {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  const directory = await findDirectory(root, parts, create);
  try {
    return (await directory?.getFileHandle(name, { create })) ?? null;
  } catch (error) {
    if (!create && error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw new Error(`${path} could not be reached in the folder. Open the folder again.`, { cause: error });
  }
}
