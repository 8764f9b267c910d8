import { createHash } from 'node:crypto';
import { err, isJsonObject, type Json, type JsonObject, ok, type Result } from '../../../base/index.ts';
import type { Proof } from '../../../driver/index.ts';
import { type Analysis, analyze } from '../../../graph/index.ts';
import type { RunInput, RunStarted } from '../../../run/index.ts';
import {
  EARLY_JOURNAL_HEAD,
  JOURNAL_HEAD,
  JOURNAL_RECORD,
  type JournalHeadMessage,
  type JournalRecordMessage,
  readAs,
} from '../../../wire/index.ts';
import { type DigestText, explainChange, nextLink, readSeal } from '../../RunSeal.ts';
import { explainBegun, explainHead, explainLine, explainLost, type JournalPlace } from './explainDamage.ts';
import type { FileLine } from './readLines.ts';

/** Version 2 has the start of the run in its head: a journal of one line is a run that can be started. */
export const JOURNAL_FORMAT = 'signalbox-journal/2';

const FORMATS: readonly Json[] = [JOURNAL_FORMAT, 'signalbox-journal/1'];

/** The beginning of a line that holds the hash of itself and of all lines before it. */
const HASHED = /^\{"hash":"([0-9a-f]{64})",/;

/** What a journal says of its run in its first line. */
export interface JournalHead extends Omit<JournalHeadMessage, 'start'> {
  /** The first input; null in journals of version 1, which have it in their second line. */
  readonly start: RunStarted | null;
}

/** The contents of a journal file. */
export interface FileJournal extends JournalHead {
  readonly inputs: readonly RunInput[];
  readonly proofs: readonly Proof[];
}

/** The workflow of a journal, with the imports it started with. */
export function analyzeRecorded({ path, source, files }: JournalHead): Analysis {
  return analyze(path, source, undefined, new Map(files));
}

/** Reads the first line of a journal; undefined for a file without a whole line, of which `begun` is all there is. */
export function readHead(line: FileLine | undefined, begun: string): Result<JournalHead, string> {
  if (line === undefined) return err(explainBegun(begun));
  const value = parseLine(line.text);
  const format = value?.['format'];
  if (typeof format === 'string' && format.startsWith('signalbox-journal/') && !FORMATS.includes(format))
    return err('This journal was written by a newer version of Signalbox. Resume it with that version.');
  const read = value === null || !FORMATS.includes(format ?? null) ? null : readHeadOf(value);
  if (value === null || read === null) return err(explainHead(line));
  const { path, source, files, salt, start } = read;
  const head = { path, source, files, salt, start };
  const change = explainSeal(value, head) ?? (isLinked(line.text, '') ? null : explainLine(line, 1));
  return change === null ? ok(head) : err(change);
}

/** The place after the first line. */
export function placeAfterHead({ text, end }: FileLine, { start }: JournalHead): JournalPlace {
  const link = hashOf(text);
  const inputs = start === null ? 0 : 1;
  return { line: 1, offset: end, until: end, last: 0, link, before: null, head: link, epoch: 1, fences: [], inputs };
}

/** What follows a place of a journal, and where that ends. */
export interface ReadRecords {
  readonly inputs: readonly RunInput[];
  readonly proofs: readonly Proof[];
  readonly end: JournalPlace;
}

/**
 * Reads what follows a place of a journal, up to the last line that was written whole. The error says which line is damaged
 * and how. Journals of versions before have no digests: of these, only that each line can be read.
 */
export function readRecords(lines: Iterable<FileLine>, place: JournalPlace): Result<ReadRecords, string> {
  const inputs: RunInput[] = [];
  const proofs: Proof[] = [];
  let end = place;
  let blank: FileLine | null = null;
  for (const line of lines) {
    if (blank !== null) return err(explainLine(blank, end.line + 1));
    const { link, epoch, fences } = end;
    const record = toRecord(line.text);
    if (record === null || !isLinked(line.text, link)) {
      if (isLate(line.text, record, end)) {
        end = { ...end, until: line.end };
        continue;
      }
      // After a power failure the end of a file may be blank although the line's own end is there.
      if (line.text.includes('\0')) blank = line;
      else return err((record && explainLost(record.proof, end)) ?? explainLine(line, end.line + 1));
      continue;
    }
    for (const input of record.inputs) inputs.push(input);
    proofs.push(record.proof);
    end = {
      ...end,
      line: end.line + 1,
      offset: line.end,
      until: line.end,
      last: line.offset,
      link: link === null ? null : hashOf(line.text),
      before: link,
      epoch: record.epoch ?? epoch,
      fences: record.epoch !== undefined && link !== null ? [...fences, link] : fences,
      inputs: end.inputs + record.inputs.length,
    };
  }
  return ok({ inputs, proofs, end });
}

/**
 * Whether a line was added by a process that had lost the journal by then, as it found out right afterwards; or by one that
 * took it over as the owner before it added one more line, and then read the journal again.
 */
function isLate(line: string, record: JournalRecordMessage | null, { before, fences }: JournalPlace): boolean {
  if (fences.some((fence) => isLinked(line, fence))) return true;
  return record?.epoch !== undefined && before !== null && isLinked(line, before);
}

/** The hash that a line holds, of itself and of all lines before it; null for a line of an earlier version without one. */
export function hashOf(line: string): string | null {
  return HASHED.exec(line)?.[1] ?? null;
}

/** Whether a line is as it was written after another one; the text itself counts, not what it says. */
function isLinked(line: string, before: string | null): boolean {
  const hash = HASHED.exec(line);
  // A head without a digest is that of a journal without digests.
  if (before === null || (before === '' && hash === null)) return true;
  return hash !== null && nextLink(before, `{${line.slice(hash[0].length)}`, nativeSha256) === hash[1];
}

function readHeadOf(value: JsonObject): JournalHead | null {
  if (value['format'] === JOURNAL_FORMAT) return valueOf(readAs(JOURNAL_HEAD, value));
  const early = valueOf(readAs(EARLY_JOURNAL_HEAD, value));
  return early && { ...early, start: null };
}

function toRecord(line: string): JournalRecordMessage | null {
  const value = parseLine(line);
  return value === null ? null : valueOf(readAs(JOURNAL_RECORD, value));
}

function valueOf<T>(read: Result<T, unknown>): T | null {
  return read.ok ? read.value : null;
}

function explainSeal(line: JsonObject, head: JournalHead): string | null {
  if (line['seal'] === undefined) return null;
  const seal = readSeal(line['seal']);
  return seal === null
    ? 'The journal was changed at line 1 after it was written: its seal cannot be read.'
    : explainChange(seal, head, 'journal', nativeSha256);
}

function parseLine(line: string): JsonObject | null {
  try {
    const value: Json = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** `sha256` of the hosts as Node has it: of an input of many megabytes it keeps the thread for a twentieth of the time. */
export const nativeSha256: DigestText = (text) => createHash('sha256').update(text, 'utf8').digest('hex');
