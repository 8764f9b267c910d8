import { type Json, toText } from '../base/index.ts';
import { parseDuration } from '../model/index.ts';

/** How long an answer may wait for a run at most, in ms. */
export const LONGEST_WAIT = 300_000;

/** A time in ms; null, and a message, where it is none or longer than `most`. */
export function readDuration(value: Json, most: number, find: (message: string) => void): number | null {
  const read = parseDuration(toText(value));
  if (!read.ok) find(`is not a time such as 30s: ${read.error.reason}`);
  else if (read.value > most) find(`is too long. Write at most ${most / 60_000}m.`);
  return read.ok ? read.value : null;
}
