import { isJsonObject, type Json, jsonObject } from '../../base/index.ts';
import {
  canonicalOf,
  listReadings,
  locateSymbols,
  type Range,
  type Reading,
  roomFor,
  writeCanonical,
} from './canonicalForm.ts';
import { listEncodedRuns } from './encodedRuns.ts';
import { compileShortForms, type Echo, type FindEchoes, prepareEchoes, WINDOW } from './findEchoes.ts';
import { finish, STRETCH } from './steps.ts';

/** What replaces a secret's value. Never resolves back to it. */
export const MASK = '••••••';

/** Deeper values are refused: the journal and the screen could not hold them either. */
const DEEPEST = 256;

/** Replaces secret values, in whatever form they come (see `canonicalForm.ts`, `listForms.ts`). */
export interface Redactor {
  /** A text with every secret in it replaced. */
  readonly redactText: (text: string) => string;
  /**
   * A value with every secret in it replaced, in keys too: numbers and lists of bytes or pieces that are one together as a
   * whole. Throws RangeError for a value nested over 256 levels.
   */
  readonly redact: (value: Json) => Json;
  /** The same in steps, between which others may have the thread; the last one gives the value. */
  readonly redactInSteps: (value: Json) => Generator<void, Json>;
}

/** Prepares the replacement of secrets; `secrets` gives the substitute by value. Values under 4 characters are left. */
export function createRedactor(secrets: ReadonlyMap<string, string>): Redactor {
  if (secrets.size === 0) return NOTHING_TO_REDACT;
  const find = prepareEchoes(secrets.keys());
  const short = compileShortForms(secrets.keys());
  const lengths = Array.from(secrets.keys(), (value) => canonicalOf(value, 'plain').length);
  const shortest = Math.min(...lengths.filter((length) => length >= WINDOW));
  const substituteOf = (value: string): string => secrets.get(value) ?? MASK;
  function* redactText(text: string, marks: readonly Mark[]): Generator<void, string> {
    const repeated = substitute(text, marks, substituteOf);
    const masked = substitute(repeated, yield* listEncoded(repeated, { find, shortest }), substituteOf);
    if (short === null) return masked;
    return masked.replace(short.pattern, (match: string, ...groups: unknown[]) => {
      const which = groups.findIndex((group) => group === match);
      return substituteOf(short.values[which] ?? '');
    });
  }
  function* redactEach(texts: readonly string[]): Generator<void, readonly string[]> {
    const marks = texts.map((): Mark[] => []);
    const isLong = texts.reduce((sum, text) => sum + COST_OF_TEXT + text.length, 0) > STEP;
    for (const reading of READINGS) {
      yield* markEchoes(texts, reading, { find, marks });
      if (isLong) yield;
    }
    const redacted: string[] = [];
    let cost = 0;
    for (const [index, text] of texts.entries()) {
      redacted.push(yield* redactText(text, marks[index] ?? []));
      cost += COST_OF_TEXT + text.length;
      if (cost < STEP) continue;
      cost = 0;
      yield;
    }
    return redacted;
  }
  const redactTexts = (texts: readonly string[]): readonly string[] => finish(redactEach(texts));
  const redactBytes = (list: readonly Json[]): boolean => {
    const text = textOfBytes(list);
    return text !== null && redactTexts([text])[0] !== text;
  };
  function* redactInSteps(value: Json): Generator<void, Json> {
    const texts: Texts = { values: [], keys: [] };
    collect(value, texts, 0);
    const values = (yield* redactEach(texts.values)).values();
    const keys = (yield* redactEach(texts.keys)).values();
    const rebuild = (inner: Json): Json => {
      if (typeof inner === 'string') return values.next().value ?? MASK;
      if (typeof inner === 'number') return secrets.get(String(inner)) ?? inner;
      if (Array.isArray(inner)) return redactBytes(inner) ? MASK : inner.map(rebuild);
      if (!isJsonObject(inner)) return inner;
      return jsonObject(Object.entries(inner).map(([, item]) => [keys.next().value ?? MASK, rebuild(item)]));
    };
    return rebuild(value);
  }
  return {
    redactText: (text) => redactTexts([text])[0] ?? text,
    redact: (value) => finish(redactInSteps(value)),
    redactInSteps,
  };
}

const NOTHING_TO_REDACT: Redactor = {
  redactText: (text) => text,
  redact: (value) => {
    collect(value, { values: [], keys: [] }, 0);
    return value;
  },
  // oxlint-disable-next-line eslint/require-yield -- long or not, there is one step
  *redactInSteps(value) {
    collect(value, { values: [], keys: [] }, 0);
    return value;
  },
};

/** How long a step is, in characters, and how many of them one text costs besides its own. */
const STEP = 20_000;
const COST_OF_TEXT = 50;

