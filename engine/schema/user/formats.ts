import { format } from '@cfworker/json-schema';
import type { Steps } from './Steps.ts';

/** Formats that are checked, with the longest text that can have one. The others are notes, as JSON Schema has it. */
const LONGEST: ReadonlyMap<string, number> = new Map([
  ['date-time', 100],
  ['date', 100],
  ['time', 100],
  ['duration', 1_000],
  ['email', 1_000],
  ['hostname', 253],
  ['ipv4', 100],
  ['ipv6', 100],
  ['uuid', 100],
  ['uri', 100_000],
  ['uri-reference', 100_000],
  ['json-pointer', 100_000],
]);

/** Whether a text has a format; true where the format is not one that is checked. */
export function hasFormat(text: string, name: string, steps: Steps): boolean {
  const longest = LONGEST.get(name);
  if (longest === undefined) return true;
  if (text.length > longest) return false;
  steps.spend(1 + (text.length >> 4));
  return format[name]?.(text) ?? true;
}
