import { type ExactJson, isJsonObject, type Json } from '../../base/index.ts';
import { validateJson } from '../../schema/index.ts';
import { parseExactly } from '../limitJson.ts';

/** JSON that was found in an answer, and the integers in it that no number holds. */
export type FoundJson = Pick<ExactJson, 'value' | 'lost'>;

/** At most so many places of an answer are tried as the beginning of JSON. */
const MOST_STARTS = 200;

const FENCE = /(?:^|\n)[ \t]*(?:```|~~~)[^\n]*\n([\s\S]*?)\n[ \t]*(?:```|~~~)/g;

/**
 * The JSON of an answer that was asked to fit a schema, as models write it: after what they thought (`<think>…</think>`), in a fence, between
 * sentences. The first of these that holds JSON is read:
 *
 * | where | which |
 * |---|---|
 * | the whole text | |
 * | fences | the last that fits the schema, else the first |
 * | objects and lists between words | the last that fits, else the first |
 * | the whole text, as a text | where the schema takes a text, and none of these fits |
 *
 * Undefined where there is none.
 */
export function readJson(text: string, schema: Json): FoundJson | undefined {
  const said = withoutThoughts(text);
  const isText = said.trim() !== '' && fits(said.trim(), schema);
  const whole = parse(said);
  if (whole !== undefined && (!isText || fits(whole.value, schema))) return whole;
  const fences = [...said.matchAll(FENCE)].flatMap(([, inside = '']) => parse(inside) ?? []);
  const found = choose(fences, schema) ?? choose(findBetweenWords(said), schema);
  const isPart =
    found === undefined || !fits(found.value, schema) || (typeof found.value === 'string' && !isWholeJson(said));
  return isText && isPart ? { value: said.trim(), lost: [] } : found;
}

/** Whether the whole of an answer is JSON, but for thoughts and a fence: what was cut off is not. */
export function isWholeJson(text: string): boolean {
  const said = withoutThoughts(text).trim();
  const [fence] = said.matchAll(FENCE);
  return parse(said) !== undefined || (fence?.[0].trim() === said && parse(fence[1] ?? '') !== undefined);
}

const THOUGHTS = /^\s*(<(?:think|thinking|reasoning)>)?[\s\S]*?(?:<\/(?:think|thinking|reasoning)>|$)/i;

/** An answer without what its model thought before: some servers omit the tag that opens it. Empty where the thoughts have no end. */
function withoutThoughts(text: string): string {
  const [thoughts = '', opened] = THOUGHTS.exec(text) ?? [];
  // A tag in a value of JSON, or none at all.
  if (opened === undefined && (/^\s*[{[]/.test(text) || thoughts.length === text.length)) return text;
  return text.slice(thoughts.length);
}

function choose(found: readonly FoundJson[], schema: Json): FoundJson | undefined {
  return found.findLast(({ value }) => fits(value, schema)) ?? found[0];
}

function fits(value: Json, schema: Json): boolean {
  return validateJson(schema, value).errors.length === 0;
}

/** Objects and lists in a text that are not inside of others, in order. */
function findBetweenWords(text: string): readonly FoundJson[] {
  const found: FoundJson[] = [];
  let from = 0;
  for (let tried = 0; tried < MOST_STARTS; tried += 1) {
    const start = text.slice(from).search(/[{[]/) + from;
    if (start < from) break;
    const end = endOf(text, start);
    const read = end === null ? undefined : parse(text.slice(start, end));
    const isValue = read !== undefined && (isJsonObject(read.value) || Array.isArray(read.value));
    if (isValue) found.push(read);
    from = isValue && end !== null ? end : start + 1;
  }
  return found;
}

/** Where what begins at `start` with a bracket is closed; null where it is not. Brackets in quotes do not count. */
function endOf(text: string, start: number): number | null {
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (isQuoted && char === '\\') at += 1;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === '{' || char === '[')) depth += 1;
    else if (!isQuoted && (char === '}' || char === ']')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}

function parse(text: string): FoundJson | undefined {
  try {
    const { value, lost } = parseExactly(text);
    return { value, lost };
  } catch {
    return undefined;
  }
}
