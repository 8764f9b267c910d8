import { type ExactJson, type Json, type LostInteger, readExactly, shorten } from '../base/index.ts';
import type { OutcomeWarning } from '../run/index.ts';

/** How large JSON from outside may be before it is parsed: what it takes then is many times its length. */
export interface JsonLimits {
  /** Lists and maps inside of each other. */
  readonly depth: number;
  /** What is outside of texts: 1 for each comma and each opening bracket, 2 for each key, since keys take most. */
  readonly values: number;
}

/** For an answer as a whole: at worst, as a map of different keys, it takes about 200 MB. */
export const JSON_LIMITS: JsonLimits = { depth: 512, values: 2_000_000 };

/** Why JSON was not parsed. */
export class JsonLimitError extends Error {
  readonly reason: 'depth' | 'values';
  readonly limit: number;
  constructor(reason: 'depth' | 'values', limit: number) {
    super(reason === 'depth' ? `It nests more than ${limit} levels deep.` : `It holds more than ${limit} values.`);
    this.reason = reason;
    this.limit = limit;
  }
}

/** Measures JSON while it streams, without parsing it; whether it is JSON at all is not checked. */
export class JsonMeter {
  readonly #limits: JsonLimits;
  #depth = 0;
  #values = 0;
  #isText = false;
  #isEscaped = false;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  /** Takes the next character, or the next byte of UTF-8. Throws a {@link JsonLimitError} past a limit. */
  add(code: number): void {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) this.#isText = false;
      return;
    }
    switch (code) {
      case QUOTE:
        this.#isText = true;
        return;
      case OPEN_LIST:
      case OPEN_MAP:
        this.#depth += 1;
        if (this.#depth > this.#limits.depth) throw new JsonLimitError('depth', this.#limits.depth);
        return this.#count(1);
      case CLOSE_LIST:
      case CLOSE_MAP:
        this.#depth -= 1;
        return;
      case COMMA:
        return this.#count(1);
      case COLON:
        return this.#count(2);
    }
  }

  #count(weight: number): void {
    this.#values += weight;
    if (this.#values > this.#limits.values) throw new JsonLimitError('values', this.#limits.values);
  }
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;

/** `JSON.parse` within limits: throws a {@link JsonLimitError} past one, and a SyntaxError for what is no JSON. */
export function parseJson(text: string, limits: JsonLimits = JSON_LIMITS): Json {
  meter(text, limits);
  const value: Json = JSON.parse(text);
  return value;
}

/** As {@link parseJson}, with the integers that no number holds. */
export function parseExactly(text: string, limits: JsonLimits = JSON_LIMITS): ExactJson {
  meter(text, limits);
  return readExactly(text);
}

function meter(text: string, limits: JsonLimits): void {
  // A shorter text can hold neither so many values nor so many levels.
  if (text.length > Math.min(limits.depth, limits.values)) {
    const counted = new JsonMeter(limits);
    for (let at = 0; at < text.length; at += 1) counted.add(text.charCodeAt(at));
  }
}

/** How many integers are told of one by one. */
const MOST_TOLD = 5;

/**
 * Warnings of the integers of an answer that no number holds. `within` is where the JSON is in the value of the call (`body`),
 * `advice` what keeps their digits.
 */
export function warnOfLost(lost: readonly LostInteger[], within: string, advice: string): readonly OutcomeWarning[] {
  return lost.slice(0, MOST_TOLD).map(({ path, source }, index) => {
    const place = path === '' || path.startsWith('[') ? within + path : `${within}.${path}`;
    const more = index === MOST_TOLD - 1 ? lost.length - MOST_TOLD : 0;
    const others = more === 0 ? '' : ` ${more} more were rounded.`;
    const message = `${place} was sent as ${shorten(source)}, too long for an exact number: its last digits were lost.${others} ${advice}`;
    return { code: 'NUMBER_PRECISION', message, path: place };
  });
}
