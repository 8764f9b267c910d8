import { createHash } from 'node:crypto';
import { jsonParts } from '../../../base/index.ts';
import type { RunStarted } from '../../../run/index.ts';
import { nextLink, type RunSeal, sealRun } from '../../RunSeal.ts';
import type { Rest } from './RunJournal.ts';
import { JOURNAL_FORMAT, type JournalHead, nativeSha256 } from './readJournal.ts';

/** A line of a journal. */
export interface SealedLine {
  readonly bytes: Buffer;
  /** The digest of it and of all lines before it; null in a journal without digests. */
  readonly link: string | null;
}

/** The line that has a value, after the line with that digest. */
export function sealLine(value: object, before: string | null): SealedLine {
  const text = JSON.stringify(value);
  if (before === null) return { bytes: Buffer.from(`${text}\n`), link: null };
  const link = nextLink(before, text, nativeSha256);
  return { bytes: Buffer.from(`{"hash":"${link}",${text.slice(1)}\n`), link };
}

/** The same line, made in steps. Rejects with what `rest` throws. */
export async function sealLineInSteps(value: object, before: string | null, rest: Rest): Promise<SealedLine> {
  const hash = createHash('sha256').update(`${before}\n`);
  const parts: Buffer[] = [];
  for (const part of jsonParts(value)) {
    const bytes = Buffer.from(part);
    hash.update(bytes);
    parts.push(bytes);
    await rest();
  }
  const end = Buffer.from('\n');
  if (before === null) return { bytes: Buffer.concat([...parts, end]), link: null };
  const link = hash.digest('hex');
  const [brace = end, ...others] = parts;
  return { bytes: Buffer.concat([Buffer.from(`{"hash":"${link}",`), brace.subarray(1), ...others, end]), link };
}

/** What a run starts with, as the first line of its journal has it. */
export type BegunHead = JournalHead & { readonly start: RunStarted };

/** The first line of a journal. */
export function sealHead(head: BegunHead): SealedLine {
  return sealLine(toLine(head, sealRun(head, nativeSha256)), '');
}

/** As {@link sealHead}, in steps as {@link sealLineInSteps}. */
export async function sealHeadInSteps(head: BegunHead, rest: Rest): Promise<SealedLine> {
  const hash = createHash('sha256');
  for (const part of jsonParts(head.start)) {
    hash.update(part);
    await rest();
  }
  const seal = { ...sealRun({ ...head, start: null }, nativeSha256), start: hash.digest('hex') };
  return sealLineInSteps(toLine(head, seal), '', rest);
}

function toLine(head: BegunHead, seal: RunSeal): object {
  return { format: JOURNAL_FORMAT, ...head, seal };
}
