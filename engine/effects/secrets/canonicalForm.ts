import { finish, STRETCH } from './steps.ts';

/**
 * The canonical form of a text: its ASCII letters in lower case, its digits, and the UTF-8 bytes of everything beyond
 * ASCII, all else omitted. A secret written with other case, separators or line breaks has the same one.
 *
 * | reading | also undone first |
 * |---|---|
 * | `plain` | nothing |
 * | `escaped` | percent encoding of any depth, `\uXXXX` `\xXX` `\101` `\n`, `&#46;` `&#x2e;` `&amp;` |
 * | `quoted` | quoted-printable: `=2E`, and `=` at the end of a line |
 */
export type Reading = 'plain' | 'escaped' | 'quoted';

/** Which readings can differ from the plain one for this text. */
export function listReadings(text: string): readonly Reading[] {
  const readings: Reading[] = ['plain'];
  if (/[%\\&]/.test(text)) readings.push('escaped');
  if (/=(?:[0-9a-f]{2}|\r?\n)/i.test(text)) readings.push('quoted');
  return readings;
}

/** Called with each symbol of a canonical form and the range of UTF-16 units of the text it comes from. */
type OnSymbol = (symbol: number, from: number, to: number) => void;

/** Room for the canonical form of a text. */
export function roomFor(text: string): number {
  return /\P{ASCII}/u.test(text) ? text.length * 3 : text.length;
}

/** Writes the canonical form of a text into `into` from `at` on, in steps; the last one answers with where it ends. */
export function* writeCanonical(
  text: string,
  reading: Reading,
  { into, at }: { into: Uint8Array; at: number },
): Generator<void, number> {
  let end = at;
  yield* eachSymbol(text, reading, (symbol) => {
    into[end] = symbol;
    end += 1;
  });
  return end;
}

/** A range: where it begins, and where it ends (exclusive). */
export type Range = readonly [number, number];

/** Where in a text ranges of its canonical form come from, in one pass, in steps. The ranges are sorted and disjoint. */
export function* locateSymbols(
  text: string,
  reading: Reading,
  ranges: readonly Range[],
): Generator<void, readonly Range[]> {
  const located: Range[] = [];
  let index = 0;
  let start = 0;
  yield* eachSymbol(text, reading, (_symbol, from, to) => {
    const range = ranges[located.length];
    if (range !== undefined) {
      if (index === range[0]) start = from;
      if (index === range[1] - 1) located.push([start, to]);
    }
    index += 1;
  });
  return located;
}

/** The canonical form of a short text. */
export function canonicalOf(text: string, reading: Reading): Uint8Array {
  const into = new Uint8Array(roomFor(text));
  return into.slice(0, finish(writeCanonical(text, reading, { into, at: 0 })));
}

/** A text with its escapes undone, all of ASCII: percent encoding, those of JSON, C and HTML, quoted-printable. */
export function undoEscapes(text: string): string {
  let undone = '';
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const escape = readEscape(text, at, code) ?? readQuoted(text, at, code);
    const isAscii = escape !== null && escape.code >= 0 && escape.code < 0x80;
    const to = isAscii ? escape.to : Math.max(at + 1, behindBackslashes(text, at));
    undone += isAscii ? String.fromCharCode(escape.code) : text.slice(at, to);
    at = to;
  }
  return undone;
}

/** Each of its steps begins where a symbol does. */
function* eachSymbol(text: string, reading: Reading, onSymbol: OnSymbol): Generator<void, void> {
  for (let at = 0; at < text.length; ) {
    if (at > 0) yield;
    at = readStretch(text, reading, { from: at, onSymbol });
  }
}

/** Answers with where the next stretch begins. */
function readStretch(
  text: string,
  reading: Reading,
  { from, onSymbol }: { readonly from: number; readonly onSymbol: OnSymbol },
): number {
  const { length } = text;
  const until = Math.min(length, from + STRETCH);
  let at = from;
  while (at < until) {
    const code = text.charCodeAt(at);
    if (reading !== 'plain') {
      const escape = reading === 'escaped' ? readEscape(text, at, code) : readQuoted(text, at, code);
      if (escape !== null) {
        emitCode(escape.code, { onSymbol, from: at, to: escape.to, isByte: escape.isByte });
        at = escape.to;
        continue;
      }
    }
    const isPair = code >= 0xd800 && code < 0xdc00 && at + 1 < length;
    const to = at + (isPair ? 2 : 1);
    emitCode(isPair ? (text.codePointAt(at) ?? code) : code, { onSymbol, from: at, to, isByte: false });
    at = to;
  }
  return at;
}

/** The value of an escape: a code point, or one byte of UTF-8; -1 where it has none that counts. */
interface Escape {
  readonly code: number;
  readonly isByte: boolean;
  readonly to: number;
}

const PERCENT = 0x25;
const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const BACKSLASH = 0x5c;

function readEscape(text: string, at: number, code: number): Escape | null {
  if (code === PERCENT) return readPercent(text, at);
  if (code === BACKSLASH) return readBackslash(text, at);
  return code === AMPERSAND ? readEntity(text, at) : null;
}

/** `%2F`, `%2f`, and `%252F` however often it was encoded. */
function readPercent(text: string, at: number): Escape | null {
  let next = at + 1;
  while (text.startsWith('25', next) && readHex(text, next + 2, 2) >= 0) next += 2;
  const byte = readHex(text, next, 2);
  return byte < 0 ? null : { code: byte, isByte: true, to: next + 2 };
}

