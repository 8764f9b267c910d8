import { findNode, type ScalarNode, type Syntax, type SyntaxNode } from '../syntax/index.ts';
import type { Path, TextEdit } from '../text/index.ts';
import { toExpression } from './goTemplate.ts';

/** The characters between braces, with the signs that take blanks away next to them. */
const TEMPLATE = /\{\{([\s\S]*?)\}\}/g;

/** What becomes of the templates of a document. */
export interface TemplateChanges {
  readonly edits: readonly TextEdit[];
  /** Each template before and after. */
  readonly notes: readonly string[];
  /** Texts with a template that has no counterpart. */
  readonly unknown: readonly Path[];
}

/** The name here of a root that a template reads at a path. */
export type NameOf = (root: string, path: Path) => string;

/** Writes every Go template of a document as an expression. A text with one that has no counterpart stays as it is. */
export function convertTemplates({ root }: Syntax, nameOf: NameOf): TemplateChanges {
  const edits: TextEdit[] = [];
  const notes = new Set<string>();
  const unknown: Path[] = [];
  for (const { node, path } of listTexts(root, [])) {
    const changes = convertText(node, (name) => nameOf(name, path));
    if (changes === null) {
      unknown.push(path);
      continue;
    }
    for (const { start, end, text, before, after } of changes) {
      edits.push({ start, end, text });
      notes.add(`“${before}” became “${after}”.`);
    }
  }
  return { edits, notes: [...notes], unknown };
}

interface TextChange extends TextEdit {
  readonly before: string;
  readonly after: string;
}

function convertText({ source, end, style }: ScalarNode, nameOf: (root: string) => string): TextChange[] | null {
  const from = end - source.length;
  const changes: TextChange[] = [];
  for (const found of source.matchAll(TEMPLATE)) {
    const [before, written = ''] = found;
    const inside = unescape(written, style);
    if (!isForeign(inside)) continue;
    const expression = toExpression(inside, nameOf);
    if (expression === null) return null;
    const after = `{{ ${expression} }}`;
    const start = from + found.index;
    changes.push({ start, end: start + before.length, text: escape(after, style), before, after });
  }
  return changes;
}

/** A function with its first argument after a blank; of two words here, one is “in”. */
const CALL = /(?:^|[\s(|])(?!in\b)[A-Za-z_]\w*\s+(?!in\b)(?:""|[A-Za-z_])/;

/**
 * Whether it is written as Go templates are: a name after a dot that nothing is before, a call without brackets, a sign next to the
 * braces, a word of a block.
 */
function isForeign(inside: string): boolean {
  const bare = inside.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '""');
  return (
    CALL.test(bare) ||
    /(?:^|[\s(|])\.[A-Za-z_]/.test(bare) ||
    /^-\s|\s-$/.test(bare) ||
    /^\s*(?:if|else|end|range)\b/.test(bare)
  );
}

function unescape(text: string, style: ScalarNode['style']): string {
  if (style === 'double') return text.replace(/\\(["\\/])/g, '$1');
  return style === 'single' ? text.replaceAll("''", "'") : text;
}

function escape(text: string, style: ScalarNode['style']): string {
  if (style === 'double') return text.replace(/["\\]/g, '\\$&');
  return style === 'single' ? text.replaceAll("'", "''") : text;
}

interface PlacedText {
  readonly node: ScalarNode;
  readonly path: Path;
}

function listTexts(node: SyntaxNode | null, path: Path): PlacedText[] {
  switch (node?.kind) {
    case 'map':
      return node.entries.flatMap(({ key, value }) => listTexts(value, [...path, key]));
    case 'list':
      return node.items.flatMap(({ value }, index) => listTexts(value, [...path, index]));
    case 'scalar':
      return typeof node.value === 'string' && node.source.includes('{{') ? [{ node, path }] : [];
    default:
      return [];
  }
}

/** Whether any text of the document is written as Go templates are. */
export function hasGoTemplates({ root }: Pick<Syntax, 'root'>): boolean {
  return listTexts(root, []).some(({ node }) =>
    [...node.source.matchAll(TEMPLATE)].some(([, inside = '']) => isForeign(unescape(inside, node.style))),
  );
}

/** Lists whose items are written for others to name: an item of them that is a text itself is left. */
const DEFINITIONS: ReadonlySet<string | number | undefined> = new Set(['tasks', 'agents', 'tools', 'schemas']);

/**
 * The entries to make comments of, so that no text at one of the paths is left: the nearest key around each, or the key of the
 * map or list around where all in it goes. Each once, none inside of another, none around a task.
 */
export function entriesAround(syntax: Syntax, paths: readonly Path[]): readonly Path[] {
  const entries = new Map<string, Path>();
  for (const path of paths) {
    const entry = entryAround(path);
    if (entry !== null) entries.set(nameOf(entry), entry);
  }
  // From the innermost out: what is added is further out than what is looked at.
  for (const path of [...entries.values()].sort((a, b) => b.length - a.length)) joinAround(syntax, path, entries);
  return [...entries.values()].filter((path) =>
    path.every((_, length) => length === 0 || !entries.has(nameOf(path.slice(0, length)))),
  );
}

/** The nearest key around a path; null where that would be a whole list of definitions. */
function entryAround(path: Path): Path | null {
  const end = path.findLastIndex((step) => typeof step === 'string');
  if (end < 0 || (end < path.length - 1 && DEFINITIONS.has(path[end]))) return null;
  return path.slice(0, end + 1);
}

/** Adds the key of a map all of whose entries are there, and so on outwards. */
function joinAround(syntax: Syntax, path: Path, entries: Map<string, Path>): void {
  const around = path.slice(0, -1);
  if (typeof around.at(-1) !== 'string' || entries.has(nameOf(around))) return;
  const map = findNode(syntax, around);
  if (map?.kind !== 'map' || !map.entries.every(({ key }) => entries.has(nameOf([...around, key])))) return;
  entries.set(nameOf(around), around);
  joinAround(syntax, around, entries);
}

function nameOf(path: Path): string {
  return JSON.stringify(path);
}
