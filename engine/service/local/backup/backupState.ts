import {
  closeSync,
  cpSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { codeOf } from '../../../base/index.ts';
import { childFolder } from '../../../hosts/node/index.ts';

/** What is read at a time, in bytes. */
const CHUNK = 1 << 20;

const NEWLINE = 10;

const ENDING = '.jsonl';

/** The file of a copy that is written last: without it the copy is not whole. */
export const MANIFEST = 'backup.json';

/** What is replaced whole in a state folder: what is copied first, and last but for the audit log. */
const FILES = ['schedules.json', 'failures.json', 'tokens.json'];
const FOLDERS = ['ends', 'kv', 'memory', 'files'];

/** What a state folder that is in use has. */
export const USED = ['runs', 'queued', 'index.jsonl', ...FILES, ...FOLDERS, 'audit.jsonl'];

/** How the manifest begins, by which restoring knows what it reads. */
export const FORMAT = 'signalbox-backup/1';

/**
 * Copies a state folder into a new one, also while a server executes its runs; answers with how many runs it has. The copy is what a
 * crash could have left: each file is there up to its last whole line, and what follows from others is copied after them.
 *
 * | in this order | since |
 * |---|---|
 * | `schedules.json`, `failures.json`, `tokens.json`, `index.jsonl` | due times and failures that are decided again find their runs, and a row must not know more than its journal |
 * | `queued/`, then `runs/` | a run that begins meanwhile is in one of them at least |
 * | a journal, then those below it | a run must not have heard of an end that is not in the copy |
 * | `ends/`, `kv/`, `memory/`, `files/`, `audit.jsonl` | a call that is recorded has been made |
 *
 * Checkpoints are made again. Throws what the system says.
 */
export function backupState(state: string, target: string, at: Date): number {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const name of FILES) copyTree(path.join(state, name), path.join(target, name));
  copyLines(path.join(state, 'index.jsonl'), path.join(target, 'index.jsonl'));
  const ids = new Set([...copyJournals(state, target, 'queued'), ...copyJournals(state, target, 'runs')]);
  for (const name of FOLDERS) copyTree(path.join(state, name), path.join(target, name));
  copyLines(path.join(state, 'audit.jsonl'), path.join(target, 'audit.jsonl'));
  const manifest = { format: FORMAT, at: at.toISOString(), runs: ids.size };
  writeFileSync(path.join(target, MANIFEST), `${JSON.stringify(manifest)}\n`, { mode: 0o600 });
  return ids.size;
}

/** Copies the journals of a folder with those below them; their names. */
function copyJournals(state: string, target: string, name: string): readonly string[] {
  const [from, to] = [path.join(state, name), path.join(target, name)];
  mkdirSync(to, { recursive: true, mode: 0o700 });
  return listLines(from).filter((file) => {
    const [journal, copy] = [path.join(from, file), path.join(to, file)];
    if (!copyLines(journal, copy)) return false;
    const below = listLines(childFolder(journal));
    if (below.length > 0) mkdirSync(childFolder(copy), { recursive: true, mode: 0o700 });
    for (const child of below) copyLines(path.join(childFolder(journal), child), path.join(childFolder(copy), child));
    return true;
  });
}

function listLines(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ENDING)) : [];
}

/** Copies a file of lines up to its last whole one. False: it is not there, or no longer. */
function copyLines(from: string, to: string): boolean {
  const source = tryOpen(from);
  if (source === null) return false;
  const copy = openSync(to, 'wx', 0o600);
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let [size, whole] = [0, 0];
    for (let count = readSync(source, chunk, 0, CHUNK, 0); count > 0; count = readSync(source, chunk, 0, CHUNK, size)) {
      const bytes = chunk.subarray(0, count);
      const last = bytes.lastIndexOf(NEWLINE);
      if (last !== -1) whole = size + last + 1;
      for (let written = 0; written < count; ) written += writeSync(copy, bytes, written);
      size += count;
    }
    ftruncateSync(copy, whole);
    return true;
  } finally {
    closeSync(copy);
    closeSync(source);
  }
}

function tryOpen(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Copies files that are replaced whole, where they are there; what goes meanwhile is omitted. */
function copyTree(from: string, to: string): void {
  for (let attempts = 3; existsSync(from); attempts -= 1) {
    try {
      return cpSync(from, to, { recursive: true, force: true });
    } catch (error) {
      if (attempts === 0 || codeOf(error) !== 'ENOENT') throw error;
    }
  }
}
