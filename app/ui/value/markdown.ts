import { textPieces } from './pieces.ts';

/** A block of a text in Markdown. */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  /** Code; `continues`: it continues what the block before it began. */
  | { readonly kind: 'code'; readonly text: string; readonly continues?: true }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'item'; readonly depth: number; readonly marker: string; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'rule' }
  | { readonly kind: 'paragraph'; readonly text: string };

/** A part of a line of Markdown. */
export interface MarkdownSpan {
  readonly kind: 'text' | 'strong' | 'emphasis' | 'code' | 'link';
  readonly text: string;
  /** Of a link: where it leads, by http or https. */
  readonly target?: string;
}

const FENCE = /^\s{0,3}(```|~~~)/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const RULE = /^\s{0,3}(---+|\*\*\*+|___+)\s*$/;
const TABLE_LINE = /^\s*\|?[\s:|-]*-[\s:|-]*$/;

/** The most lines of a block: a longer one is given as several of its kind, one after another. So is a text with long lines. */
const MOST_LINES = 100;

/** The blocks of a text in Markdown, one after another. What is not known as something else is a paragraph; markup is text. */
export function* markdownBlocks(text: string): Generator<MarkdownBlock> {
  for (const block of blocksOf(new Lines(text))) {
    if (!('text' in block) || block.text === '') yield block;
    else for (const piece of textPieces(block.text)) yield { ...block, text: piece };
  }
}

/** Blocks of few lines, each line of any length. */
function* blocksOf(lines: Lines): Generator<MarkdownBlock> {
  let paragraph: string[] = [];
  for (let line = lines.next(); line !== null; line = lines.next()) {
    const blocks = line.trim() === '' ? [] : readBlock(line, lines);
    if (blocks === null) paragraph.push(line.trim());
    if (paragraph.length > 0 && (blocks !== null || paragraph.length === MOST_LINES)) {
      yield { kind: 'paragraph', text: paragraph.join('\n') };
      paragraph = [];
    }
    if (blocks !== null) yield* blocks;
  }
  if (paragraph.length > 0) yield { kind: 'paragraph', text: paragraph.join('\n') };
}

/** The lines of a text, read one by one. */
class Lines {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next line, without going to it; null at the end. */
  peek(): string | null {
    if (this.#at > this.#text.length) return null;
    const end = this.#text.indexOf('\n', this.#at);
    return this.#text.slice(this.#at, end < 0 ? undefined : end).replace(/\r$/, '');
  }

  next(): string | null {
    const line = this.peek();
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length + 1 : end + 1;
    return line;
  }

  /** The lines that follow as long as they fit, behind those that are read already, by some at once. */
  *readWhile(fits: (line: string) => boolean, read: readonly string[] = []): Generator<readonly string[]> {
    let found = [...read];
    for (let line = this.peek(); line !== null && fits(line); line = this.peek()) {
      found.push(line);
      this.next();
      if (found.length < MOST_LINES) continue;
      yield found;
      found = [];
    }
    if (found.length > 0) yield found;
  }
}

/** The blocks that a line begins: one, or several where it is long; null where the line is of a paragraph. */
function readBlock(line: string, lines: Lines): Iterable<MarkdownBlock> | null {
  if (FENCE.test(line)) return readCode(lines);
  const heading = HEADING.exec(line);
  if (heading) return [{ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' }];
  if (RULE.test(line)) return [{ kind: 'rule' }];
  const item = ITEM.exec(line);
  if (item) {
    const marker = item[2] ?? '';
    return [
      {
        kind: 'item',
        depth: Math.min(Math.floor((item[1] ?? '').length / 2), 8),
        marker: /\d/.test(marker) ? marker : '•',
        text: item[3] ?? '',
      },
    ];
  }
  if (line.startsWith('>')) return readQuote(line, lines);
  const below = lines.peek();
  return line.includes('|') && below?.includes('|') && TABLE_LINE.test(below) ? readTable(line, lines) : null;
}

function* readCode(lines: Lines): Generator<MarkdownBlock> {
  let isFirst = true;
  for (const found of lines.readWhile((next) => !FENCE.test(next))) {
    yield { kind: 'code', text: found.join('\n'), ...(isFirst ? {} : { continues: true }) };
    isFirst = false;
  }
  if (isFirst) yield { kind: 'code', text: '' };
  lines.next();
}

function* readQuote(line: string, lines: Lines): Generator<MarkdownBlock> {
  for (const found of lines.readWhile((next) => next.startsWith('>'), [line])) yield toQuote(found);
}

function toQuote(lines: readonly string[]): MarkdownBlock {
  return {
    kind: 'quote',
    text: lines
      .map((line) => line.replace(/^> ?/, ''))
      .join('\n')
      .trim(),
  };
}

function* readTable(line: string, lines: Lines): Generator<MarkdownBlock> {
  lines.next();
  let head = cellsOf(line);
  for (const found of lines.readWhile((next) => next.includes('|'))) {
    yield { kind: 'table', head, rows: found.map(cellsOf) };
    head = [];
  }
  if (head.length > 0) yield { kind: 'table', head, rows: [] };
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** The longest text whose marks are read: what is longer is shown as it is. */
const LONGEST = 20_000;
const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|__([^_]+)__|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https?:[^)\s]+)\)/g;

/** The parts of a block's text: what is strong, emphasized, code or a link. */
export function markdownSpans(text: string): readonly MarkdownSpan[] {
  if (text.length > LONGEST) return [{ kind: 'text', text }];
  const spans: MarkdownSpan[] = [];
  let at = 0;
  for (const match of text.matchAll(SPAN)) {
    if (match.index > at) spans.push({ kind: 'text', text: text.slice(at, match.index) });
    at = match.index + match[0].length;
    const [, code, strong, underlined, emphasis, link, target] = match;
    if (code !== undefined) spans.push({ kind: 'code', text: code });
    else if (strong !== undefined || underlined !== undefined)
      spans.push({ kind: 'strong', text: strong ?? underlined ?? '' });
    else if (emphasis !== undefined) spans.push({ kind: 'emphasis', text: emphasis });
    else if (link !== undefined && target !== undefined) spans.push({ kind: 'link', text: link, target });
  }
  if (at < text.length) spans.push({ kind: 'text', text: text.slice(at) });
  return spans;
}
