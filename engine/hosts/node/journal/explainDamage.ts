import type { Proof } from '../../../driver/index.ts';
import type { FileLine } from './readLines.ts';

/** The end of a line of a journal. */
export interface JournalPlace {
  /** Its number, from 1. */
  readonly line: number;
  /** Bytes of the journal up to here. */
  readonly offset: number;
  /** Where in the file the line begins. */
  readonly last: number;
  /** Its digest; null in journals of versions without. */
  readonly link: string | null;
  /** The digest of the line before; null where there is none, or it is not known. */
  readonly before: string | null;
  /** The digest of the first line: that of this journal and no other; null as `link`. */
  readonly head: string | null;
  /** How many processes have owned the journal. */
  readonly epoch: number;
  /** The digest of the last line before each owner but the first. */
  readonly fences: readonly string[];
  /** How many inputs there are up to here. */
  readonly inputs: number;
  /** Bytes of the journal up to here with the lines behind it that do not count. */
  readonly until: number;
}

/** How the first line of a journal begins, with and without a digest. */
const BEGINNINGS = ['{"hash":"', '{"format":"signalbox-journal/'];

const NO_JOURNAL = 'This is not a journal of Signalbox. Name the file that an earlier run wrote with --journal.';

const ADVICE = 'The run is not resumed. Take the journal as it was written, or start a new run.';

/** What a file looks like whose first line is no head of a journal. */
export type Likeness = 'empty' | 'torn' | 'damaged' | 'other';

/** Tells an empty file, a journal that ends inside its first line, one whose first line is damaged, and what is no journal. */
export function likenHead(text: string, isWhole: boolean): Likeness {
  if (text === '') return isWhole ? 'other' : 'empty';
  if (/^\0+$/.test(text)) return 'torn';
  // Some editors add a byte order mark.
  const begun = text.replace(/^\uFEFF/, '');
  const isOurs = BEGINNINGS.some((begin) => (isWhole ? begun.startsWith(begin) : begins(begun, begin)));
  if (!isOurs) return 'other';
  return isWhole ? 'damaged' : 'torn';
}

/** Why a file has no run, where it has no whole line: `begun` is all of it. */
export function explainBegun(begun: string): string {
  switch (likenHead(begun, false)) {
    case 'empty':
      return 'This file is empty: no run was recorded in it. To start one in it, name a workflow and leave --resume out.';
    case 'torn':
      return 'The journal ends inside line 1: it was cut off before the run began, and nothing of the run was done. Start the run again, with --force to write over this file.';
    default:
      return NO_JOURNAL;
  }
}

/** What is wrong with the first line of a file that is no head of a journal. */
export function explainHead(line: FileLine): string {
  return likenHead(line.text, true) === 'damaged' ? explainLine(line, 1) : NO_JOURNAL;
}

/** What is wrong with a line that is not as it was written. */
export function explainLine(line: FileLine, number: number): string {
  const damage = findDamage(line);
  if (damage !== null) return `The journal is damaged at line ${number}: ${damage}. ${ADVICE}`;
  return `The journal was changed at line ${number} after it was written: this line, or one before it, is not as it was. ${ADVICE}`;
}

/** That lines before a line are missing, or that it is where it does not belong; null where its number of inputs is right. */
export function explainLost({ inputs }: Proof, { line, inputs: known }: JournalPlace): string | null {
  if (!Number.isSafeInteger(inputs) || inputs === known) return null;
  return inputs > known
    ? `Lines of the journal are missing before line ${line + 1}: it follows ${inputs} recorded steps, and there are ${known}. ${ADVICE}`
    : `Line ${line + 1} of the journal does not belong there: it follows ${inputs} recorded steps, and there are ${known} before it. A line is there twice, or two processes wrote at once. ${ADVICE}`;
}

/** That lines at the end are missing, which a checkpoint has seen. */
export function explainEnd({ line }: JournalPlace, seen: number): string {
  return `The journal ends after line ${line}, and its checkpoint has seen ${seen} lines: lines at its end are missing. What they recorded would be done again. ${ADVICE}`;
}

function findDamage({ text, offset, end }: FileLine): string | null {
  if (text.includes('\0')) return 'parts of it are blank, as after a power failure';
  // What is no UTF-8 was replaced when it was read, by more bytes than there were.
  if (Buffer.byteLength(text) !== end - offset - 1) return 'some of its bytes are not text';
  if (text.endsWith('\r')) return 'its line end was changed';
  return isJson(text) ? null : 'it is not whole, or something else was written into it';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function begins(text: string, begin: string): boolean {
  return text.startsWith(begin) || begin.startsWith(text);
}
