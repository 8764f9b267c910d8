import type { PlainValue } from './valueRows.ts';

/** About how many characters a piece has: little enough that a browser lays it out at once. */
const PIECE = 8_000;

/** A text in pieces that end, where they can, at the end of a line, else of a word. Line breaks between pieces are left out. */
export function* textPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const rest = text.length - at;
    if (rest <= PIECE) {
      yield text.slice(at);
      return;
    }
    const line = text.lastIndexOf('\n', at + PIECE);
    if (line > at) {
      yield text.slice(at, line);
      at = line + 1;
      continue;
    }
    const word = text.lastIndexOf(' ', at + PIECE);
    const end = word > at ? word + 1 : at + PIECE;
    yield text.slice(at, end);
    at = end;
  }
}

type Member = readonly [prefix: string, value: PlainValue];

/** A list or map that is being written. */
interface Open {
  readonly members: readonly Member[];
  readonly close: string;
  next: number;
}

/** A value as indented JSON, like `JSON.stringify(value, null, 2)`, in pieces that end at the end of a line, which is left out. */
export function* jsonPieces(value: PlainValue): Generator<string> {
  let text = '';
  const open: Open[] = [];
  const write = ([prefix, each]: Member, end: string): void => {
    const group = typeof each === 'object' && each !== null ? toOpen(each) : null;
    if (group === null || group.members.length === 0) {
      text += `${'  '.repeat(open.length)}${prefix}${group === null ? JSON.stringify(each) : brackets(each)}${end}\n`;
      return;
    }
    text += `${'  '.repeat(open.length)}${prefix}${brackets(each)[0]}\n`;
    open.push({ ...group, close: group.close + end });
  };
  write(['', value], '');
  for (let group = open.at(-1); group !== undefined; group = open.at(-1)) {
    const member = group.members[group.next];
    group.next += 1;
    if (member !== undefined) write(member, group.next < group.members.length ? ',' : '');
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

function toOpen(value: object): Open {
  if (Array.isArray(value)) {
    const members = value.map((each: PlainValue): Member => ['', each]);
    return { members, close: ']', next: 0 };
  }
  const members = Object.entries(value).map(
    ([key, each]: [string, PlainValue]): Member => [`${JSON.stringify(key)}: `, each],
  );
  return { members, close: '}', next: 0 };
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
      const entries = Object.entries(each);
      for (const [key, inner] of entries.slice(0, most)) {
        length += key.length + 4;
        left.push(inner);
      }
    }
  }
  return length > most;
}
