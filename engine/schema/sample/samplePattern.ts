import { compilePattern } from '../user/checkText.ts';

const CLASSES: Readonly<Record<string, readonly string[]>> = {
  d: '0123456789'.split(''),
  w: 'abcdefghijklmnopqrstuvwxyz'.split(''),
  s: [' '],
};

/**
 * A text that matches a pattern made of literals, classes, groups, alternatives and counts; null for any other pattern.
 * The result is checked against the pattern itself.
 */
export function samplePattern(random: Random, source: string): string | null {
  const reader = { source: source.replace(/^\^/, '').replace(/(?<!\\)\$$/, ''), index: 0 };
  const text = readAlternatives(random, reader, 0);
  if (text === null || reader.index < reader.source.length) return null;
  return compilePattern(source)?.matcher(text).find() === true ? text : null;
}

interface Reader {
  readonly source: string;
  index: number;
}

function readAlternatives(random: Random, reader: Reader, depth: number): string | null {
  const choices: string[] = [];
  if (depth > 16) return null;
  for (;;) {
    const text = readSequence(random, reader, depth);
    if (text === null) return null;
    choices.push(text);
    if (reader.source[reader.index] !== '|') return random.pick(choices);
    reader.index++;
  }
}

function readSequence(random: Random, reader: Reader, depth: number): string | null {
  let text = '';
  while (reader.index < reader.source.length && !'|)'.includes(reader.source[reader.index] ?? '')) {
    const start = reader.index;
    const first = readAtom(random, reader, depth);
    if (first === null) return null;
    const after = reader.index;
    const count = readCount(random, reader);
    const end = reader.index;
    for (let n = 0; n < count; n++) {
      reader.index = start;
      text += n === 0 ? first : (readAtom(random, reader, depth) ?? '');
    }
    reader.index = Math.max(after, end);
    if (text.length > 200) return null;
  }
  return text;
}

function readCount(random: Random, reader: Reader): number {
  const found = /^(?:\*|\+|\?|\{(\d{1,3})(,)?(\d{0,3})\})\??/.exec(reader.source.slice(reader.index));
  if (found === null) return 1;
  reader.index += found[0].length;
  if (found[0].startsWith('*') || found[0].startsWith('+')) return random.integer(2, 6);
  if (found[0].startsWith('?')) return 1;
  const least = Number(found[1]);
  const most = found[2] === undefined ? least : found[3] === '' ? least + 2 : Number(found[3]);
  return random.integer(least, Math.max(least, Math.min(most, least + 8)));
}

function readAtom(random: Random, reader: Reader, depth: number): string | null {
  const char = reader.source[reader.index++] ?? '';
  if (char === '(') {
    const open = /^(?:\?:|\?<\w+>)/.exec(reader.source.slice(reader.index));
    if (open === null && reader.source[reader.index] === '?') return null;
    reader.index += open?.[0].length ?? 0;
    const text = readAlternatives(random, reader, depth + 1);
    return reader.source[reader.index++] === ')' ? text : null;
  }
  if (char === '[') return readClass(random, reader);
  if (char === '.') return random.pick(CLASSES['w'] ?? []);
  if (char !== '\\') return /[*+?{}^$]/.test(char) ? null : char;
  const escaped = reader.source[reader.index++] ?? '';
  const set = CLASSES[escaped];
  if (set !== undefined) return random.pick(set);
  return /[a-zA-Z0-9]/.test(escaped) ? null : escaped;
}

function readClass(random: Random, reader: Reader): string | null {
  const found = /^(\^?)((?:\\.|[^\]\\])+)\]/.exec(reader.source.slice(reader.index));
  if (found === null || found[1] === '^') return null;
  reader.index += found[0].length;
  const letters: string[] = [];
  for (const [part, escaped, from, to] of (found[2] ?? '').matchAll(/\\(.)|(.)-(.)|./gs)) {
    if (escaped !== undefined) letters.push(...(CLASSES[escaped] ?? [escaped]));
    else if (from !== undefined && to !== undefined) {
      const first = from.charCodeAt(0);
      for (let code = first; code <= to.charCodeAt(0) && code < first + 64; code++)
        letters.push(String.fromCharCode(code));
    } else letters.push(part);
  }
  return letters.length === 0 ? null : random.pick(letters);
}

