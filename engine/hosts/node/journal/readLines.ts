import { readSync } from 'node:fs';

/** Size of one read, in bytes. */
const CHUNK = 256 * 1024;

const NEWLINE = 10;

/** A line without its line end. `offset`: where it begins in the file; `end`: where the next line begins. In bytes. */
export interface FileLine {
  readonly text: string;
  readonly offset: number;
  readonly end: number;
}

/** The whole lines of an open file from a byte offset on. What follows the last line end is omitted. */
export function* readLines(handle: number, from = 0): Generator<FileLine, void> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  let parts: Buffer[] = [];
  let [offset, position] = [from, from];
  for (let count = read(); count > 0; count = read()) {
    const bytes = chunk.subarray(0, count);
    let start = 0;
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, start)) {
      const end = position - count + at + 1;
      yield { text: Buffer.concat([...parts, bytes.subarray(start, at)]).toString('utf8'), offset, end };
      parts = [];
      offset = end;
      start = at + 1;
    }
    parts.push(Buffer.from(bytes.subarray(start)));
  }

  function read(): number {
    const count = readSync(handle, chunk, 0, CHUNK, position);
    position += count;
    return count;
  }
}
