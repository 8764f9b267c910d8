import type { Segment } from '../write/Segment.ts';

/** A text with git's markers, taken apart. */
export interface MarkedFile {
  readonly ours: string;
  readonly theirs: string;
  /** Null where its lines are not there: without them a line of one side may have been added there, or removed on the other. */
  readonly base: string | null;
  /** Each conflict as it is marked. */
  readonly segments: readonly Segment[];
}

type Sides = Record<'base' | 'ours' | 'theirs', string>;

/** A conflict of which the end is not read yet. */
interface OpenConflict {
  readonly size: number;
  readonly at: keyof Sides;
  readonly hasBase: boolean;
  readonly found: Sides;
}

/**
 * Reads a text with git's conflict markers as the texts they were made of, in any of git's styles (`merge`, `diff3`, `zdiff3`) and with
 * markers of any size. Null where it has none, or where one is not closed.
 */
export function readMarked(text: string): MarkedFile | null {
  const reader = new MarkReader();
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) reader.read(line);
  return reader.end();
}

class MarkReader {
  readonly #sides: Sides = { base: '', ours: '', theirs: '' };
  readonly #segments: Segment[] = [];
  #plain = '';
  #count = 0;
  #hasBase = true;
  #open: OpenConflict | null = null;

  read(line: string): void {
    const mark = /^(<{3,}|\|{3,}|={3,}|>{3,})(?=[ \r\n]|$)/.exec(line)?.[0] ?? '';
    const [sign, size] = [mark.charAt(0), mark.length];
    const open = this.#open;
    if (open === null) {
      if (sign === '<') this.#open = { size, at: 'ours', hasBase: false, found: { base: '', ours: '', theirs: '' } };
      else this.#addPlain(line);
    } else if (size !== open.size || !isNext(open.at, sign)) open.found[open.at] += line;
    else if (sign === '|') this.#open = { ...open, at: 'base', hasBase: true };
    else if (sign === '=') this.#open = { ...open, at: 'theirs' };
    else this.#close(open);
  }

  end(): MarkedFile | null {
    if (this.#open !== null || this.#count === 0) return null;
    if (this.#plain !== '') this.#segments.push(this.#plain);
    const { base, ours, theirs } = this.#sides;
    return { ours, theirs, base: this.#hasBase ? base : null, segments: this.#segments };
  }

  #addPlain(line: string): void {
    this.#plain += line;
    for (const side of SIDES) this.#sides[side] += line;
  }

  #close({ found, hasBase }: OpenConflict): void {
    if (this.#plain !== '') this.#segments.push(this.#plain);
    this.#plain = '';
    this.#segments.push({ conflict: this.#count, ...found, both: found.ours + found.theirs });
    this.#count += 1;
    for (const side of SIDES) this.#sides[side] += found[side];
    this.#hasBase &&= hasBase;
    this.#open = null;
  }
}

const SIDES = ['base', 'ours', 'theirs'] as const;

/** Whether a marker may follow in this part of a conflict. */
function isNext(at: keyof Sides, sign: string): boolean {
  if (at === 'theirs') return sign === '>';
  return sign === '=' || (at === 'ours' && sign === '|');
}
