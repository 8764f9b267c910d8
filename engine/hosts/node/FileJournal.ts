import { closeSync, fdatasyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { err, isJsonObject, type Json, ok, type Result } from '../../base/index.ts';
import type { RunInput } from '../../run/index.ts';
import type { Proof } from '../EventDigest.ts';
import type { RunJournal } from './runToEnd.ts';

const FORMAT = 'signalbox-journal/1';

/** What a journal says of its run before the first input. */
export interface JournalHead {
  /** Path of the file that runs, as it was given. */
  readonly path: string;
  /** The exact text that runs, and those it imports, by path. */
  readonly source: string;
  readonly files: readonly (readonly [path: string, text: string])[];
  /** What placeholders of secrets are made with. */
  readonly salt: string;
}

/** A journal as it stands in a file. */
export interface FileJournal extends JournalHead {
  readonly inputs: readonly RunInput[];
  readonly proofs: readonly Proof[];
}

/** A journal that is written to a file: each input is on the disk before `append` returns. Throws what the system says. */
export interface JournalFile extends RunJournal {
  readonly close: () => void;
}

/** Begins a journal in a file that must not exist yet. */
export function createJournal(file: string, head: JournalHead): JournalFile {
  const handle = openSync(file, 'wx', 0o600);
  const journal = writeTo(handle);
  journal.write({ format: FORMAT, ...head });
  return journal;
}

/** Goes on with a journal; a last line that was not written whole is cut off. */
export function continueJournal(file: string): JournalFile {
  const text = readFileSync(file, 'utf8');
  const end = text.lastIndexOf('\n') + 1;
  truncateSync(file, Buffer.byteLength(text.slice(0, end)));
  return writeTo(openSync(file, 'a'));
}

/** Reads a journal. A last line that was not written whole is left out; an error says in words what is wrong. */
export function readJournal(text: string): Result<FileJournal, string> {
  const lines = text.split('\n').slice(0, -1).map(parseLine);
  const [head, ...rest] = lines;
  if (head === undefined || head === null || head['format'] !== FORMAT)
    return err('This is no journal of Signalbox. Give the file that an earlier run wrote with --journal.');
  const broken = rest.indexOf(null);
  if (broken !== -1)
    return err(`The journal cannot be read at line ${broken + 2}. It was changed, or the disk is damaged.`);
  // Written by `append` alone.
  const records = rest as unknown as readonly { readonly proof: Proof; readonly inputs: readonly RunInput[] }[];
  const { path, source, files, salt } = head as unknown as JournalHead;
  return ok({
    path,
    source,
    files,
    salt,
    inputs: records.flatMap(({ inputs }) => inputs),
    proofs: records.map(({ proof }) => proof),
  });
}

function writeTo(handle: number): JournalFile & { readonly write: (line: object) => void } {
  const write = (line: object): void => {
    writeSync(handle, `${JSON.stringify(line)}\n`);
    fdatasyncSync(handle);
  };
  return {
    write,
    append: (inputs, proof) => write({ proof, inputs }),
    close: () => closeSync(handle),
  };
}

function parseLine(line: string): Readonly<Record<string, Json>> | null {
  try {
    const value: Json = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
