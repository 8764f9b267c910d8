import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../base/index.ts';
import type { CommandIo } from './CommandIo.ts';

/** A text to work on, under the name the person gave. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A file that is not there, may not be read, or holds no text. */
export interface UnreadableFile {
  readonly path: string;
  readonly message: string;
}

/** Folders that hold other people's files, or a tool's. */
const SKIPPED = /^(node_modules|\..+)$/;

/** Reads one file as UTF-8; `-` is standard input. */
export async function readSource(io: CommandIo, name: string): Promise<Result<SourceFile, UnreadableFile>> {
  try {
    const bytes = name === '-' ? await io.readInput() : await readFile(path.resolve(io.folder, name));
    return ok({ path: name, text: decode(bytes) });
  } catch (error) {
    return err({ path: name, message: describeProblem(error) });
  }
}

/**
 * The files that names stand for, in order, each once: a folder is searched for .yaml and .yml, in order of name,
 * without node_modules and folders that begin with a dot.
 */
export async function findSources(
  io: CommandIo,
  names: readonly string[],
): Promise<{ readonly paths: readonly string[]; readonly unreadable: readonly UnreadableFile[] }> {
  const paths = new Set<string>();
  const unreadable: UnreadableFile[] = [];
  for (const name of names) {
    const found = await searchName(io, name);
    for (const file of found.paths) paths.add(file);
    unreadable.push(...found.unreadable);
    if (found.paths.length === 0 && found.unreadable.length === 0)
      unreadable.push({ path: name, message: 'There is no .yaml or .yml file in this folder.' });
  }
  return { paths: [...paths], unreadable };
}

interface Found {
  readonly paths: readonly string[];
  readonly unreadable: readonly UnreadableFile[];
}

async function searchName(io: CommandIo, name: string): Promise<Found> {
  try {
    const isFolder = name !== '-' && (await stat(path.resolve(io.folder, name))).isDirectory();
    return isFolder ? await searchFolder(io, name) : { paths: [name], unreadable: [] };
  } catch (error) {
    return { paths: [], unreadable: [{ path: name, message: describeProblem(error) }] };
  }
}

async function searchFolder(io: CommandIo, folder: string): Promise<Found> {
  const entries = await readdir(path.resolve(io.folder, folder), { withFileTypes: true });
  const paths: string[] = [];
  const unreadable: UnreadableFile[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.test(entry.name)) {
      // A folder inside that may not be read is told of beside what the others hold.
      const inside = await searchName(io, name);
      paths.push(...inside.paths);
      unreadable.push(...inside.unreadable);
    } else if (!entry.isDirectory() && /\.ya?ml$/i.test(entry.name)) paths.push(name);
  }
  return { paths, unreadable };
}

/** Bytes that are no UTF-8 are refused, never replaced: what is checked is what stands there. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

function describeProblem(error: unknown): string {
  if (error instanceof TypeError) return 'This file is not text in UTF-8.';
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'There is no such file or folder.';
  if (code === 'EACCES' || code === 'EPERM') return 'This may not be read: permission is missing.';
  if (code === 'EISDIR') return 'This is a folder; give a file.';
  return error instanceof Error ? error.message : String(error);
}
