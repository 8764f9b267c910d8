import { closeSync, fstatSync, ftruncateSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { readLines } from '../../../hosts/node/index.ts';

/** How much is written at a time where a file is rewritten, in characters. */
const BATCH = 1 << 20;

/** Where a line is in the file, in bytes. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** A file of lines that is only added to, and now and then rewritten. It is not flushed, and a line that is not whole is cut off. */
export class IndexFile {
  readonly #file: string;
  #handle: number;
  /** Bytes of the whole lines. */
  #size = 0;
  #lines = 0;
  /** There may be a part of a line behind them. */
  #isTorn = false;

  /** Opens the file, or begins one. Throws what the system says. */
  constructor(file: string) {
    this.#file = file;
    this.#handle = openSync(file, 'a+', 0o600);
  }

  /** How many lines it has. */
  get lines(): number {
    return this.#lines;
  }

  /** Reads all of its lines, before anything is added. Throws what the system says. */
  readAll(take: (text: string, place: Place) => void): void {
    for (const { text, offset, end } of readLines(this.#handle)) {
      this.#lines += 1;
      this.#size = end;
      take(text, { offset, length: end - offset });
    }
    this.#isTorn = fstatSync(this.#handle).size > this.#size;
  }

  /** Throws what the system says. */
  read({ offset, length }: Place): string {
    const bytes = Buffer.alloc(length);
    return bytes.toString('utf8', 0, readSync(this.#handle, bytes, 0, length, offset)).trimEnd();
  }

  /** Throws what the system says. */
  append(text: string): Place {
    const bytes = Buffer.from(`${text}\n`);
    if (this.#isTorn) ftruncateSync(this.#handle, this.#size);
    this.#isTorn = true;
    writeAll(this.#handle, bytes);
    this.#isTorn = false;
    this.#lines += 1;
    const place = { offset: this.#size, length: bytes.length };
    this.#size += bytes.length;
    return place;
  }

  /** Rewrites the file with other lines; where each of them is. Where that fails, it stays as it is. Throws what the system says. */
  replace(texts: Iterable<string>): readonly Place[] {
    const next = `${this.#file}.new`;
    rmSync(next, { force: true });
    const handle = openSync(next, 'a+', 0o600);
    let size = 0;
    let batch = '';
    const places: Place[] = [];
    try {
      for (const text of texts) {
        const line = `${text}\n`;
        const length = Buffer.byteLength(line);
        places.push({ offset: size, length });
        size += length;
        batch += line;
        if (batch.length < BATCH) continue;
        writeAll(handle, Buffer.from(batch));
        batch = '';
      }
      writeAll(handle, Buffer.from(batch));
      renameSync(next, this.#file);
    } catch (error) {
      closeSync(handle);
      rmSync(next, { force: true });
      throw error;
    }
    closeSync(this.#handle);
    [this.#handle, this.#size, this.#lines, this.#isTorn] = [handle, size, places.length, false];
    return places;
  }

  close(): void {
    closeSync(this.#handle);
  }
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
}
