import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { codeOf, isJsonObject, type Json } from '../../../base/index.ts';
import type { JournalPlace } from './explainDamage.ts';
import { hashOf } from './readJournal.ts';

/** A checkpoint as its file has it: `text` is of the inputs up to `place`. */
export interface StoredCheckpoint {
  readonly place: JournalPlace;
  readonly text: string;
  /** Whether the line it was taken after is in the journal. */
  readonly isValid: boolean;
}

/** The file with the newest checkpoint of a journal: one line with its place, one with the checkpoint. */
export function checkpointFile(journal: string): string {
  return journal + CHECKPOINT_ENDINGS.whole;
}

/** What names of checkpoints, and of drafts of them, end with: a file of such a name is a cache, and can be removed at any time. */
export const CHECKPOINT_ENDINGS = { whole: '.checkpoint', draft: '.checkpoint.new' } as const;

function draftFile(journal: string): string {
  return journal + CHECKPOINT_ENDINGS.draft;
}

/**
 * Stores a checkpoint in place of the one before: a process that ends meanwhile leaves one of the two. Where the disk has little room
 * left, nothing is stored. Throws what the system says; then nothing of it is left.
 */
export function writeCheckpoint(journal: string, { place, text }: Pick<StoredCheckpoint, 'place' | 'text'>): void {
  const bytes = Buffer.from(`${JSON.stringify(place)}\n${text}\n`);
  removeDraft(journal);
  if (!hasRoomForCache(path.dirname(journal), bytes.length)) return;
  try {
    const handle = openSync(draftFile(journal), 'wx', 0o600);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
      fdatasyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draftFile(journal), checkpointFile(journal));
  } catch (error) {
    removeDraft(journal);
    throw error;
  }
}

/** Removes what a process left that ended while it stored a checkpoint. Throws what the system says. */
export function removeDraft(journal: string): void {
  rmSync(draftFile(journal), { force: true });
}

/** The checkpoint next to an open journal; null where there is none that can be read. */
export function readCheckpointOf(journal: string, handle: number): StoredCheckpoint | null {
  try {
    const stored = readFileSync(checkpointFile(journal), 'utf8');
    const end = stored.indexOf('\n');
    const place = toPlace(JSON.parse(stored.slice(0, end)));
    if (place === null) return null;
    return { place, text: stored.slice(end + 1, -1), isValid: hashBefore(handle, place) === place.link };
  } catch {
    // Missing, unreadable or damaged: the journal holds everything.
    return null;
  }
}

/** Removes the checkpoint of a run that has ended, or that a new one replaces. Throws what the system says. */
export function removeCheckpoint(journal: string): void {
  removeDraft(journal);
  rmSync(checkpointFile(journal), { force: true });
}

/** Removes the checkpoint of a journal that there is no room for. Answers whether there is more room now. */
export function giveUpCheckpoint(journal: string): boolean {
  const isThere = existsSync(checkpointFile(journal)) || existsSync(draftFile(journal));
  if (isThere) removeCheckpoint(journal);
  return isThere;
}

/** The digest that the line before a place says of itself; null where no line ends there. */
function hashBefore(handle: number, { last, offset }: JournalPlace): string | null {
  if (offset > fstatSync(handle).size) return null;
  const bytes = Buffer.alloc(offset - last);
  if (readSync(handle, bytes, 0, bytes.length, last) < bytes.length) return null;
  const line = bytes.toString('utf8');
  return line.indexOf('\n') === line.length - 1 ? hashOf(line) : null;
}

function toPlace(value: Json): JournalPlace | null {
  if (!isJsonObject(value)) return null;
  const { offset, last, line, link, head, epoch, fences, inputs } = value;
  const counts = [offset, last, line, epoch, inputs].map(Number);
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) return null;
  if (typeof link !== 'string' || typeof head !== 'string' || !Array.isArray(fences) || Number(last) >= Number(offset))
    return null;
  // Of this shape, as was found. Checkpoints of versions before lack two of its values.
  const place = value as unknown as JournalPlace;
  return { ...place, before: place.before ?? null, until: place.until ?? place.offset };
}

/** What is left free for journals: so many bytes at most, and at most this part of the disk. */
const RESERVE = { bytes: 64 * 1024 * 1024, part: 1 / 20 };

/**
 * Whether a cache of so many bytes may be written into a folder: it leaves a reserve of the disk to what cannot be lost. True where
 * the system does not say how much is free.
 */
function hasRoomForCache(folder: string, bytes: number): boolean {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    if (blocks === 0) return true;
    return bavail * bsize - bytes >= Math.min(RESERVE.bytes, blocks * bsize * RESERVE.part);
  } catch {
    return true;
  }
}

/** Whether something could not be written since the disk is full, or no more of it may be used. */
export function isFullDisk(error: unknown): boolean {
  return codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';
}
