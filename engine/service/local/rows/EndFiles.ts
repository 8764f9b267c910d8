import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, isLongJson, type Json, jsonParts } from '../../../base/index.ts';
import type { Turns } from '../../../hosts/node/index.ts';
import { previewOf, shortenError, toPreview } from '../../heads.ts';
import type { ServedRun } from '../../RunService.ts';
import { hasEnded, type RunRow } from './RunRow.ts';

/** Longest output and error of a run, as JSON, that are in its row of the index, in characters. */
const INLINE = 2_000;

/** What a run has ended with. */
export type RunEnd = Pick<ServedRun, 'output' | 'error'>;

/** The same as a row has it: what is large is elsewhere. */
export type KeptEnd = Pick<RunRow, 'output' | 'error' | 'large'>;

/**
 * What runs have ended with, where that is too large for the index: a file each. They can be lost: the journals have everything.
 */
export class EndFiles {
  readonly #folder: string;

  /** @param folder is made with the first file */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The row as the index keeps it: a large end is written to its file. Throws what the system says. */
  shorten(row: RunRow): RunRow {
    if (!hasEnded(row) || row.large !== undefined) return row;
    const { output, error } = row;
    const text = JSON.stringify({ output, error });
    if (text.length <= INLINE) return row;
    this.#write(row.id, text);
    return { ...row, output: null, error: shortenError(error), large: { output: toPreview(output) } };
  }

  /** Writes a long output to the file of a run in turns, and gives what its row has of it. Where that cannot be, the end as it is. */
  async keep(id: string, { output, error }: RunEnd, turns: Turns | undefined): Promise<KeptEnd> {
    if (!isLongJson(output)) return { output, error };
    const parts: Buffer[] = [];
    let [start, size] = ['', 0];
    for (const part of jsonParts(output)) {
      start ||= part;
      size += part.length;
      parts.push(Buffer.from(part));
      await turns?.next();
    }
    const bytes = [Buffer.from('{"output":'), ...parts, Buffer.from(`,"error":${JSON.stringify(error)}}`)];
    try {
      this.#write(id, Buffer.concat(bytes));
    } catch {
      // It is tried again with its row, which says what is wrong.
      return { output, error };
    }
    return { output: null, error: shortenError(error), large: { output: previewOf(start, size) } };
  }

  /** Null where it is not there, or not whole. */
  read(id: string): RunEnd | null {
    try {
      const value: Json = JSON.parse(readFileSync(this.fileOf(id), 'utf8'));
      // Of this shape, as this class wrote it.
      return isJsonObject(value) && 'output' in value ? (value as unknown as RunEnd) : null;
    } catch {
      return null;
    }
  }

  /** Throws what the system says. */
  remove(id: string): void {
    rmSync(this.fileOf(id), { force: true });
  }

  #write(id: string, content: string | Uint8Array): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeFileSync(this.fileOf(id), content, { mode: 0o600 });
  }

  fileOf(id: string): string {
    return path.join(this.#folder, `${id}.json`);
  }
}