interface NumberBounds {
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly exclusiveMinimum: number | null;
  readonly exclusiveMaximum: number | null;
  readonly multipleOf: number | null;
}

/** Usual ranges by a property's name: least, most, decimals. */
const BY_NAME: readonly (readonly [RegExp, number, number, number])[] = [
  [/confidence|probability|similarity|likelihood|ratio|share|relevance/, 0.55, 0.98, 2],
  [/percent|pct/, 5, 95, 0],
  [/rating|stars/, 3, 5, 0],
  [/score/, 0.55, 0.98, 2],
  [/price|amount|cost|total|revenue|budget|fee|balance|subtotal|tax|value/, 12, 480, 2],
  [/year/, 2019, 2026, 0],
  [/month/, 1, 12, 0],
  [/day/, 1, 28, 0],
  [/hour/, 0, 23, 0],
  [/minute|second/, 0, 59, 0],
  [/age$/, 21, 64, 0],
  [/lat(itude)?$/, -60, 60, 4],
  [/(lng|lon(gitude)?)$/, -170, 170, 4],
  [/(_ms|duration|latency|elapsed)/, 120, 2_400, 0],
  [/(^|_)(id|number)$/, 1_000, 9_999, 0],
  [/tokens/, 80, 900, 0],
  [/port$/, 1_024, 49_151, 0],
  [/index|position|rank/, 1, 10, 0],
];

/** A plausible number for a name, within bounds: whole or a multiple where requested. */
export function sampleNumber(random: Random, name: string, bounds: NumberBounds, isInteger: boolean): number {
  const low = Math.max(bounds.minimum ?? -Infinity, bounds.exclusiveMinimum ?? -Infinity);
  const high = Math.min(bounds.maximum ?? Infinity, bounds.exclusiveMaximum ?? Infinity);
  const named = BY_NAME.find(([pattern]) => pattern.test(name));
  const usual = named ?? [
    /./,
    Number.isFinite(low + high) ? low : 1,
    Number.isFinite(low + high) ? high : 100,
    isInteger ? 0 : 1,
  ];
  // A score is high on its own scale, whether that ends at 1, 10 or 100.
  const scale = usual[2] < 1 && usual[2] > 0 && Number.isFinite(high) ? Math.max(1, high) : 1;
  const [least, most] = overlap([usual[1] * scale, usual[2] * scale], [low, high]);
  const isNarrow = most - least < 5 && !Number.isInteger(most - least);
  const step = bounds.multipleOf ?? (isInteger ? 1 : 10 ** -Math.max(scale > 1 ? 1 : usual[3], isNarrow ? 2 : 0));
  let first = Math.ceil(round(least / step));
  let last = Math.floor(round(most / step));
  if (first * step <= (bounds.exclusiveMinimum ?? -Infinity)) first++;
  if (last * step >= (bounds.exclusiveMaximum ?? Infinity)) last--;
  if (first > last) return isInteger ? Math.ceil(least) : round((least + most) / 2);
  return round(random.integer(first, last) * step);
}

/** The usual range inside the allowed one; where they do not meet, the allowed one near its end. */
function overlap(
  [least, most]: readonly [number, number],
  [low, high]: readonly [number, number],
): readonly [number, number] {
  const start = Math.max(least, low);
  const end = Math.min(most, high);
  if (start < end) return [start, end];
  if (Number.isFinite(low) && Number.isFinite(high)) return [low, high];
  return Number.isFinite(low) ? [low, low + 100] : [high - 100, high];
}

function round(value: number): number {
  return Number(value.toPrecision(12));
}

/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  #state: number;
  readonly #used = new Map<readonly string[], Set<string>>();

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but not 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.next() * list.length)];
    if (item === undefined) throw new RangeError('Nothing to pick from');
    return item;
  }

  /** One of a list of texts, none twice before all were picked. */
  pickFresh(list: readonly string[]): string {
    let used = this.#used.get(list);
    if (used === undefined || used.size === list.length) {
      used = new Set();
      this.#used.set(list, used);
    }
    const taken = used;
    const text = this.pick(list.filter((item) => !taken.has(item)));
    taken.add(text);
    return text;
  }
}
