import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, err, ok } from '../../../base/index.ts';
import { type FileAnswer, isHidden, refuseGuarded, type WorkspaceFiles } from '../../../effects/index.ts';
import { mayConfigureServer } from '../../../model/index.ts';
import { isLink, placeInside, withFolder } from './placeInside.ts';
import { HiddenError, OutsideError, readOpen, UnfitFileError } from './readInside.ts';

/** Largest file that is read, in bytes. */
const LARGEST = 32 * 1024 * 1024;

/** Most files that are listed. */
const MOST = 10_000;

/** What the files of a folder are. */
export interface FolderFilesOptions {
  /**
   * - `workflows`: what is run, with its imports and packages; hidden files are none of it;
   * - `data`: what runs work with in a folder that has workflows too, which they do not reach;
   * - `own`: a folder for runs alone, which is made with its first file.
   */
  readonly holds: 'workflows' | 'data' | 'own';
  /** Paths that are reached by none of them, with all below. Absolute. */
  readonly guarded?: readonly string[];
}

/** A path that runs do not reach; the message is the end of a sentence. */
class GuardedError extends Error {
  override readonly name = 'GuardedError';
}

/**
 * The files below a folder. Nothing outside of it is read, written or deleted, wherever paths, links and mounted file systems
 * lead, and nothing that is guarded. A file is written whole or not at all.
 */
export function createFolderFiles(folder: string, options: FolderFilesOptions): WorkspaceFiles {
  const place = (name: string): Promise<PathInFolder> => findPlace(folder, name, options);
  return {
    read: (name) => attempt(name, async () => readText(await place(name))),
    write: (name, text) =>
      attempt(name, async () => {
        if (options.holds === 'own') await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeText(await place(name), text);
        return null;
      }),
    remove: (name) =>
      attempt(name, async () => {
        await removeFile(await place(name));
        return null;
      }),
    list: (name) => attempt(name, async () => listBelow(await place(name), options)),
  };
}

/** A path in a folder, both without links. */
interface PathInFolder {
  readonly root: string;
  readonly file: string;
}

async function findPlace(folder: string, name: string, options: FolderFilesOptions): Promise<PathInFolder> {
  // It is made by runs, which make no links: one would lead them anywhere.
  if (options.holds === 'own' && (await isLink(folder))) throw new OutsideError(name);
  const [root, file] = [await realpath(folder), await placeInside(folder, name)];
  const guarded = await Promise.all((options.guarded ?? []).map(resolveLinks));
  // A link may have another name than what it leads to.
  for (const each of [name, path.relative(root, file).split(path.sep).join('/')]) {
    const refused = refuseName(each, options);
    if (refused !== null) throw new GuardedError(refused);
  }
  if (guarded.some((each) => isGuarded(each, file)))
    throw new GuardedError('it belongs to the stored state or the variables of runs, which no run may access');
  return { root, file };
}

async function resolveLinks(file: string): Promise<string> {
  return realpath(file).catch(() => path.resolve(file));
}

function refuseName(name: string, { holds }: FolderFilesOptions): string | null {
  if (holds === 'data') return refuseGuarded(name);
  if (holds === 'workflows' && mayConfigureServer(name)) return 'it configures a server and is not a workflow';
  return name.split('/').some(isHidden) ? 'names that begin with a dot are hidden from runs' : null;
}

function isGuarded(guarded: string, file: string): boolean {
  return file === guarded || file.startsWith(guarded + path.sep);
}

async function readText({ root, file }: PathInFolder): Promise<string> {
  const bytes = await withFolder({ root, folder: folderOf(root, file) }, (placeOf) =>
    readOpen(placeOf(path.basename(file)), LARGEST),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new UnfitFileError('it is not text in UTF-8', { cause: error });
  }
}

async function writeText({ root, file }: PathInFolder, text: string): Promise<void> {
  const name = path.basename(file);
  await withFolder({ root, folder: folderOf(root, file), make: true }, async (placeOf) => {
    const draft = placeOf(`${name}.${randomUUID()}.part`);
    try {
      const handle = await open(draft, 'wx');
      try {
        await handle.writeFile(text);
      } finally {
        await handle.close();
      }
      await rename(draft, placeOf(name));
    } finally {
      await rm(draft, { force: true });
    }
  });
}

async function removeFile({ root, file }: PathInFolder): Promise<void> {
  await withFolder({ root, folder: folderOf(root, file) }, async (placeOf) => {
    const place = placeOf(path.basename(file));
    if ((await lstat(place)).isDirectory()) throw new UnfitFileError('it is a folder');
    await rm(place);
  });
}

/** The folder that has a file; for the root itself the root. */
function folderOf(root: string, file: string): string {
  return file === root ? root : path.dirname(file);
}

async function listBelow({ root, file: start }: PathInFolder, options: FolderFilesOptions): Promise<readonly string[]> {
  const guarded = await Promise.all((options.guarded ?? []).map(resolveLinks));
  const found: string[] = [];
  const folders = [start];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of await readEntries({ root, file: next }, next === start)) {
      const file = path.join(next, entry.name);
      if (refuseName(entry.name, options) !== null || guarded.some((each) => isGuarded(each, file))) continue;
      if (entry.isDirectory()) folders.push(file);
      else if (entry.isFile()) found.push(path.relative(root, file).split(path.sep).join('/'));
      if (found.length > MOST) throw new UnfitFileError(`it holds more than ${MOST} files`);
    }
  }
  return found;
}

/** What a folder holds: nothing where it leads out, as a file system that is mounted there; nor where it is gone, unless it is the one that was asked for. */
async function readEntries({ root, file: folder }: PathInFolder, isAsked: boolean): Promise<readonly Dirent[]> {
  try {
    return await withFolder({ root, folder }, (placeOf) => readdir(placeOf('.'), { withFileTypes: true }));
  } catch (error) {
    const isGone = codeOf(error) === 'ENOENT';
    if (error instanceof OutsideError || (isGone && !isAsked)) return [];
    throw error;
  }
}

async function attempt<T>(name: string, work: () => Promise<T>): Promise<FileAnswer<T>> {
  try {
    return ok(await work());
  } catch (error) {
    return explain(name, error);
  }
}

/** What the system says, without the place on this computer. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error ? error.message.replace(/, \w+( '.*)?$/s, '') : error.message;
}

function explain(name: string, error: unknown): FileAnswer<never> {
  const shown = name === '' ? 'The workspace' : `“${name}”`;
  if (error instanceof HiddenError)
    return {
      ...err(`${shown} is out of reach for runs: it leads to a name that begins with a dot.`),
      reason: 'refused',
    };
  if (error instanceof OutsideError) return { ...err(`${shown} leads out of the workspace.`), reason: 'refused' };
  if (error instanceof GuardedError)
    return { ...err(`${shown} is out of reach for runs: ${error.message}.`), reason: 'refused' };
  const code = codeOf(error);
  switch (code) {
    case 'ENOENT':
      return { ...err(`There is no “${name}” in the workspace.`), reason: 'missing' };
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return err(
        `${shown} cannot be used: ${code === 'EROFS' ? 'the disk is read-only' : 'this user has no permission'}.`,
      );
    case 'ENOSPC':
      return err(`${shown} could not be written: the disk is full.`);
    default:
      return err(`${shown} cannot be used: ${describe(error)}.`);
  }
}
