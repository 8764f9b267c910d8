/** Days and times of the proleptic Gregorian calendar, reckoned without a clock and without the machine's time zone. */

/** A moment cut into parts, at some offset from UTC. `month` and `day` count from 1, `weekday` from Sunday as 0. */
export interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  readonly weekday: number;
}

const DAY = 86_400_000;
/** Years 0000 to 9999 in UTC: what four digits can write. */
const EARLIEST = -62_167_219_200_000;
const LATEST = 253_402_300_799_999;

/** Days from 1970-01-01 to a date. Months run from March here, so that a leap day ends its year. */
function daysFromDate(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function dateFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** Whether a number of milliseconds since the epoch is a moment of the years 0000 to 9999. */
export function isMoment(milliseconds: number): boolean {
  return milliseconds >= EARLIEST && milliseconds <= LATEST;
}

/** Cuts milliseconds since the epoch into parts, as a clock shows them that is `offset` minutes ahead of UTC. */
export function toMoment(milliseconds: number, offset = 0): Moment {
  const local = Math.floor(milliseconds) + offset * 60_000;
  const days = Math.floor(local / DAY);
  const rest = local - days * DAY;
  return {
    ...dateFromDays(days),
    hour: Math.floor(rest / 3_600_000),
    minute: Math.floor(rest / 60_000) % 60,
    second: Math.floor(rest / 1000) % 60,
    millisecond: rest % 1000,
    weekday: (((days + 4) % 7) + 7) % 7,
  };
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Milliseconds since the epoch of an ISO 8601 text: a date, or a date and a time with an offset (UTC without one).
 * Undefined for anything else, also for days that do not exist.
 */
export function parseIso(text: string): number | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offset = parseOffset(match[8] ?? 'Z');
  if (offset === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
  const days = daysFromDate(year, month, day);
  const date = dateFromDays(days);
  if (date.month !== month || date.day !== day) return undefined;
  const fraction = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1000);
  return days * DAY + hour * 3_600_000 + minute * 60_000 + second * 1000 + fraction - offset * 60_000;
}

const OFFSET = /^([+-])(\d{2}):?(\d{2})$/;

/** Minutes ahead of UTC: `UTC`, `Z`, `+02:00`, `-0330`. Undefined for names of zones, whose rules change over time. */
export function parseOffset(zone: string): number | undefined {
  if (zone === 'UTC' || zone === 'Z' || zone === 'z') return 0;
  const match = OFFSET.exec(zone);
  if (match === null) return undefined;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  if (minutes > 18 * 60 || Number(match[3]) > 59) return undefined;
  return match[1] === '-' ? -minutes : minutes;
}

/** What was written last: the many events of one moment ask for it again and again. */
const last = { at: Number.NaN, text: '' };

/** A moment as ISO 8601 in UTC with milliseconds: `2026-01-31T08:00:00.000Z`. */
export function formatIso(milliseconds: number): string {
  if (milliseconds !== last.at) {
    last.text = writeIso(milliseconds);
    last.at = milliseconds;
  }
  return last.text;
}

function writeIso(milliseconds: number): string {
  const at = toMoment(milliseconds);
  return `${pad(at.year, 4)}-${pad(at.month, 2)}-${pad(at.day, 2)}T${pad(at.hour, 2)}:${pad(at.minute, 2)}:${pad(at.second, 2)}.${pad(at.millisecond, 3)}Z`;
}

/** Minutes ahead of UTC as `+02:00`. */
export function formatOffset(offset: number): string {
  const minutes = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}`;
}

/** A number with leading zeros. */
export function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

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
