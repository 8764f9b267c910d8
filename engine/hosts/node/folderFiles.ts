import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import type { WorkspaceFiles } from '../../effects/index.ts';
import { placeInside } from './placeInside.ts';
import { isAt, isInside, OutsideError, readInside, UnfitFileError } from './readInside.ts';

/** Largest file that is read, in bytes. */
const LARGEST = 32 * 1024 * 1024;

/** Most files that are listed. */
const MOST = 10_000;

/** Folders that are not searched. */
const SKIPPED = new Set(['node_modules', '.git']);

/**
 * The files below a folder. Nothing outside of it is read, written or deleted, wherever paths and links lead. A file is
 * written whole or not at all.
 */
export function createFolderFiles(folder: string): WorkspaceFiles {
  return {
    read: (name) => attempt(name, async () => readText(folder, await placeInside(folder, name))),
    write: (name, text) =>
      attempt(name, async () => {
        await writeText(folder, await placeInside(folder, name), text);
        return null;
      }),
    remove: (name) =>
      attempt(name, async () => {
        const file = await placeInside(folder, name);
        if ((await stat(file)).isDirectory()) throw new Error('it is a folder');
        await rm(file);
        return null;
      }),
    list: (name) => attempt(name, async () => listBelow(folder, await placeInside(folder, name))),
  };
}

async function readText(folder: string, file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readInside(folder, file, LARGEST));
  } catch (error) {
    if (error instanceof TypeError) throw new UnfitFileError('it is not text in UTF-8', { cause: error });
    throw error;
  }
}

/**
 * Writes a file whole or not at all. The draft is a new file, and its folder is checked again once the draft is open: a
 * folder that was replaced by a link meanwhile is not written into.
 */
async function writeText(folder: string, file: string, text: string): Promise<void> {
  const parent = path.dirname(file);
  await mkdir(parent, { recursive: true });
  if ((await realpath(parent)) !== parent || !isInside(await realpath(folder), parent)) throw new OutsideError(file);
  const draft = `${file}.${randomUUID()}.part`;
  const handle = await open(draft, 'wx');
  try {
    if (!(await isAt(handle, draft))) throw new OutsideError(file);
    await handle.writeFile(text);
    if (!(await isAt(handle, draft))) throw new OutsideError(file);
    await rename(draft, file);
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}

async function listBelow(folder: string, start: string): Promise<readonly string[]> {
  const root = await realpath(folder);
  const found: string[] = [];
  const folders = [start];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true })) {
      const file = path.join(next, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) folders.push(file);
      else if (entry.isFile()) found.push(path.relative(root, file).split(path.sep).join('/'));
      if (found.length > MOST) throw new Error(`it holds more than ${MOST} files`);
    }
  }
  return found;
}

async function attempt<T>(name: string, work: () => Promise<T>): Promise<Result<T, string>> {
  try {
    return ok(await work());
  } catch (error) {
    return err(explain(name, error));
  }
}

/** What the system says, without the place on this computer. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error ? error.message.replace(/, \w+( '.*)?$/s, '') : error.message;
}

function explain(name: string, error: unknown): string {
  const shown = name === '' ? 'The workspace' : `“${name}”`;
  if (error instanceof OutsideError) return `${shown} leads out of the workspace.`;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  switch (code) {
    case 'ENOENT':
      return `There is no “${name}” in the workspace.`;
    case 'EACCES':
    case 'EPERM':
      return `${shown} cannot be used: this user has no permission.`;
    case 'ENOSPC':
      return `${shown} could not be written: the disk is full.`;
    default:
      return `${shown} cannot be used: ${describe(error)}.`;
  }
}
