import type * as fs from 'node:fs';

/** The functions of `node:fs` that a disk of a test is before. */
type Calls = Pick<typeof fs, 'writeSync' | 'truncateSync' | 'ftruncateSync' | 'rmSync' | 'statfsSync'>;

/** A disk in the hands of a test: how many more bytes it takes, and which of its next writes fail. */
export class TestDisk {
  /** Bytes that it still takes. */
  room = Infinity;
  /** How many writes there were. */
  writes = 0;
  /** The first write that fails, counted from 1, and how many fail in a row. */
  fails = { from: Infinity, count: 0 };
  /** What it says is free; null: what the real one does. */
  free: number | null = null;

  reset(): void {
    Object.assign(this, { room: Infinity, writes: 0, fails: { from: Infinity, count: 0 }, free: null });
  }

  /** `node:fs` with this disk before it. Of a write that fails, half the bytes are written. */
  stand(real: typeof fs): Calls {
    const sizeOf = (file: fs.PathLike): number => real.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    // A buffer alone is written in this program.
    const writeSync = ((handle: number, bytes: Uint8Array, offset?: number | null): number => {
      const from = offset ?? 0;
      this.writes += 1;
      const { from: first, count } = this.fails;
      const fits = Math.min(bytes.length - from, this.room);
      const isFailing = this.writes >= first && this.writes < first + count;
      const taken = isFailing ? Math.floor((bytes.length - from) / 2) : fits;
      if (taken > 0) real.writeSync(handle, bytes, from, taken);
      this.room -= taken;
      if (isFailing || taken < bytes.length - from) throw full();
      return taken;
    }) as typeof fs.writeSync;
    return {
      writeSync,
      truncateSync: (file, length) => {
        this.room += sizeOf(file) - (length ?? 0);
        real.truncateSync(file, length);
      },
      ftruncateSync: (handle, length) => {
        this.room += real.fstatSync(handle).size - (length ?? 0);
        real.ftruncateSync(handle, length);
      },
      rmSync: (file, options) => {
        this.room += sizeOf(file);
        real.rmSync(file, options);
      },
      statfsSync: ((folder: fs.PathLike) => {
        const told = real.statfsSync(folder);
        return this.free === null ? told : Object.assign(told, { blocks: 2 ** 40, bsize: 1, bavail: this.free });
      }) as typeof fs.statfsSync,
    };
  }
}

function full(): Error {
  return Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
}
