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

  /** @param state the state folder */
  constructor(state: string) {
    this.#file = path.join(state, FILE);
  }

  /** Takes what is missing of it; throws what the system says where there is no room. */
  hold(): void {
    const handle = openSync(this.#file, 'a', 0o600);
    try {
      const missing = SIZE - fstatSync(handle).size;
      if (missing <= 0) return;
      // Zeros would take no room on some disks.
      const bytes = randomFillSync(Buffer.alloc(missing));
      for (let written = 0; written < missing; ) written += writeSync(handle, bytes, written);
    } finally {
      closeSync(handle);
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
