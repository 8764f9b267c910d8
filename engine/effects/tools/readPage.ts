import { DomHandler, Parser } from 'htmlparser2';
import { type JsonObject, jsonObject } from '../../base/index.ts';
import { type ChildNode, type Element, isTag, isText, PageLimitError, selectElements } from './selectElements.ts';

/** How deeply a page may nest; parsers take a time that grows with the square of it. */
const DEEPEST = 1000;

/** How many elements, attributes and pieces of text a page may have. */
const MOST_NODES = 250_000;

/** How much text is read from a page, in characters: text in links, cells and matches counts for each of them again. */
const MOST_TEXT = 16 * 1024 * 1024;

class PageHandler extends DomHandler {
  #depth = 0;
  #nodes = 0;
  override onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new PageLimitError('depth', DEEPEST, 'The page is nested too deeply to be read');
    this.#count(1 + Object.keys(attributes).length);
    super.onopentag(name, attributes);
  }
  override onclosetag(): void {
    this.#depth -= 1;
    super.onclosetag();
  }
  override ontext(data: string): void {
    this.#count(1);
    super.ontext(data);
  }
  override oncomment(): void {
    // What a reader does not see takes room, too.
  }
  #count(nodes: number): void {
    this.#nodes += nodes;
    if (this.#nodes > MOST_NODES) throw new PageLimitError('too_large', MOST_NODES, 'The page has too many parts');
  }
}

/** Counts the text that is taken out of a page. */
class TextRoom {
  #left = MOST_TEXT;
  take(length: number): void {
    this.#left -= length;
    if (this.#left < 0) throw new PageLimitError('output', MOST_TEXT, 'The page has too much text');
  }
}

function parsePage(html: string): readonly ChildNode[] {
  const handler = new PageHandler();
  new Parser(handler).end(html);
  return handler.root.children;
}

/** Elements whose content a reader does not see. */
const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'head', 'svg', 'iframe', 'object']);

/** Elements that begin a new line. */
const BLOCKS = new Set(
  'address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul body'.split(
    ' ',
  ),
);

/** How to read a page. */
interface PageOptions {
  /** Its address; empty when unknown, and then links stay as they are written. */
  readonly base: string;
  readonly selector: string | null;
}

/** The content of a page. Throws on an invalid selector, and a {@link PageLimitError} past a limit. */
export function readPage(html: string, { base, selector }: PageOptions): JsonObject {
  const page = parsePage(html);
  const elements = listElements(page);
  const named = (name: string): readonly Element[] => elements.filter((element) => element.name === name);
  const [title] = named('title');
  const start = readBase(named('base')[0], base);
  const room = new TextRoom();
  const rawText = (element: Element): string => readText(element, room);
  const matches = selector === null ? [] : selectElements(selector, page);
  return {
    title: title === undefined ? '' : collapse(rawText(title)),
    text: toLines(page),
    links: named('a').flatMap((link) => {
      const href = link.attribs['href'];
      return href === undefined ? [] : [{ text: collapse(rawText(link)), href: resolveLink(href, start) }];
    }),
    tables: named('table').map((table) => readTable(table, rawText)),
    ...(selector === null
      ? {}
      : {
          matches: matches.map((element) => ({
            text: collapse(rawText(element)),
            attributes: jsonObject(Object.entries(element.attribs)),
          })),
        }),
  };
}

/** All elements in the order of the text. Without recursion: pages nest as deeply as their authors like. */
function listElements(roots: readonly ChildNode[]): readonly Element[] {
  const found: Element[] = [];
  walk(roots, (node) => {
    if (isTag(node)) found.push(node);
    return true;
  });
  return found;
}

/** Visits nodes in their order, and those inside of a node where `visit` says so; `leave` is called after them. */
function walk(
  roots: readonly ChildNode[],
  visit: (node: ChildNode) => boolean,
  leave: (node: ChildNode) => void = () => undefined,
): void {
  const stack: { readonly node: ChildNode; readonly isLeft: boolean }[] = roots
    .toReversed()
    .map((node) => ({ node, isLeft: false }));
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { node, isLeft } = entry;
    if (isLeft) {
      leave(node);
      continue;
    }
    if (!visit(node) || !('children' in node)) continue;
    stack.push({ node, isLeft: true });
    for (const child of node.children.toReversed()) stack.push({ node: child, isLeft: false });
  }
}

function toLines(roots: readonly ChildNode[]): string {
  const lines: string[] = [];
  let line = '';
  const end = (): void => {
    const text = collapse(line);
    if (text !== '') lines.push(text);
    line = '';
  };
  walk(
    roots,
    (node) => {
      if (isText(node)) line += node.data;
      if (!isTag(node)) return true;
      if (BLOCKS.has(node.name)) end();
      return !HIDDEN.has(node.name);
    },
    (node) => {
      if (isTag(node) && BLOCKS.has(node.name)) end();
    },
  );
  end();
  return lines.join('\n');
}

function readText(element: Element, room: TextRoom): string {
  let text = '';
  walk(element.children, (node) => {
    // Each visited node counts: links in links are visited again and again.
    room.take(isText(node) ? node.data.length + 8 : 8);
    if (isText(node)) text += node.data;
    return !(isTag(node) && HIDDEN.has(node.name));
  });
  return text;
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function readTable(table: Element, rawText: (element: Element) => string): JsonObject {
  const rows: { readonly cells: readonly Element[]; readonly isHead: boolean }[] = [];
  walk(table.children, (node) => {
    // A table inside of another one is read separately.
    if (!isTag(node) || node.name === 'table') return false;
    if (node.name !== 'tr') return true;
    const cells = node.children.filter((child): child is Element => isTag(child) && /^t[dh]$/.test(child.name));
    rows.push({ cells, isHead: cells.length > 0 && cells.every(({ name }) => name === 'th') });
    return false;
  });
  const texts = (cells: readonly Element[]): string[] => cells.map((cell) => collapse(rawText(cell)));
  const [first, ...rest] = rows;
  const hasHead = first?.isHead ?? false;
  const columns = hasHead && first !== undefined ? texts(first.cells) : [];
  return { columns, rows: (hasHead ? rest : rows).map(({ cells }) => texts(cells)) };
}

/** `<base href>` of the page, resolved against its address. */
function readBase(element: Element | undefined, address: string): string {
  const href = element?.attribs['href'];
  return href === undefined ? address : resolveLink(href, address);
}

function resolveLink(href: string, base: string): string {
  const text = href.trim();
  if (base === '' || !URL.canParse(text, base)) return text;
  return new URL(text, base).href;
}
