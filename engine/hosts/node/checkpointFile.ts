import { closeSync, fdatasyncSync, openSync, readFileSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { isJsonObject, type Json } from '../../base/index.ts';
import { hashOf, type JournalPlace } from './readJournal.ts';

/** The end of a line of a journal, as a position in its file. */
export interface FilePlace extends JournalPlace {
  /** In bytes from the start of the file. */
  readonly offset: number;
  /** Where the line that ends here begins, in bytes. */
  readonly last: number;
}

/** A checkpoint of a journal: `text` covers the inputs up to `place`. */
export interface StoredCheckpoint {
  readonly place: FilePlace;
  readonly text: string;
}

/** The file with the newest checkpoint of a journal: one line with its place, one with the checkpoint. */
export function checkpointFile(journal: string): string {
  return `${journal}.checkpoint`;
}

/** Replaces the stored checkpoint atomically: a process that ends meanwhile leaves one of the two. Throws errors of the file system. */
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

/** The checkpoint beside an open journal; null where there is none, or where it does not match this journal. */
export function readCheckpointOf(journal: string, handle: number): StoredCheckpoint | null {
  try {
    const stored = readFileSync(checkpointFile(journal), 'utf8');
    const end = stored.indexOf('\n');
    const place = toPlace(JSON.parse(stored.slice(0, end)));
    if (place === null || hashBefore(handle, place) !== place.link) return null;
    return { place, text: stored.slice(end + 1, -1) };
  } catch {
    // Missing, unreadable or damaged: the journal holds everything.
    return null;
  }
}

/** Removes the checkpoint of a run that has ended. Throws errors of the file system. */
export function removeCheckpoint(journal: string): void {
  rmSync(checkpointFile(journal), { force: true });
}

/** The hash in the line that ends at a place; null where no line ends there. */
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
