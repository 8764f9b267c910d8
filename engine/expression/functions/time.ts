import type { Json } from '../../base/index.ts';
import { parseDuration } from '../../model/index.ts';
import { quoteValue } from '../values/values.ts';
import { formatIso, formatPattern, isMoment, parseIso, parseOffset } from './calendar.ts';
import type { FunctionCall, FunctionDefinition } from './FunctionCall.ts';

/** Functions about time, and the one of chance. Clock and chance come from the scope: a replay gives the same. */
export const TIME_FUNCTIONS = {
  now: {
    signature: 'now()',
    arity: [0, 0],
    run: (call) => formatIso(call.evaluator.scope.now()),
  },
  timestamp: {
    signature: 'timestamp()',
    arity: [0, 0],
    run: (call) => call.evaluator.scope.now(),
  },
  uuid: {
    signature: 'uuid()',
    arity: [0, 0],
    run: makeUuid,
  },
  formatDate: {
    signature: "formatDate(date, pattern, zone = 'UTC')",
    arity: [2, 3],
    run: formatDate,
  },
  addDuration: {
    signature: 'addDuration(date, duration)',
    arity: [2, 2],
    run: addDuration,
  },
} satisfies Record<string, FunctionDefinition>;

function readDate(call: FunctionCall, index: number): number {
  const value = call.value(index);
  const date = typeof value === 'number' ? value : parseIso(call.text(index).trim());
  if (date === undefined)
    return call.fail(`${quoteValue(call.text(index))} is no date. Write it as 2026-01-31 or 2026-01-31T08:00:00Z.`);
  if (!isMoment(date)) call.fail('a date lies in the years 0000 to 9999.');
  return date;
}

function formatDate(call: FunctionCall): Json {
  const date = readDate(call, 0);
  const zone = call.has(2) ? call.text(2) : 'UTC';
  const offset = parseOffset(zone);
  if (offset === undefined)
    return call.fail(
      `the zone ${quoteValue(zone)} is not known. Use 'UTC' or an offset such as '+02:00'; rules of named zones differ between machines.`,
    );
  const written = formatPattern(date, call.text(1), offset);
  if ('text' in written) return call.madeText(written.text);
  return call.fail(
    `the pattern holds \`${written.unknown}\`. It knows yyyy yy MMMM MMM MM M dd d EEEE EEE HH H hh h a mm m ss s SSS XXX; other letters stand in single quotes.`,
  );
}

function addDuration(call: FunctionCall): Json {
  const date = readDate(call, 0);
  const moved = date + readDuration(call, 1);
  if (!isMoment(moved)) call.fail('the result lies outside the years 0000 to 9999.');
  return typeof call.value(0) === 'number' ? moved : formatIso(moved);
}

/** Milliseconds as a number, or a duration (format.md 6), with a minus for going back. */
function readDuration(call: FunctionCall, index: number): number {
  const value = call.value(index);
  if (typeof value === 'number') return value;
  const text = call.text(index).trim();
  const isBack = text.startsWith('-');
  const duration = parseDuration(isBack ? text.slice(1) : text);
  if (!duration.ok) return call.fail(duration.error.reason);
  return isBack ? -duration.value : duration.value;
}

function makeUuid(call: FunctionCall): string {
  let hex = '';
  for (let word = 0; word < 4; word += 1) {
    hex += Math.floor(call.evaluator.scope.random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  }
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
