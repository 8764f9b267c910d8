import { err, ok, type Result } from '../../base/index.ts';

/** Milliseconds, read from a duration string. */
export type Milliseconds = number;

/** Why a text is no duration, and the duration the author most likely meant. */
export interface DurationProblem {
  readonly reason: string;
  readonly suggestion?: string;
}

const UNITS: ReadonlyMap<string, Milliseconds> = new Map([
  ['w', 604_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
]);

/** Spellings people use for a unit; months and years have no fixed length and are counted in days. */
const SPELLINGS: ReadonlyMap<string, { readonly unit: string; readonly times: number }> = new Map(
  (
    [
      ['w', 1, 'wk wks week weeks'],
      ['d', 1, 'day days'],
      ['h', 1, 'hr hrs hour hours'],
      ['m', 1, 'min mins minute minutes'],
      ['s', 1, 'sec secs second seconds'],
      ['ms', 1, 'msec msecs millis millisecond milliseconds'],
      ['d', 30, 'mo mon month months'],
      ['d', 365, 'y yr yrs year years'],
    ] as const
  ).flatMap(([unit, times, names]) => [...names.split(' '), unit].map((name) => [name, { unit, times }] as const)),
);

const ORDER = [...UNITS.keys()];
const LONGEST: Milliseconds = 36_525 * 86_400_000;
const PART = /(\d+(?:\.\d+)?)([a-z]+)/g;
const WHOLE = /^(?:\d+(?:\.\d+)?[a-z]+)+$/;
const ISO =
  /^P(?=.)(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?=.)(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/;

/**
 * Reads a duration string as whole milliseconds (format.md 6).
 *
 * | text                        | means                                                             |
 * |-----------------------------|-------------------------------------------------------------------|
 * | `500ms` `1s` `5m` `2h` `1d` `1w` | a number and a unit                                          |
 * | `1.5s`                      | fractions, rounded to whole milliseconds                          |
 * | `1h30m`, `1d12h`            | several parts, each unit once, the longer unit first, no blanks   |
 * | `PT1M30S`, `P1DT2H`, `P2W`  | ISO 8601 without months and years                                 |
 * | `0s`                        | no time at all                                                    |
 * | `30`, `1 m`, `5 minutes`, `5M`, `30m1h` | refused; `30s`, `1m`, `5m`, `5m`, `1h30m` are suggested |
 * | `-5s`                       | refused; `5s` is suggested                                        |
 * | `1mo`, `P1M`, `1y`, `P1Y`   | refused, they have no fixed length; `30d`, `365d` are suggested   |
 * | empty, other text, over 100 years | refused                                                     |
 */
export function parseDuration(text: string): Result<Milliseconds, DurationProblem> {
  const total = text.startsWith('P') ? readIso(text) : readParts(text);
  if (total !== null) {
    if (total <= LONGEST) return ok(Math.round(total));
    return err({ reason: `"${text}" is longer than 100 years.` });
  }
  return err(explain(text));
}

/** Writes milliseconds in the shortest form {@link parseDuration} reads back: `1h30m`, `1.5s`, `250ms`, `0s`. */
export function formatDuration(ms: Milliseconds): string {
  if (!Number.isFinite(ms) || ms <= 0) return '0s';
  let rest = Math.round(ms);
  if (rest < 1_000) return `${rest}ms`;
  let text = '';
  for (const unit of ['d', 'h', 'm'] as const) {
    const size = UNITS.get(unit) ?? 1;
    const count = Math.floor(rest / size);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * size;
  }
  return rest > 0 ? `${text}${rest / 1_000}s` : text;
}

function readParts(text: string): number | null {
  if (!WHOLE.test(text)) return null;
  let total = 0;
  let last = -1;
  for (const [, count, unit] of text.matchAll(PART)) {
    const rank = ORDER.indexOf(unit ?? '');
    if (rank <= last) return null;
    last = rank;
    total += Number(count) * (UNITS.get(unit ?? '') ?? 0);
  }
  return total;
}

function readIso(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const counts = match.slice(1, 6).map((part: string | undefined) => Number((part ?? '0').replace(',', '.')));
  return counts.reduce((sum, count, index) => sum + count * (UNITS.get(ORDER[index] ?? '') ?? 0), 0);
}

function explain(text: string): DurationProblem {
  const trimmed = text.trim();
  if (trimmed === '') return { reason: 'A duration is missing: write a number and a unit, such as "30s".' };
  const suggestion = suggest(trimmed);
  const suggested = suggestion === undefined ? {} : { suggestion };
  if (/^[-−]/.test(trimmed)) return { reason: `A duration cannot be negative: "${text}".`, ...suggested };
  if (/^\d+(?:\.\d+)?$/.test(trimmed)) {
    return { reason: `"${text}" has no unit: add ms, s, m, h, d or w.`, suggestion: `${trimmed}s` };
  }
  if (/^P[\d.,]+[YM]/.test(trimmed) || /\d\s*(?:mo|y)/i.test(trimmed)) {
    return { reason: `Months and years have no fixed length: write "${text}" in days or weeks.`, ...suggested };
  }
  return {
    reason: `"${text}" is not a duration: write numbers with units, such as "500ms", "30s" or "1h30m".`,
    ...suggested,
  };
}

/** Adds up whatever numbers and units the text holds, in any order and spelling. */
function suggest(text: string): string | undefined {
  const iso = /^P([\d.]+)([YM])$/.exec(text);
  if (iso !== null) return formatDuration(Number(iso[1]) * (iso[2] === 'Y' ? 365 : 30) * 86_400_000);
  const words = text.toLowerCase().replace(/^[-−]\s*/, '');
  const parts = /(\d+(?:\.\d+)?)\s*([a-z]+)(?:\s*,?\s*(?:and\s+)?)/y;
  let total = 0;
  while (parts.lastIndex < words.length) {
    const match = parts.exec(words);
    const meant = SPELLINGS.get(match?.[2] ?? '');
    if (match === null || meant === undefined) return undefined;
    total += Number(match[1]) * meant.times * (UNITS.get(meant.unit) ?? 0);
  }
  return total <= LONGEST ? formatDuration(total) : undefined;
}
