import type { Json } from '#engine/values';
import { memberPath } from '../../ui/index.ts';

/** How many characters of a text are looked at in one go. */
const PIECE = 64 * 1024;

/** What is looked at of a value costs at least as much as so many characters. */
const LEAST = 16;

/** A value that is nested less deep, and whose lists and maps are shorter, is small. */
const DEEPEST = 4;
const WIDEST = 8;

/** A list or a map that is being looked through. */
type Level = { at: number } & (
  | { readonly list: readonly Json[] }
  | { readonly map: Readonly<Record<string, Json>>; readonly keys: readonly string[]; isAtKey: boolean }
);

/**
 * Looks for words in values of any size, in their keys, texts and numbers, whatever their case. It stops when what it looked at
 * since {@link rest} has become too much for one turn, and continues where it stopped.
 */
export class TextWalk {
  readonly #pattern: RegExp;
  readonly #length: number;
  readonly #isNumeric: boolean;
  readonly #most: number;
  readonly #levels: Level[] = [];
  #value: Json = null;
  /** Where the next piece of the text begins. */
  #offset = 0;
  #spent = 0;

  /** @param most how many characters are looked at before it stops */
  constructor(words: string, most: number) {
    this.#pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'i');
    this.#length = words.length;
    this.#isNumeric = /^[-+.\de]+$/i.test(words);
    this.#most = most;
  }

  /** True once it has looked at as much as it may before it rests. */
  get isTired(): boolean {
    return this.#spent > this.#most;
  }

  /** Counts something that was looked at besides. */
  tire(): void {
    this.#spent += LEAST;
  }

  /** It may look at as much again. */
  rest(): void {
    this.#spent = 0;
  }

  /** Puts it before a value. */
  begin(value: Json): void {
    this.#levels.length = 0;
    this.#value = value;
    this.#offset = 0;
  }

  /** Looks for the words from where it is: true where it has found them, false where they are not; null: it is tired. */
  next(): boolean | null {
    // Nearly all values are small, and most do not have the words.
    if (this.#levels.length === 0 && this.#offset === 0 && this.#isFreeOf(this.#value, 0)) return false;
    for (;;) {
      if (this.isTired) return null;
      if (this.#holds()) return true;
      if (this.#offset === 0 && !this.#advance()) return false;
    }
  }

  /** Where in the value it is, as expressions write it: `.items[3].name`. Empty for the value itself. */
  get path(): string {
    return this.#levels
      .map((level) => ('list' in level ? `[${level.at - 1}]` : memberPath(level.keys[level.at - 1] ?? '')))
      .join('');
  }

  /** The text that it is at, whole, and where in it the words begin. */
  get place(): { readonly text: string; readonly at: number } {
    const text = typeof this.#value === 'number' ? String(this.#value) : this.#value;
    if (typeof text !== 'string') throw new RangeError('It is at no text.');
    return { text, at: text.search(this.#pattern) };
  }

  /** Whether a value is small and does not have the words. */
  #isFreeOf(value: Json, depth: number): boolean {
    this.#spent += LEAST;
    if (value === null || typeof value === 'boolean') return true;
    if (typeof value === 'string') {
      this.#spent += value.length;
      return value.length < this.#length || (value.length <= PIECE && !this.#pattern.test(value));
    }
    if (typeof value === 'number') return !this.#isNumeric || !this.#pattern.test(String(value));
    if (depth > DEEPEST) return false;
    if (isList(value)) {
      if (value.length > WIDEST) return false;
      for (const item of value) if (!this.#isFreeOf(item, depth + 1)) return false;
      return true;
    }
    const keys = Object.keys(value);
    if (keys.length > WIDEST) return false;
    for (const key of keys)
      if (!this.#isFreeOf(key, depth + 1) || !this.#isFreeOf(value[key] ?? null, depth + 1)) return false;
    return true;
  }

  /** Whether the piece it is at holds the words; after the last one of a text the offset is 0 again. */
  #holds(): boolean {
    const value = this.#value;
    this.#spent += LEAST;
    if (typeof value === 'number') return this.#isNumeric && this.#pattern.test(String(value));
    if (typeof value !== 'string') return false;
    if (value.length <= PIECE) {
      this.#spent += value.length;
      return this.#pattern.test(value);
    }
    const end = this.#offset + PIECE;
    this.#spent += PIECE;
    const isFound = this.#pattern.test(value.slice(this.#offset, end + this.#length - 1));
    this.#offset = isFound || end >= value.length ? 0 : end;
    return isFound;
  }

  /** Goes into the value, else to what comes after it; false at the end. */
  #advance(): boolean {
    const value = this.#value;
    const last = this.#levels.at(-1);
    const isKey = last !== undefined && 'map' in last && last.isAtKey;
    if (!isKey && value !== null && typeof value === 'object') {
      if (isList(value)) this.#levels.push({ at: 0, list: value });
      else this.#levels.push({ at: 0, map: value, keys: Object.keys(value), isAtKey: false });
    }
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      if ('list' in level) {
        if (level.at < level.list.length) {
          this.#value = level.list[level.at] ?? null;
          level.at += 1;
          return true;
        }
      } else if (level.isAtKey) {
        level.isAtKey = false;
        this.#value = level.map[level.keys[level.at - 1] ?? ''] ?? null;
        return true;
      } else if (level.at < level.keys.length) {
        level.isAtKey = true;
        this.#value = level.keys[level.at] ?? null;
        level.at += 1;
        return true;
      }
      this.#levels.pop();
    }
    return false;
  }
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
