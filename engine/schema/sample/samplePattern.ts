import { compilePattern } from '../user/pattern.ts';
import type { Random } from './Random.ts';

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