const READINGS: readonly Reading[] = ['plain', 'escaped', 'quoted'];

/** A part of a text that is replaced. */
interface Mark {
  readonly range: Range;
  readonly value: string;
}

/** All texts of a value, in the order they are met: each key before what is under it. */
interface Texts {
  readonly values: string[];
  readonly keys: string[];
}

function collect(value: Json, texts: Texts, depth: number): void {
  if (depth > DEEPEST) throw new RangeError('The value is nested too deeply.');
  if (typeof value === 'string') texts.values.push(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, texts, depth + 1);
  else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      texts.keys.push(key);
      collect(item, texts, depth + 1);
    }
  }
}

/** Notes what one reading of all texts finds. A secret in pieces over several texts takes each of them as a whole. */
function* markEchoes(
  texts: readonly string[],
  reading: Reading,
  { find, marks }: { readonly find: FindEchoes; readonly marks: readonly Mark[][] },
): Generator<void, void> {
  if (reading !== 'plain' && !texts.some((text) => listReadings(text).includes(reading))) return;
  const into = new Uint8Array(texts.reduce((sum, text) => sum + roomFor(text), 0));
  const ends: number[] = [];
  let end = 0;
  let cost = 0;
  for (const text of texts) {
    end = yield* writeCanonical(text, reading, { into, at: end });
    ends.push(end);
    cost += COST_OF_TEXT + text.length;
    if (cost < STRETCH) continue;
    cost = 0;
    yield;
  }
  const inside = new Map<number, Echo[]>();
  let index = 0;
  for (const echo of yield* find(into.subarray(0, end))) {
    while ((ends[index] ?? end) <= echo.from) index += 1;
    if (echo.to <= (ends[index] ?? end)) {
      const list = inside.get(index) ?? [];
      list.push(echo);
      inside.set(index, list);
    } else {
      for (let piece = index; piece < texts.length && (ends[piece - 1] ?? 0) < echo.to; piece += 1)
        marks[piece]?.push({ range: [0, texts[piece]?.length ?? 0], value: echo.value });
    }
  }
  for (const [at, echoes] of inside) {
    const text = texts[at] ?? '';
    const start = ends[at - 1] ?? 0;
    const ranges = echoes.map(({ from, to }): Range => [from - start, to - start]);
    for (const [which, range] of (yield* locateSymbols(text, reading, ranges)).entries()) {
      const { value } = echoes[which] ?? { value: '' };
      marks[at]?.push({ range: widen(text, range, value), value });
    }
  }
}

/** The stretches of a text that hold a secret once they are decoded: each as a whole. */
function* listEncoded(
  text: string,
  { find, shortest }: { readonly find: FindEchoes; readonly shortest: number },
): Generator<void, readonly Mark[]> {
  if (text.length < shortest) return [];
  const marks: Mark[] = [];
  for (const { range, texts } of listEncodedRuns(text, shortest))
    for (const decoded of texts)
      for (const reading of listReadings(decoded)) {
        const into = new Uint8Array(roomFor(decoded));
        const end = yield* writeCanonical(decoded, reading, { into, at: 0 });
        const [echo] = yield* find(into.subarray(0, end));
        if (echo !== undefined) marks.push({ range, value: echo.value });
        if (decoded.length > STEP) yield;
      }
  return marks;
}

/** A range with what the secret has before its first and after its last symbol, where the text has it too. */
function widen(text: string, [from, to]: Range, value: string): Range {
  const [core = [0, value.length]] = finish(locateSymbols(value, 'plain', [[0, canonicalOf(value, 'plain').length]]));
  const lead = value.slice(0, core[0]);
  const trail = value.slice(core[1]);
  const start = text.endsWith(lead, from) ? from - lead.length : from;
  if (trail !== '' && text.startsWith(trail, to)) return [start, to + trail.length];
  // Base64 ends in padding.
  return [start, to + (/^={1,2}/.exec(text.slice(to, to + 2))?.[0].length ?? 0)];
}

function substitute(text: string, marks: readonly Mark[], substituteOf: (value: string) => string): string {
  if (marks.length === 0) return text;
  const sorted = [...marks].sort((a, b) => a.range[0] - b.range[0] || b.range[1] - a.range[1]);
  let masked = '';
  let at = 0;
  for (const { range, value } of sorted) {
    if (range[0] >= at) masked += text.slice(at, range[0]) + substituteOf(value);
    at = Math.max(at, range[1]);
  }
  return masked + text.slice(at);
}

/** What a list of bytes is as UTF-8; null for any other list. */
function textOfBytes(list: readonly Json[]): string | null {
  const isBytes =
    list.length >= 4 && list.every((item) => typeof item === 'number' && item >= 0 && item < 256 && item % 1 === 0);
  return isBytes ? new TextDecoder().decode(Uint8Array.from(list as readonly number[])) : null;
}