/** Any number of backslashes: what JSON escaped twice is still read. Those that escape nothing are passed over together, so that each is looked at once. */
function readBackslash(text: string, at: number): Escape {
  const next = behindBackslashes(text, at);
  const nothing = { code: -1, isByte: false, to: next };
  const kind = text[next];
  if (kind === 'u' || kind === 'U') {
    const braced = /^\{([0-9a-f]{1,6})\}/i.exec(text.slice(next + 1, next + 9))?.[1];
    if (braced !== undefined) return { code: Number.parseInt(braced, 16), isByte: false, to: next + 3 + braced.length };
    const unit = readHex(text, next + 1, 4);
    if (unit < 0) return nothing;
    const low = unit >= 0xd800 && unit < 0xdc00 && text[next + 5] === '\\' ? readHex(text, next + 7, 4) : -1;
    const isPair = low >= 0xdc00 && low < 0xe000;
    const code = isPair ? 0x10000 + (unit - 0xd800) * 0x400 + (low - 0xdc00) : unit;
    return { code, isByte: false, to: next + (isPair ? 11 : 5) };
  }
  if (kind === 'x' || kind === 'X') {
    const code = readHex(text, next + 1, 2);
    return code < 0 ? nothing : { code, isByte: true, to: next + 3 };
  }
  const octal = /^[0-3][0-7]{2}/.exec(text.slice(next, next + 3))?.[0];
  if (octal !== undefined) return { code: Number.parseInt(octal, 8), isByte: true, to: next + 3 };
  return kind !== undefined && 'nrtbfv0'.includes(kind) ? { code: -1, isByte: false, to: next + 1 } : nothing;
}

function behindBackslashes(text: string, at: number): number {
  let next = at;
  while (text.charCodeAt(next) === BACKSLASH) next += 1;
  return next;
}

/** `&#46;`, `&#x2e;`, the entities of punctuation, and either with its `&` escaped again. */
function readEntity(text: string, at: number): Escape | null {
  let next = at + 1;
  while (text.startsWith('amp;', next)) next += 4;
  const rest = text.slice(next, next + 12);
  const [whole, hex, decimal] = /^#(?:x0*([0-9a-f]{1,6})|0*(\d{1,7}));?/i.exec(rest) ?? [];
  if (whole !== undefined) {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return { code, isByte: false, to: next + whole.length };
  }
  const named = /^(?:lt|gt|quot|apos|nbsp|sol|bsol|plus|equals|colon|period|comma|lowbar|dash|commat|num);/i.exec(rest);
  if (named !== null) return { code: -1, isByte: false, to: next + named[0].length };
  return next > at + 1 ? { code: -1, isByte: false, to: next } : null;
}

function readQuoted(text: string, at: number, code: number): Escape | null {
  if (code !== EQUALS) return null;
  const lineEnd = /^\r?\n/.exec(text.slice(at + 1, at + 3))?.[0];
  if (lineEnd !== undefined) return { code: -1, isByte: false, to: at + 1 + lineEnd.length };
  const byte = readHex(text, at + 1, 2);
  return byte < 0 ? null : { code: byte, isByte: true, to: at + 3 };
}

/** The number that so many hexadecimal digits write; -1 where these are none. */
function readHex(text: string, at: number, digits: number): number {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    const code = text.charCodeAt(index);
    const digit =
      code >= 0x30 && code <= 0x39
        ? code - 0x30
        : (code | 0x20) >= 0x61 && (code | 0x20) <= 0x66
          ? (code | 0x20) - 0x57
          : -1;
    if (digit < 0 || Number.isNaN(code)) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function emitCode(
  code: number,
  {
    onSymbol,
    from,
    to,
    isByte,
  }: { readonly onSymbol: OnSymbol; readonly from: number; readonly to: number; readonly isByte: boolean },
): void {
  if (code < 0) return;
  if (code < 0x80) {
    const symbol = canonicalAscii(code);
    if (symbol !== 0) onSymbol(symbol, from, to);
  } else if (isByte) {
    onSymbol(code & 0xff, from, to);
  } else if (code >= 0xff01 && code <= 0xff5e) {
    // Full-width forms are ASCII in other clothes.
    const symbol = canonicalAscii(code - 0xfee0);
    if (symbol !== 0) onSymbol(symbol, from, to);
  } else if (!isInvisible(code)) emitUtf8(code, (byte) => onSymbol(byte, from, to));
}

/** A letter in lower case, or a digit; 0 for all else. */
function canonicalAscii(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return code;
  if (code >= 0x30 && code <= 0x39) return code;
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : 0;
}

function isInvisible(code: number): boolean {
  return code === 0xa0 || code === 0xad || code === 0xfeff || (code >= 0x2000 && code <= 0x206f) || code === 0x3000;
}

function emitUtf8(code: number, onByte: (byte: number) => void): void {
  if (code < 0x800) onByte(0xc0 | (code >> 6));
  else if (code < 0x10000) {
    onByte(0xe0 | (code >> 12));
    onByte(0x80 | ((code >> 6) & 0x3f));
  } else {
    onByte(0xf0 | ((code >> 18) & 0x07));
    onByte(0x80 | ((code >> 12) & 0x3f));
    onByte(0x80 | ((code >> 6) & 0x3f));
  }
  onByte(0x80 | (code & 0x3f));
}
