/** A block of a text in Markdown. */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
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

/** The blocks of a text in Markdown, one after another. What is not known as something else is a paragraph; markup is text. */
export function* markdownBlocks(text: string): Generator<MarkdownBlock> {
  const lines = new Lines(text);
  let paragraph: string[] = [];
  for (let line = lines.next(); line !== null; line = lines.next()) {
    const block = line.trim() === '' ? null : readBlock(line, lines);
    if (block === undefined) {
      paragraph.push(line.trim());
      continue;
    }
    if (paragraph.length > 0) yield { kind: 'paragraph', text: paragraph.join('\n') };
    paragraph = [];
    if (block !== null) yield block;
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
}

/** The block that a line begins; undefined where it is of a paragraph. */
function readBlock(line: string, lines: Lines): MarkdownBlock | undefined {
  if (FENCE.test(line)) return { kind: 'code', text: readWhile(lines, (next) => !FENCE.test(next), 1) };
  const heading = HEADING.exec(line);
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' };
  if (RULE.test(line)) return { kind: 'rule' };
  const item = ITEM.exec(line);
  if (item) {
    const marker = item[2] ?? '';
    return {
      kind: 'item',
      depth: Math.min(Math.floor((item[1] ?? '').length / 2), 8),
      marker: /\d/.test(marker) ? marker : '•',
      text: item[3] ?? '',
    };
  }
  if (line.startsWith('>')) {
    const rest = readWhile(lines, (next) => next.startsWith('>'), 0);
    return { kind: 'quote', text: `${line}\n${rest}`.replaceAll(/^> ?/gm, '').trim() };
  }
  const below = lines.peek();
  if (line.includes('|') && below?.includes('|') && TABLE_LINE.test(below)) {
    lines.next();
    const rows = readWhile(lines, (next) => next.includes('|'), 0);
    return { kind: 'table', head: cellsOf(line), rows: rows === '' ? [] : rows.split('\n').map(cellsOf) };
  }
  return undefined;
}

/** The lines that follow as long as they fit; takes away `after` lines behind them. */
function readWhile(lines: Lines, fits: (line: string) => boolean, after: number): string {
  const found: string[] = [];
  for (let line = lines.peek(); line !== null && fits(line); line = lines.peek()) {
    found.push(line);
    lines.next();
  }
  for (let left = after; left > 0; left -= 1) lines.next();
  return found.join('\n');
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
