import { escapeHidden, keysOf, memberOf, type PlainValue } from './valueRows.ts';

/** About how many characters a piece has: little enough that a browser lays it out at once. */
const PIECE = 8_000;

/** A text in pieces that end, where they can, at the end of a line, else of a word. Line breaks between pieces are omitted. */
export function* textPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const rest = text.length - at;
    if (rest <= PIECE) {
      yield text.slice(at);
      return;
    }
    // Looked for in the piece alone: a text without lines or words is not gone through again for each piece.
    const piece = text.slice(at, at + PIECE + 1);
    const line = piece.lastIndexOf('\n');
    if (line > 0) {
      yield piece.slice(0, line);
      at += line + 1;
      continue;
    }
    const word = piece.lastIndexOf(' ');
    const end = word > 0 ? word + 1 : PIECE;
    yield piece.slice(0, end);
    at += end;
  }
}

type Member = readonly [prefix: string, value: PlainValue];

/** A list or map that is being written. */
interface Open {
  readonly value: PlainValue & object;
  /** Of a map. */
  readonly keys: readonly string[] | null;
  readonly close: string;
  next: number;
}

/** {@link jsonPieces} for a page that lays them out: a text in it that is longer than a piece is cut as well, and nothing turns others around. */
export function* shownJsonPieces(value: PlainValue): Generator<string> {
  for (const piece of jsonPieces(value)) for (const part of textPieces(piece)) yield escapeHidden(part);
}

/** A value as indented JSON, like `JSON.stringify(value, null, 2)`, in pieces that end at the end of a line, which is omitted. */
export function* jsonPieces(value: PlainValue): Generator<string> {
  let text = '';
  const open: Open[] = [];
  const write = ([prefix, each]: Member, end: string): void => {
    const group = typeof each === 'object' && each !== null ? toOpen(each) : null;
    if (group === null || sizeOf(group) === 0) {
      text += `${'  '.repeat(open.length)}${prefix}${group === null ? JSON.stringify(each) : brackets(each)}${end}\n`;
      return;
    }
    text += `${'  '.repeat(open.length)}${prefix}${brackets(each)[0]}\n`;
    open.push({ ...group, close: group.close + end });
  };
  write(['', value], '');
  for (let group = open.at(-1); group !== undefined; group = open.at(-1)) {
    const member = nextOf(group);
    group.next += 1;
    if (member !== undefined) write(member, group.next < sizeOf(group) ? ',' : '');
    else {
      open.pop();
      text += `${'  '.repeat(open.length)}${group.close}\n`;
    }
    if (text.length < PIECE) continue;
    yield text.slice(0, -1);
    text = '';
  }
  if (text !== '') yield text.slice(0, -1);
}

function brackets(value: PlainValue): '[]' | '{}' {
  return Array.isArray(value) ? '[]' : '{}';
}

function toOpen(value: PlainValue & object): Open {
  if (Array.isArray(value)) return { value, keys: null, close: ']', next: 0 };
  return { value, keys: keysOf(value), close: '}', next: 0 };
}

function sizeOf({ value, keys }: Open): number {
  return keys?.length ?? (value as readonly PlainValue[]).length;
}

/** The member that is next; undefined after the last. */
function nextOf(group: Open): Member | undefined {
  const { value, keys, next } = group;
  if (next >= sizeOf(group)) return undefined;
  if (keys === null) return ['', (value as readonly PlainValue[])[next] ?? null];
  const key = keys[next] ?? '';
  return [`${JSON.stringify(key)}: `, memberOf(value, key)];
}

/** Whether a value as JSON has more characters than `most`, told without writing more than that. */
export function isLongerThan(value: PlainValue, most: number): boolean {
  let length = 0;
  const left: PlainValue[] = [value];
  for (let each = left.pop(); each !== undefined && length <= most; each = left.pop()) {
    if (typeof each === 'string') length += each.length;
    else if (typeof each !== 'object' || each === null) length += 4;
    else if (Array.isArray(each)) {
      length += each.length;
      left.push(...each.slice(0, most));
    } else {
      for (const key of keysOf(each).slice(0, most)) {
        length += key.length + 4;
        left.push(memberOf(each, key));
      }
    }
  }
  return length > most;
}
