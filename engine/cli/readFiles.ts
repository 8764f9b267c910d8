import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, err, type Json, messageOf, ok, type Result } from '../base/index.ts';
import { HiddenError, OutsideError, readInside, UnfitFileError } from '../hosts/node/index.ts';
import type { CommandIo } from './CommandIo.ts';

/** The text of a file, under the path it was named by. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A file that is missing, may not be read, or is not text. */
export interface UnreadableFile {
  readonly path: string;
  readonly message: string;
  /** True: it leads out of the folder it must stay in. */
  readonly isOutside?: boolean;
  /** True: there is none. */
  readonly isMissing?: boolean;
  /** True: it is a folder without a .yaml or .yml file. */
  readonly isEmpty?: boolean;
}

/** A file to read; `within` is the folder it was found in, null where the file was named itself. */
export interface FoundFile {
  readonly path: string;
  readonly within: string | null;
}

/** Folders that hold dependencies or the files of tools. */
const SKIPPED = /^(node_modules|\..+)$/;

/**
 * Reads one file as UTF-8; `-` is standard input. A file named on the command line may be a link to
 * anywhere; with `within`, a path that leads out of that folder is not read.
 */
export async function readSource(
  io: CommandIo,
  name: string,
  within: string | null = null,
): Promise<Result<SourceFile, UnreadableFile>> {
  try {
    const file = path.resolve(io.folder, name);
    const bytes =
      name === '-'
        ? await io.readInput()
        : within === null
          ? await readBytes(file)
          : await readInside(within, file, MOST_BYTES);
    return typeof bytes === 'string' ? err({ path: name, message: bytes }) : decodeSource(name, bytes);
  } catch (error) {
    const isOutside = error instanceof OutsideError;
    const isMissing = codeOf(error) === 'ENOENT';
    const kind = { ...(isOutside ? { isOutside } : {}), ...(isMissing ? { isMissing } : {}) };
    return err({ path: name, message: describeProblem(error), ...kind });
  }
}

/** Largest file that is read, in bytes. A workflow may have 10 MiB; up to here, its check reports that. */
const MOST_BYTES = 64 * 2 ** 20;

/** The bytes of a file, or one sentence why it is not read: devices, which may never end, are not. */
async function readBytes(file: string): Promise<Uint8Array | string> {
  const found = await stat(file);
  if (found.isCharacterDevice() || found.isBlockDevice()) return 'This is a device; give a file.';
  if (found.size > MOST_BYTES) {
    return `This file has ${Math.round(found.size / 2 ** 20)} MiB; a workflow may have 10.`;
  }
  return readFile(file);
}

/**
 * The files that arguments name, in order, each once even where two arguments lead to it. A folder is searched for .yaml
 * and .yml files, in order of name, without node_modules and folders that begin with a dot.
 */
export async function findSources(
  io: CommandIo,
  names: readonly string[],
): Promise<{ readonly files: readonly FoundFile[]; readonly unreadable: readonly UnreadableFile[] }> {
  const files = new Map<string, FoundFile>();
  const unreadable: UnreadableFile[] = [];
  for (const name of names) {
    const found = await searchName(io, name);
    for (const file of found.paths) {
      const key = file === '-' ? file : path.resolve(io.folder, file);
      const within = file === name ? null : path.resolve(io.folder, name);
      if (!files.has(key)) files.set(key, { path: file, within });
    }
    unreadable.push(...found.unreadable);
    if (found.paths.length === 0 && found.unreadable.length === 0)
      unreadable.push({ path: name, message: 'There is no .yaml or .yml file in this folder.', isEmpty: true });
  }
  return { files: [...files.values()], unreadable };
}

interface FoundFiles {
  readonly paths: readonly string[];
  readonly unreadable: readonly UnreadableFile[];
}

async function searchName(io: CommandIo, name: string): Promise<FoundFiles> {
  try {
    const isFolder = name !== '-' && (await stat(path.resolve(io.folder, name))).isDirectory();
    return isFolder ? await searchFolder(io, name) : { paths: [name], unreadable: [] };
  } catch (error) {
    return { paths: [], unreadable: [{ path: name, message: describeProblem(error) }] };
  }
}

async function searchFolder(io: CommandIo, folder: string): Promise<FoundFiles> {
  const entries = await readdir(path.resolve(io.folder, folder), { withFileTypes: true });
  const paths: string[] = [];
  const unreadable: UnreadableFile[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.test(entry.name)) {
      // A subfolder that may not be read is reported; its siblings are still searched.
      const inside = await searchName(io, name);
      paths.push(...inside.paths);
      unreadable.push(...inside.unreadable);
    } else if (isWorkflow(entry.name) && (await isListed(entry, path.resolve(io.folder, name)))) paths.push(name);
  }
  return { paths, unreadable };
}

/** Whether a file may be a workflow, or configures a server, by its name. */
function isWorkflow(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}

/** Files, and links to files. Links to folders may form a circle, and pipes never end. */
async function isListed(entry: Dirent, file: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isFile();
  try {
    return (await stat(file)).isFile();
  } catch {
    // A broken link is listed, so that it is reported as a missing file.
    return true;
  }
}

/** The text of bytes in UTF-8, of which none are replaced: what is checked is the text of the file. */
export function decodeSource(name: string, bytes: Uint8Array): Result<SourceFile, UnreadableFile> {
  try {
    return ok({ path: name, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) });
  } catch (error) {
    return err({ path: name, message: describeProblem(error) });
  }
}

/** Why a file could not be read, in one sentence. */
export function describeProblem(error: unknown): string {
  if (error instanceof HiddenError)
    return 'This is a link to a hidden file, or to one in a hidden folder, and is not read. Name the file itself to read it.';
  if (error instanceof OutsideError)
    return 'This leads out of the folder, by a link or by its path, and is not read. Name the file itself to read it.';
  if (error instanceof UnfitFileError) return `This cannot be read: ${error.message}.`;
  if (error instanceof TypeError) return 'This file is not text in UTF-8.';
  const code = codeOf(error);
  if (code === 'ENOENT') return 'There is no such file or folder.';
  if (code === 'EACCES' || code === 'EPERM') return 'This may not be read: permission is missing.';
  if (code === 'ENOTDIR') return 'A part of this path is a file, not a folder.';
  if (code === 'ABORT_ERR') return 'Reading was stopped.';
  if (code === 'ELOOP') return 'This link leads back to itself.';
  if (code === 'EISDIR') return 'This is a folder; give a file.';
  return messageOf(error);
}

/** A text as JSON; null where it is none. */
export function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
