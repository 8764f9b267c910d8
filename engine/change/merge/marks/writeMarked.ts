import type { Segment } from '../write/Segment.ts';

/** How conflicts are written. */
export interface MarkOptions {
  /** How many signs a marker has; git's `%L`. */
  readonly size?: number;
  /** Whether the lines of the base are between those of the sides. */
  readonly hasBase?: boolean;
}

type Sides = Record<'base' | 'ours' | 'theirs', string>;

/** The text of a merge with git's markers around each conflict: only the lines in which the sides differ are between them. */
export function writeMarked(segments: readonly Segment[], { size = 7, hasBase = false }: MarkOptions = {}): string {
  const writer = new MarkedText(size, hasBase);
  for (const segment of segments) {
    if (typeof segment === 'string') writer.add(segment);
    else writer.question(segment);
  }
  return writer.end();
}

class MarkedText {
  readonly #size: number;
  readonly #hasBase: boolean;
  #text = '';
  /** What follows the last line that is done, as each side has it. */
  #open: Sides = { base: '', ours: '', theirs: '' };
  #isInQuestion = false;

  constructor(size: number, hasBase: boolean) {
    this.#size = size;
    this.#hasBase = hasBase;
  }

  add(text: string): void {
    if (this.#isInQuestion) {
      if (this.#isAtLineStart()) return this.#close(text);
      const end = text.indexOf('\n') + 1;
      this.#append(end === 0 ? text : text.slice(0, end));
      if (end > 0) this.#close(text.slice(end));
    } else {
      const line = this.#open.ours + text;
      const start = line.lastIndexOf('\n') + 1;
      this.#text += line.slice(0, start);
      this.#open = same(line.slice(start));
    }
  }

  question({ base, ours, theirs }: Sides): void {
    if (this.#isInQuestion && this.#isAtLineStart()) this.#close('');
    this.#open = { base: this.#open.base + base, ours: this.#open.ours + ours, theirs: this.#open.theirs + theirs };
    this.#isInQuestion = true;
  }

  end(): string {
    if (!this.#isInQuestion) return this.#text + this.#open.ours;
    const { base, ours, theirs } = this.#open;
    this.#open = { base: ended(base), ours: ended(ours), theirs: ended(theirs) };
    this.#close('');
    return this.#text;
  }

  #append(text: string): void {
    const { base, ours, theirs } = this.#open;
    this.#open = { base: base + text, ours: ours + text, theirs: theirs + text };
  }

  #isAtLineStart(): boolean {
    return Object.values(this.#open).every((text) => text === '' || text.endsWith('\n'));
  }

  #close(rest: string): void {
    const { base, ours, theirs } = this.#open;
    const mark = (sign: string, name: string): string =>
      `${sign.repeat(this.#size)}${name}${/\r\n/.test(ours + theirs) ? '\r' : ''}\n`;
    const middle = this.#hasBase ? mark('|', ' base') + base : '';
    this.#text +=
      ours === theirs ? ours : mark('<', ' ours') + ours + middle + mark('=', '') + theirs + mark('>', ' theirs');
    this.#isInQuestion = false;
    this.#open = same('');
    this.add(rest);
  }
}

function same(text: string): Sides {
  return { base: text, ours: text, theirs: text };
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
