import { err, isJsonObject, type Json, type JsonObject, ok, type Result } from '../../base/index.ts';
import type { RunInput } from '../../run/index.ts';
import type { Proof } from '../EventDigest.ts';
import { explainChange, nextLink, readSeal } from '../RunSeal.ts';

export const JOURNAL_FORMAT = 'signalbox-journal/1';

/** The beginning of a line that holds the hash of itself and of all lines before it. */
const HASHED = /^\{"hash":"([0-9a-f]{64})",/;

/** The head of a journal: what it records about its run before the first input. */
export interface JournalHead {
  /** Path of the file that runs, as it was given. */
  readonly path: string;
  /** The exact text that runs, and the texts it imports, by path. */
  readonly source: string;
  readonly files: readonly (readonly [path: string, text: string])[];
  /** The salt that placeholders of secrets are made with. */
  readonly salt: string;
}

/** The contents of a journal file. */
export interface FileJournal extends JournalHead {
  readonly inputs: readonly RunInput[];
  readonly proofs: readonly Proof[];
}

/** One line after the head. */
interface JournalRecord {
  readonly proof: Proof;
  readonly inputs: readonly RunInput[];
}

/**
 * Reads a journal. A last line that was not written whole is left out. The error is a message about what is wrong, or what
 * was changed since it was written. Journals of earlier versions have no hashes: changes in them are not detected.
 */
export function readJournal(text: string): Result<FileJournal, string> {
  const [first, ...lines] = text.split('\n').slice(0, -1);
  const head = readHead(first);
  if (!head.ok) return head;
  const records = readRecords(lines, { line: 1, link: hashOf(first ?? '') });
  return records.ok ? ok({ ...head.value, ...records.value }) : records;
}

/** Reads the first line of a journal; undefined for a file without a whole line. */
export function readHead(line: string | undefined): Result<JournalHead, string> {
  const value = line === undefined ? null : parseLine(line);
  const format = value?.['format'];
  if (typeof format === 'string' && format.startsWith('signalbox-journal/') && format !== JOURNAL_FORMAT)
    return err('This journal was written by a newer version of Signalbox. Resume it with that version.');
  if (line === undefined || value === null || format !== JOURNAL_FORMAT)
    return err('This is not a journal of Signalbox. Name the file that an earlier run wrote with --journal.');
  if (!isHead(value)) return err(unreadable(1));
  // Checked by `isHead`.
  const { path, source, files, salt } = value as unknown as JournalHead;
  const head = { path, source, files, salt };
  const change = explainSeal(value, head) ?? explainLink(line, { line: 0, link: hashOf(line) === null ? null : '' });
  return change === null ? ok(head) : err(change);
}

/** A position between two lines of a journal: the number of lines before it, and the hash of the last; null without hashes. */
export interface JournalPlace {
  readonly line: number;
  readonly link: string | null;
}

/** Reads the lines after a place of a journal. */
export function readRecords(
  lines: Iterable<string>,
  place: JournalPlace,
): Result<{ readonly inputs: readonly RunInput[]; readonly proofs: readonly Proof[] }, string> {
  const inputs: RunInput[] = [];
  const proofs: Proof[] = [];
  let { line: number, link } = place;
  for (const line of lines) {
    const value = parseLine(line);
    if (!isRecord(value)) return err(unreadable(number + 1));
    const change = explainLink(line, { line: number, link });
    if (change !== null) return err(change);
    // Checked by `isRecord`.
    const record = value as unknown as JournalRecord;
    for (const input of record.inputs) inputs.push(input);
    proofs.push(record.proof);
    number += 1;
    link = link === null ? null : hashOf(line);
  }
  return ok({ inputs, proofs });
}

/** The hash that a line holds, of itself and of all lines before it; null for a line of an earlier version without one. */
export function hashOf(line: string): string | null {
  return HASHED.exec(line)?.[1] ?? null;
}

function unreadable(line: number): string {
  return `The journal cannot be read at line ${line}. It was changed, or the disk is damaged.`;
}

function isHead(value: JsonObject): boolean {
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

/** The message for a line that was changed since it was written; null for one that was not. Compares the text, not its value. */
function explainLink(line: string, { line: before, link }: JournalPlace): string | null {
  if (link === null) return null;
  const hash = HASHED.exec(line);
  if (hash !== null && nextLink(link, `{${line.slice(hash[0].length)}`) === hash[1]) return null;
  return `The journal was changed at line ${before + 1} after it was written: this line or one before it differs. The run is not resumed. Use the journal as it was written, or start a new run.`;
}

function parseLine(line: string): JsonObject | null {
  try {
    const value: Json = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
