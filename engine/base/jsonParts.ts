/** From which length on a part is given out, in characters. */
export const JSON_PART = 1 << 16;

/** What a number, a key without its text, or an item counts for besides its text, in characters. */
const COST = 8;

/**
 * The text that `JSON.stringify` gives for plain data, in parts: one after the other they are that text, byte for byte, and no step
 * reads much more than {@link JSON_PART} characters. A surrogate pair is never cut. Of a short value there is one part.
 */
export function* jsonParts(value: unknown): Generator<string, void> {
  let part = '';
  for (const piece of listPieces(value)) {
    part += piece;
    if (part.length < JSON_PART) continue;
    yield part;
    part = '';
  }
  if (part !== '') yield part;
}

/** Whether the text of plain data is longer than one part, as far as can be said without making it. */
export function isLongJson(value: unknown): boolean {
  return leftOf(value, JSON_PART) < 0;
}

/** What is left of a number of characters after a value; below 0 as soon as it is longer. */
function leftOf(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  let left = room - COST;
  if (typeof value !== 'object' || value === null) return left;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index += 1) left = leftOf(value[index], left);
    return left;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (left < 0) return left;
    left = leftOf(inner, left - key.length);
  }
  return left;
}

function* listPieces(value: unknown): Generator<string, void> {
  if (!isLongJson(value)) yield JSON.stringify(value) ?? '';
  else if (typeof value === 'string') yield* piecesOfText(value);
  else if (Array.isArray(value)) yield* piecesOfList(value);
  else yield* piecesOfMap(value as object);
}

function* piecesOfText(text: string): Generator<string, void> {
  yield '"';
  for (let from = 0; from < text.length; ) {
    const until = from + JSON_PART;
    const to = isHigh(text.charCodeAt(until - 1)) ? until + 1 : until;
    yield JSON.stringify(text.slice(from, to)).slice(1, -1);
    from = to;
  }
  yield '"';
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function* piecesOfList(list: readonly unknown[]): Generator<string, void> {
  let before = '[';
  for (const item of list) {
    yield before;
    if (item === undefined) yield 'null';
    else yield* listPieces(item);
    before = ',';
  }
  yield `${before === '[' ? before : ''}]`;
}

function* piecesOfMap(map: object): Generator<string, void> {
  let before = '{';
  for (const [key, inner] of Object.entries(map)) {
    if (inner === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* listPieces(inner);
    before = ',';
  }
  yield `${before === '{' ? before : ''}}`;
}
