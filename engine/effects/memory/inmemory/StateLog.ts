import { codeOf, isJsonObject, type Json, type JsonObject, messageOf } from '../../../base/index.ts';
import { broken, type MemoryFault } from '../MemoryFault.ts';
import type { StateFolder } from '../StateFolder.ts';

/** The log of a store, one JSON object a line, in a file that the next process reads. */
export interface StateLog {
  /** Everything that was done, in order; read once. */
  readonly entries: readonly JsonObject[];
  /** Settles once the entry is durable. Rejects with a `MemoryFault`, and then nothing was added. */
  readonly append: (entry: JsonObject) => Promise<void>;
  /** Takes out the entries that do not fit, and puts some at the end. */
  readonly rewrite: (fits: (entry: JsonObject) => boolean, more: readonly JsonObject[]) => Promise<void>;
}

/** A log that is not stored. */
export const NO_LOG: StateLog = { entries: [], append: async () => {}, rewrite: async () => {} };

/**
 * Opens the log in a file. A torn last line, as a process that died in the middle of a write leaves it, was never
 * confirmed and is dropped; any other line that cannot be read is a MEMORY_ERROR.
 */
export async function openStateLog(folder: StateFolder, name: string): Promise<StateLog> {
  const entries = await readEntries(folder, name);
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = before.then(work).catch((error: unknown) => {
      throw diskFault(folder, name, error);
    });
    before = done.catch(() => undefined);
    return done;
  };
  return {
    entries,
    append: (entry) => inTurn(() => folder.append(name, `${JSON.stringify(entry)}\n`)),
    rewrite: (fits, more) =>
      inTurn(async () => {
        const kept = (await readEntries(folder, name)).filter(fits);
        await folder.replace(name, [...kept, ...more].map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      }),
  };
}

async function readEntries(folder: StateFolder, name: string): Promise<readonly JsonObject[]> {
  let text: string;
  try {
    text = (await folder.read(name)) ?? '';
  } catch (error) {
    throw diskFault(folder, name, error);
  }
  const end = text.lastIndexOf('\n') + 1;
  if (end < text.length) {
    await folder.replace(name, text.slice(0, end)).catch((error: unknown) => {
      throw diskFault(folder, name, error);
    });
  }
  const lines = text.slice(0, end).split('\n').slice(0, -1);
  return lines.map((line, index) => {
    const entry = parseEntry(line);
    if (entry === null) {
      throw broken(
        'corrupt',
        `Line ${index + 1} of ${folder.name}/${name} cannot be read as an entry of a memory. Fix or remove that line, or delete the file to start again.`,
        { file: name, line: index + 1 },
      );
    }
    return entry;
  });
}

function parseEntry(line: string): JsonObject | null {
  try {
    const entry = JSON.parse(line) as Json; // What JSON.parse makes is JSON.
    return isJsonObject(entry) ? entry : null;
  } catch {
    return null;
  }
}

function diskFault(folder: StateFolder, name: string, error: unknown): MemoryFault | Error {
  if (error instanceof Error && error.name === 'MemoryFault') return error;
  const isFull = codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';
  const place = `${folder.name}/${name}`;
  return isFull
    ? broken('quota', `The disk is full: ${place} cannot be written. Nothing was added. Make room and run again.`)
    : broken('disk', `${place} cannot be read or written: ${messageOf(error)}.`);
}
