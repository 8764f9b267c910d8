import { randomFillSync } from 'node:crypto';
import { closeSync, fstatSync, openSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';

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
