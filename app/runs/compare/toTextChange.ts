import { minimalEdits } from '#engine';
import { type DiffPart, diffParts, type Json, type JsonObject } from '#engine/values';
import { memberPath, previewOf } from '../../ui/index.ts';

/** Characters shown of what is the same around a change. */
const AROUND = 40;

/** Characters shown of what changed in one place. */
const LONGEST = 400;

/** What changed is compared word by word up to this many characters of both texts. */
const MOST_COMPARED = 20_000;

/** The share of the words that both texts must have: with fewer, what they share is chance. */
const ALIKE = 0.5;

/** Where two texts differ, in their order, with a little of what is the same around each place; long parts are cut. */
export function toTextChange(older: string, newer: string): readonly DiffPart[] {
  const { start, end, text } = minimalEdits(older, newer)[0] ?? { start: 0, end: 0, text: '' };
  const parts: readonly DiffPart[] = [
    { kind: 'same', text: older.slice(0, start) },
    ...compareWords(older.slice(start, end), text),
    { kind: 'same', text: older.slice(end) },
  ];
  const last = parts.length - 1;
  return parts.flatMap((part, at) => {
    if (part.text === '') return [];
    return part.kind === 'same' ? shorten(part, at === 0, at === last) : { ...part, text: cut(part.text) };
  });
}

/** Which words were removed and added; all of them where the texts are not alike, or long. */
function compareWords(older: string, newer: string): readonly DiffPart[] {
  const whole: readonly DiffPart[] = [
    { kind: 'removed', text: older },
    { kind: 'added', text: newer },
  ];
  if (older.length + newer.length > MOST_COMPARED) return whole;
  const parts = joinParts(diffParts(wordsOf(older), wordsOf(newer)));
  const shared = parts.reduce((sum, { kind, text }) => (kind === 'same' ? sum + text.trim().length : sum), 0);
  return shared < ALIKE * Math.max(older.length, newer.length) ? whole : parts;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+|\s+|./gsu) ?? [];
}

/** Neighbours of one kind as one part; of a change first all that was removed, then all that was added. */
function joinParts(words: readonly DiffPart[]): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  let [removed, added] = ['', ''];
  const close = (): void => {
    if (removed !== '') parts.push({ kind: 'removed', text: removed });
    if (added !== '') parts.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const { kind, text } of words) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      close();
      const last = parts.at(-1);
      if (last?.kind === 'same') parts[parts.length - 1] = { kind, text: last.text + text };
      else parts.push({ kind, text });
    }
  }
  close();
  return parts;
}

/** What is the same, with a little of it next to each change. */
function shorten({ kind, text }: DiffPart, isFirst: boolean, isLast: boolean): DiffPart {
  if (text.length <= (isFirst || isLast ? 1 : 2) * AROUND) return { kind, text };
  // Not in the middle of a word, where there is another place.
  const begin = isFirst ? '' : text.slice(0, AROUND).replace(/(?<=\s)\S+$/u, '');
  const end = isLast ? '' : text.slice(-AROUND).replace(/^\S+(?=\s)/u, '');
  return { kind, text: `${begin}…${end}` };
}

/** A path into a value as an expression writes it: `.items[0].name`; empty for the value itself. */
export function formatValuePath(path: readonly (string | number)[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : memberPath(step))).join('');
}

/** A value in a line; small lists and maps whole. */
export function previewValue(value: Json): string {
  if (typeof value !== 'object' || value === null || !isSmall(value)) return previewOf(value);
  return JSON.stringify(value);
}

/** Whether a value is a list or map of a few plain values: written out it stays a line. */
function isSmall(value: readonly Json[] | JsonObject): boolean {
  const parts: readonly Json[] = Object.values(value);
  return parts.length <= 4 && parts.every((part) => typeof part !== 'object' && String(part).length <= 24);
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
