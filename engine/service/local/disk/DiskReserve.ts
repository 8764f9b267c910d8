import { randomFillSync } from 'node:crypto';
import {
  closeSync,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { CHECKPOINT_ENDINGS } from '../../../hosts/node/index.ts';

/** What the file is called in the state folder. */
const FILE = 'reserve';

/** Bytes of it. */
const SIZE = 1024 * 1024;

/**
 * Room of the disk that is held by a file without meaning, so that on a full disk a run can still be cancelled: what records that takes
 * its place. The disk counts as full until the whole reserve is held again.
 */
export class DiskReserve {
  readonly #file: string;
  /** How many use its room now. */
  #lent = 0;

  /** @param state the state folder */
  constructor(state: string) {
    this.#file = path.join(state, FILE);
  }

  /** Takes what is missing of it; throws what the system says where there is no room. What is in use counts as missing. */
  hold(): void {
    const handle = openSync(this.#file, 'a', 0o600);
    try {
      const missing = SIZE - fstatSync(handle).size;
      if (missing <= 0) return;
      if (this.#lent > 0) throw Object.assign(new Error('ENOSPC: the reserve is in use'), { code: 'ENOSPC' });
      // Zeros would take no room on some disks.
      const bytes = randomFillSync(Buffer.alloc(missing));
      for (let written = 0; written < missing; ) written += writeSync(handle, bytes, written);
    } finally {
      closeSync(handle);
    }
  }

  /** Gives its room to what is written during some work. */
  async lend<T>(work: () => Promise<T>): Promise<T> {
    this.#lent += 1;
    try {
      return await work();
    } finally {
      this.#lent -= 1;
    }
  }

  /** Gives its room to what is written next. */
  spend(): void {
    try {
      truncateSync(this.#file, 0);
    } catch {
      // There is none.
    }
  }
}

/** What drafts are called that other processes write, too: tokens, values and memories. */
const SHARED_DRAFT = '.part';

/** What the owner of the folder alone writes in it. */
const OWN_DRAFTS: readonly string[] = ['index.jsonl.new', 'probe'];

/** Folders that may have very many files, and no such drafts. */
const OF_RUNS: readonly string[] = ['runs', 'queued'];

/** After which time a draft is no one's, in ms: one lives for moments. */
const NOBODYS = 60 * 60 * 1000;

/**
 * Removes what processes left that ended in the middle of a write: drafts of checkpoints and of the index, which its owner alone
 * writes, and old drafts of what others write, too.
 */
export function removeDrafts(state: string): void {
  removeFrom(path.join(state, 'runs'), (name) => name.endsWith(CHECKPOINT_ENDINGS.draft));
  const before = Date.now() - NOBODYS;
  const isLeft = (name: string, file: string): boolean => name.endsWith(SHARED_DRAFT) && isOlder(file, before);
  for (const entry of list(state)) {
    const file = path.join(state, entry.name);
    if (entry.isDirectory()) {
      if (!OF_RUNS.includes(entry.name)) removeFrom(file, isLeft);
    } else if (OWN_DRAFTS.includes(entry.name) || isLeft(entry.name, file)) remove(file);
  }
}

/** Removes every checkpoint: journals have all that is in them, and need the room. */
export function removeCheckpoints(state: string): void {
  const { whole, draft } = CHECKPOINT_ENDINGS;
  removeFrom(path.join(state, 'runs'), (name) => name.endsWith(whole) || name.endsWith(draft));
}

function removeFrom(folder: string, isOld: (name: string, file: string) => boolean): void {
  for (const entry of list(folder)) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) removeFrom(file, isOld);
    else if (isOld(entry.name, file)) remove(file);
  }
}

function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isOlder(file: string, time: number): boolean {
  try {
    return statSync(file).mtimeMs < time;
  } catch {
    return false;
  }
}

/** What cannot be removed is in the way of nothing. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // As above.
  }
}
