import { ApiProblem } from '../ApiProblem.ts';
import { type BodyBounds, type BodyGate, tooMany } from './BodyBounds.ts';

/** A list or a map that is open. */
interface OpenLevel extends Level {
  readonly isMap: boolean;
  /** Of a map: the keys that came. */
  readonly keys: Set<string>;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_MAP = 0x7b;
const CLOSE_MAP = 0x7d;

/**
 * Counts what is in JSON while its bytes arrive, each of them once. Refuses what is beyond the bounds, a key that is twice in one map
 * and a number beyond all numbers, each with its place; whether it is JSON at all is for who parses it.
 */
export class JsonGate implements BodyGate {
  readonly #bounds: BodyBounds;
  readonly #levels: OpenLevel[] = [];
  #values = 0;
  /** Inside of a text: of a key or of a value. */
  #text: 'key' | 'value' | null = null;
  #isEscaped = false;
  /** A key comes next. */
  #wantsKey = false;
  /** The parts of the key that is being read. */
  #key: Uint8Array[] = [];
  /** The number or word that is being read; empty: none. */
  #word = '';

  constructor(bounds: BodyBounds) {
    this.#bounds = bounds;
  }

  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#text !== null) at = this.#readText(bytes, at);
      else {
        this.#readCode(bytes[at] ?? 0);
        at += 1;
      }
    }
  }

  end(): void {
    this.#endWord();
  }

  /** Behind the text, or the end of these bytes. */
  #readText(bytes: Uint8Array, from: number): number {
    let at = from;
    for (; at < bytes.length; at += 1) {
      const code = bytes[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) break;
    }
    if (this.#text === 'key') this.#key.push(bytes.subarray(from, at));
    if (at === bytes.length) return at;
    if (this.#text === 'key') this.#addKey();
    this.#text = null;
    return at + 1;
  }

  #readCode(code: number): void {
    switch (code) {
      case QUOTE:
        this.#endWord();
        this.#text = this.#wantsKey ? 'key' : 'value';
        if (!this.#wantsKey) this.#count();
        return;
      case OPEN_LIST:
      case OPEN_MAP:
        this.#endWord();
        return this.#open(code === OPEN_MAP);
      case CLOSE_LIST:
      case CLOSE_MAP:
        this.#endWord();
        this.#levels.pop();
        this.#wantsKey = false;
        return;
      case COMMA:
        return this.#next();
      case COLON:
        this.#wantsKey = false;
        return;
      case 0x20:
      case 0x09:
      case 0x0a:
      case 0x0d:
        return this.#endWord();
      default:
        return this.#addToWord(code);
    }
  }

  #open(isMap: boolean): void {
    this.#count();
    const { depth } = this.#bounds;
    if (this.#levels.length >= depth)
      throw new ApiProblem(
        'TOO_LARGE',
        `The body is nested more than ${depth} levels deep, at ${this.#place}. Send a flatter one.`,
      );
    this.#levels.push({ isMap, keys: isMap ? new Set() : NONE, key: null, index: 0 });
    this.#wantsKey = isMap;
  }

  #next(): void {
    this.#endWord();
    const level = this.#levels.at(-1);
    if (level === undefined) return;
    level.index += 1;
    this.#wantsKey = level.isMap;
  }

  #count(): void {
    this.#values += 1;
    const { values } = this.#bounds;
    if (this.#values > values) throw tooMany('values', values, this.#place);
  }

  #addKey(): void {
    const level = this.#levels.at(-1);
    const key = decode(this.#key);
    this.#key = [];
    if (level === undefined) return;
    level.key = key;
    if (level.keys.has(key))
      throw new ApiProblem('BAD_JSON', `The body has the key ${this.#place} twice. Send it once.`);
    level.keys.add(key);
    const { keys } = this.#bounds;
    if (level.keys.size > keys) throw tooMany('keys in one map', keys, this.#place);
  }

  #addToWord(code: number): void {
    if (this.#word === '') this.#count();
    this.#word += String.fromCharCode(code);
    const { digits } = this.#bounds;
    if (this.#word.length > digits)
      throw new ApiProblem('TOO_LARGE', `The body has a number of more than ${digits} characters, at ${this.#place}.`);
  }

  #endWord(): void {
    if (this.#word === '') return;
    const word = this.#word;
    this.#word = '';
    // The shortest number that no double holds has four characters, as in 1e309 with its sign and digits.
    if (word.length < 4 || Number.isFinite(Number(word)) || !NUMBER.test(word)) return;
    const shown = word.length > 40 ? `${word.slice(0, 40)}…` : word;
    throw new ApiProblem(
      'BAD_JSON',
      `The body at ${this.#place} has ${shown}, which is larger than any number (1.8e308). Write it in quotes.`,
    );
  }

  get #place(): string {
    return placeOf(this.#levels);
  }
}

const NONE: Set<string> = new Set();

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

const UTF8 = new TextDecoder();

/** A key as JSON has it: `\u0061` is the same as `a`. */
function decode(parts: readonly Uint8Array[]): string {
  const text = UTF8.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    // It is no JSON, which is told by who parses it.
    return text;
  }
}

/** A list or a map on the way to a place. */
interface Level {
  readonly isMap: boolean;
  /** Of a map: the key that is being read; null before the first. */
  key: string | null;
  /** Of a list: the index that is being read. */
  index: number;
}

/** How many characters of a place, and of a key in it, are shown. */
const LONGEST_PLACE = 160;
const LONGEST_KEY = 60;

/** A place in a body as an expression would read it, such as `input.rows[3]["a b"]`; `its beginning` for the body itself. The middle of a long one is omitted. */
function placeOf(levels: readonly Level[]): string {
  // Only both ends of a very deep one are shown.
  const shown = levels.length > 80 ? [...levels.slice(0, 40), ...levels.slice(-40)] : levels;
  const place = shown.map(stepOf).join('').replace(/^\./, '');
  if (place === '') return 'its beginning';
  return place.length <= LONGEST_PLACE
    ? place
    : `${place.slice(0, LONGEST_PLACE / 2)}…${place.slice(-LONGEST_PLACE / 2)}`;
}

function stepOf({ isMap, key, index }: Level): string {
  if (!isMap) return `[${index}]`;
  if (key === null) return '';
  const short = key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key;
  return /^[A-Za-z_$][\w$]*$/.test(short) ? `.${short}` : `[${JSON.stringify(short)}]`;
}
