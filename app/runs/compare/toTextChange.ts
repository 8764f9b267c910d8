import { minimalEdits } from '#engine';
import type { Json, JsonObject } from '#engine/values';
import { memberPath, previewOf } from '../../ui/index.ts';

/** A text that changed: what precedes the change, what was removed, what was added, and what follows. */
export interface TextChange {
  readonly before: string;
  readonly removed: string;
  readonly added: string;
  readonly after: string;
}

/** Characters shown of what is the same around a change. */
const AROUND = 40;

/** Characters shown of what changed. */
const LONGEST = 400;

/** The one place where two texts differ, with a little around it; long parts are cut. */
export function toTextChange(older: string, newer: string): TextChange {
  const { start, end, text } = minimalEdits(older, newer)[0] ?? { start: 0, end: 0, text: '' };
  return {
    before: (start > AROUND ? '…' : '') + older.slice(Math.max(0, start - AROUND), start),
    removed: cut(older.slice(start, end)),
    added: cut(text),
    after: older.slice(end, end + AROUND) + (older.length > end + AROUND ? '…' : ''),
  };
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
