import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type Json } from '../../../base/index.ts';
import { shortenError, toPreview } from '../../heads.ts';
import type { ServedRun } from '../../RunService.ts';
import { hasEnded, type RunRow } from './RunRow.ts';

/** Longest output and error of a run, as JSON, that are in its row of the index, in characters. */
const INLINE = 2_000;

/** What a run has ended with. */
export type RunEnd = Pick<ServedRun, 'output' | 'error'>;

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
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeFileSync(this.fileOf(row.id), text, { mode: 0o600 });
    return { ...row, output: null, error: shortenError(error), large: { output: toPreview(output) } };
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

  fileOf(id: string): string {
    return path.join(this.#folder, `${id}.json`);
  }
}
