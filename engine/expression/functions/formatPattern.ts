import { formatOffset, type Moment, pad, toMoment } from './calendar.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * | yyyy yy | MMMM MMM MM M | dd d | EEEE EEE | HH H | hh h a | mm m | ss s | SSS | XXX | 'text' |
 * |---|---|---|---|---|---|---|---|---|---|---|
 * | 2026 26 | January Jan 01 1 | 09 9 | Friday Fri | 08 8 | 08 8 AM | 05 5 | 07 7 | 003 | +02:00 | text |
 *
 * All other signs are literals; `''` is one quote.
 */
const FIELDS: ReadonlyMap<string, (at: Moment, offset: number) => string> = new Map<
  string,
  (at: Moment, offset: number) => string
>([
  ['yyyy', (at) => pad(at.year, 4)],
  ['yy', (at) => pad(at.year % 100, 2)],
  ['MMMM', (at) => MONTHS[at.month - 1] ?? ''],
  ['MMM', (at) => (MONTHS[at.month - 1] ?? '').slice(0, 3)],
  ['MM', (at) => pad(at.month, 2)],
  ['M', (at) => String(at.month)],
  ['dd', (at) => pad(at.day, 2)],
  ['d', (at) => String(at.day)],
  ['EEEE', (at) => DAYS[at.weekday] ?? ''],
  ['EEE', (at) => (DAYS[at.weekday] ?? '').slice(0, 3)],
  ['HH', (at) => pad(at.hour, 2)],
  ['H', (at) => String(at.hour)],
  ['hh', (at) => pad(at.hour % 12 || 12, 2)],
  ['h', (at) => String(at.hour % 12 || 12)],
  ['a', (at) => (at.hour < 12 ? 'AM' : 'PM')],
  ['mm', (at) => pad(at.minute, 2)],
  ['m', (at) => String(at.minute)],
  ['ss', (at) => pad(at.second, 2)],
  ['s', (at) => String(at.second)],
  ['SSS', (at) => pad(at.millisecond, 3)],
  ['XXX', (_, offset) => (offset === 0 ? 'Z' : formatOffset(offset))],
]);

const PIECE = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g;

/** Writes a moment by a pattern, at an offset from UTC in minutes. Answers with the letters it does not know as `unknown`. */
export function formatPattern(
  milliseconds: number,
  pattern: string,
  offset: number,
): { readonly text: string } | { readonly unknown: string } {
  const at = toMoment(milliseconds, offset);
  let text = '';
  for (const match of pattern.matchAll(PIECE)) {
    const [piece, quoted, letter] = match;
    if (quoted !== undefined) text += quoted === '' ? "'" : quoted.replaceAll("''", "'");
    else if (letter === undefined) text += piece;
    else {
      const field = FIELDS.get(piece);
      if (field === undefined) return { unknown: piece };
      text += field(at, offset);
    }
  }
  return { text };
}
