import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { isJsonObject, type Json, jsonObject } from '../../base/index.ts';
import { replaceFile } from '../../hosts/node/index.ts';

/** What the file is called in the state folder. */
const FILE = 'failures.json';

/** From when on failures count, in ms since the epoch, by rule: a file of the state folder that is written whole or not at all. */
export class FailureFile {
  readonly #place: string;
  /** As it was when it was opened. */
  readonly known: ReadonlyMap<string, number>;

  private constructor(place: string, known: ReadonlyMap<string, number>) {
    this.#place = place;
    this.known = known;
  }

  /** Rejects with an `Error` for the user where the file is there and cannot be read. */
  static async open(stateFolder: string): Promise<FailureFile> {
    const place = path.join(stateFolder, FILE);
    const text = await readFile(place, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{"rules":{}}';
      throw error;
    });
    const known = readRules(text);
    if (known !== null) return new FailureFile(place, known);
    throw new Error(
      `${place} cannot be read. Delete it; runs that failed while the server was down then start nothing.`,
    );
  }

  async save(rules: ReadonlyMap<string, number>): Promise<void> {
    await replaceFile(this.#place, `${JSON.stringify({ version: 1, rules: jsonObject([...rules]) }, null, 2)}\n`);
  }

  /** What is written anew counts from then on. */
  async remove(): Promise<void> {
    await rm(this.#place, { force: true });
  }
}

function readRules(text: string): ReadonlyMap<string, number> | null {
  try {
    const data: Json = JSON.parse(text);
    const rules = isJsonObject(data) ? (data['rules'] ?? null) : null;
    if (!isJsonObject(rules)) return null;
    const entries = Object.entries(rules).flatMap(([rule, since]) =>
      typeof since === 'number' ? [[rule, since] as const] : [],
    );
    return entries.length === Object.keys(rules).length ? new Map(entries) : null;
  } catch {
    return null;
  }
}
