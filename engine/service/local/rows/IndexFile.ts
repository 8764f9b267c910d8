import { closeSync, fstatSync, ftruncateSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { readLines } from '../../../hosts/node/index.ts';

/** How much is written at a time where a file is rewritten, in characters. */
const BATCH = 1 << 20;

/** Where a line is in the file, in bytes. */
export interface LinePlace {
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
  readAll(take: (text: string, place: LinePlace) => void): void {
    for (const { text, offset, end } of readLines(this.#handle)) {
      this.#lines += 1;
      this.#size = end;
      take(text, { offset, length: end - offset });
    }
    this.#isTorn = fstatSync(this.#handle).size > this.#size;
  }

  /** Throws what the system says. */
  read({ offset, length }: LinePlace): string {
    const bytes = Buffer.alloc(length);
    return bytes.toString('utf8', 0, readSync(this.#handle, bytes, 0, length, offset)).trimEnd();
  }

  /** Throws what the system says. */
  append(text: string): LinePlace {
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

  /** Begins another file next to this one. Throws what the system says. */
  rewrite(): Rewrite {
    return new Rewrite(`${this.#file}.new`);
  }

  /** Puts another file in the place of this one, which stays where that fails. Throws what the system says. */
  replace(rewrite: Rewrite): void {
    const { handle, size, lines } = rewrite.finish(this.#file);
    closeSync(this.#handle);
    [this.#handle, this.#size, this.#lines, this.#isTorn] = [handle, size, lines, false];
  }

  close(): void {
    closeSync(this.#handle);
  }
}

/** A file of lines that is written next to another one, to take its place. It is finished or dropped. */
export class Rewrite {
  readonly #file: string;
  readonly #handle: number;
  #size = 0;
  #lines = 0;
  /** Lines that are not written yet. */
  #batch = '';

  constructor(file: string) {
    this.#file = file;
    rmSync(file, { force: true });
    this.#handle = openSync(file, 'a+', 0o600);
  }

  /** Adds a line; where it will be. Throws what the system says. */
  add(text: string): LinePlace {
    const line = `${text}\n`;
    const place = { offset: this.#size, length: Buffer.byteLength(line) };
    this.#size += place.length;
    this.#lines += 1;
    this.#batch += line;
    if (this.#batch.length >= BATCH) this.#flush();
    return place;
  }

  /** Puts it in the place of another file. Throws what the system says. */
  finish(file: string): { readonly handle: number; readonly size: number; readonly lines: number } {
    this.#flush();
    renameSync(this.#file, file);
    return { handle: this.#handle, size: this.#size, lines: this.#lines };
  }

  drop(): void {
    closeSync(this.#handle);
    rmSync(this.#file, { force: true });
  }

  #flush(): void {
    writeAll(this.#handle, Buffer.from(this.#batch));
    this.#batch = '';
  }
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
}
