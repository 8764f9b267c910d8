import { closeSync, fdatasyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { err, isJsonObject, type Json, type JsonObject, ok, type Result } from '../../base/index.ts';
import type { RunInput } from '../../run/index.ts';
import type { Proof } from '../EventDigest.ts';
import { explainChange, nextLink, readSeal, sealRun } from '../RunSeal.ts';
import type { RunJournal } from './runToEnd.ts';

const FORMAT = 'signalbox-journal/1';

/** How a line begins that says the digest of itself and of all lines before it. */
const HASHED = /^\{"hash":"([0-9a-f]{64})",/;

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

/**
 * Begins a journal in a file that must not exist yet. Its head is sealed with what the run is made of, and each line has
 * the digest of itself and of all lines before it: what is changed later is noticed, and where.
 */
export function createJournal(file: string, head: JournalHead): JournalFile {
  const handle = openSync(file, 'wx', 0o600);
  const journal = writeTo(handle, '');
  journal.write({ format: FORMAT, ...head, seal: sealRun({ ...head, start: null }) });
  return journal;
}

/** Opens a journal to append to it; a last line that was not written whole is cut off. */
export function continueJournal(file: string): JournalFile {
  const text = readFileSync(file, 'utf8');
  const end = text.lastIndexOf('\n') + 1;
  truncateSync(file, Buffer.byteLength(text.slice(0, end)));
  const last = text.slice(text.lastIndexOf('\n', end - 2) + 1, end);
  return writeTo(openSync(file, 'a'), HASHED.exec(last)?.[1] ?? null);
}

/**
 * Reads a journal. A last line that was not written whole is left out; an error says in words what is wrong, or what was
 * changed since it was written. Journals of versions before have no digests: of these, only that each line can be read.
 */
export function readJournal(text: string): Result<FileJournal, string> {
  const lines = text.split('\n').slice(0, -1);
  const values = lines.map(parseLine);
  const [head] = values;
  const format = head?.['format'];
  if (typeof format === 'string' && format.startsWith('signalbox-journal/') && format !== FORMAT)
    return err('This journal was written by a newer version of Signalbox. Resume it with that version.');
  if (head === undefined || head === null || format !== FORMAT)
    return err('This is no journal of Signalbox. Give the file that an earlier run wrote with --journal.');
  const broken = values.findIndex((value, index) => !(index === 0 ? isHead(value) : isRecord(value)));
  if (broken !== -1)
    return err(`The journal cannot be read at line ${broken + 1}. It was changed, or the disk is damaged.`);
  // Of these shapes, as was found above.
  const { path, source, files, salt } = head as unknown as JournalHead;
  const records = values.slice(1) as unknown as readonly JournalRecord[];
  const change = explainSeal(head, { path, source, files, salt }) ?? explainLinks(lines);
  if (change !== null) return err(change);
  return ok({
    path,
    source,
    files,
    salt,
    inputs: records.flatMap(({ inputs }) => inputs),
    proofs: records.map(({ proof }) => proof),
  });
}

/** What `append` writes. */
interface JournalRecord {
  readonly proof: Proof;
  readonly inputs: readonly RunInput[];
}

function isHead(value: JsonObject | null): boolean {
  if (value === null) return false;
  const { path, source, files, salt } = value;
  const isPair = (pair: Json): boolean => Array.isArray(pair) && pair.length === 2 && pair.every(isText);
  return [path, source, salt].every(isText) && Array.isArray(files) && files.every(isPair);
}

function isText(value: Json | undefined): boolean {
  return typeof value === 'string';
}

function isRecord(value: JsonObject | null): boolean {
  return value !== null && isJsonObject(value['proof']) && Array.isArray(value['inputs']);
}

function explainSeal(line: JsonObject, head: JournalHead): string | null {
  if (line['seal'] === undefined) return null;
  const seal = readSeal(line['seal']);
  return seal === null
    ? 'The journal was changed at line 1 after it was written: its seal cannot be read.'
    : explainChange(seal, { ...head, start: null }, 'journal');
}

/** The first line that is not as it was written; the text itself counts, not what it says. */
function explainLinks(lines: readonly string[]): string | null {
  let link = '';
  for (const [index, line] of lines.entries()) {
    const written = HASHED.exec(line);
    if (written === null && index === 0) return null;
    const next = written === null ? null : nextLink(link, `{${line.slice(written[0].length)}`);
    if (next === null || next !== written?.[1])
      return `The journal was changed at line ${index + 1} after it was written: this line, or one before it, is not as it was. The run is not resumed. Take the journal as it was written, or start a new run.`;
    link = next;
  }
  return null;
}

/** Adds lines; `link` is the digest of the last one there is, null for a journal without digests. */
function writeTo(handle: number, link: string | null): JournalFile & { readonly write: (line: object) => void } {
  let last = link;
  const write = (line: object): void => {
    const text = JSON.stringify(line);
    if (last !== null) last = nextLink(last, text);
    writeSync(handle, last === null ? `${text}\n` : `{"hash":"${last}",${text.slice(1)}\n`);
    fdatasyncSync(handle);
  };
  return {
    write,
    append: (inputs, proof) => write({ proof, inputs }),
    close: () => closeSync(handle),
  };
}

function parseLine(line: string): JsonObject | null {
  try {
    const value: Json = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
