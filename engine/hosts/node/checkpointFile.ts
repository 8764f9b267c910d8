import { closeSync, fdatasyncSync, openSync, readFileSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { isJsonObject, type Json } from '../../base/index.ts';
import { hashOf, type JournalPlace } from './readJournal.ts';

/** The end of a journal's line, as a place in its file. */
export interface FilePlace extends JournalPlace {
  /** Bytes of the journal up to here. */
  readonly offset: number;
  /** Where in the file the last line before it begins. */
  readonly last: number;
}

/** A checkpoint that belongs to its journal: `text` is of the inputs up to `place`. */
export interface StoredCheckpoint {
  readonly place: FilePlace;
  readonly text: string;
}

/** The file beside a journal that has its newest checkpoint: one line with its place, one with the checkpoint. */
export function checkpointFile(journal: string): string {
  return `${journal}.checkpoint`;
}

/** Stores a checkpoint in place of the one before: a process that ends meanwhile leaves one of the two. Throws what the system says. */
export function writeCheckpoint(journal: string, { place, text }: StoredCheckpoint): void {
  const file = checkpointFile(journal);
  const next = `${file}.new`;
  rmSync(next, { force: true });
  const handle = openSync(next, 'wx', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(place)}\n${text}\n`);
    fdatasyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(next, file);
}

/** The checkpoint beside an open journal; null where there is none, or one that is not of this journal as it is. */
export function readCheckpointOf(journal: string, handle: number): StoredCheckpoint | null {
  try {
    const stored = readFileSync(checkpointFile(journal), 'utf8');
    const end = stored.indexOf('\n');
    const place = toPlace(JSON.parse(stored.slice(0, end)));
    if (place === null || hashBefore(handle, place) !== place.link) return null;
    return { place, text: stored.slice(end + 1, -1) };
  } catch {
    // Missing, unreadable or damaged: the journal has all that counts.
    return null;
  }
}

/** Removes the checkpoint of a run that is over. Throws what the system says. */
export function removeCheckpoint(journal: string): void {
  rmSync(checkpointFile(journal), { force: true });
}

/** The digest that the line before a place says of itself; null where no line ends there. */
function hashBefore(handle: number, { last, offset }: FilePlace): string | null {
  const bytes = Buffer.alloc(offset - last);
  if (readSync(handle, bytes, 0, bytes.length, last) < bytes.length) return null;
  const line = bytes.toString('utf8');
  return line.indexOf('\n') === line.length - 1 ? hashOf(line) : null;
}

function toPlace(value: Json): FilePlace | null {
  if (!isJsonObject(value)) return null;
  const { offset, last, line, link } = value;
  const counts = [offset, last, line].filter((count) => Number.isSafeInteger(count) && Number(count) >= 0);
  if (counts.length < 3 || typeof link !== 'string' || Number(last) >= Number(offset)) return null;
  return { offset: Number(offset), last: Number(last), line: Number(line), link };
}
