import { toJson } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import {
  attachedStart,
  columnOf,
  findNode,
  isFirstOnLine,
  type ListNode,
  type Syntax,
  type SyntaxNode,
  toNodeData,
} from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { comparePaths } from '../find/selection.ts';

/**
 * The YAML of tasks as a document `tasks: […]`, in document order, with the comments above and next to them and in the
 * style in which they are written. A task inside another one of the list comes along inside it. Unknown ids are omitted.
 */
export function copyTasks(analysis: Analysis, ids: readonly string[]): string {
  const chosen = new Set(ids);
  const paths = ids.flatMap((id) => {
    const node = analysis.graph.nodes.get(id);
    return node && !isInside(analysis, node.parent, chosen) ? [node.task.path] : [];
  });
  const items = paths.toSorted(comparePaths).map((path) => sliceTask(analysis.syntax, path));
  return items.length === 0 ? '' : `tasks:\n${items.map((item) => indentLines(item, '  ')).join('\n')}\n`;
}

function isInside(analysis: Analysis, parent: string | null, chosen: ReadonlySet<string>): boolean {
  let at = parent;
  while (at !== null) {
    if (chosen.has(at)) return true;
    at = analysis.graph.nodes.get(at)?.parent ?? null;
  }
  return false;
}

/** One task as a list item beginning with its dash or the comments above it, at column 0, lines ended by `\n`. */
export function sliceTask(syntax: Syntax, path: Path): string {
  const index = Number(path.at(-1));
  const list = findNode(syntax, path.slice(0, -1));
  const written = list?.kind === 'list' ? sliceItem(syntax.text, list, index) : null;
  if (written !== null) return written;
  const node = findNode(syntax, path) ?? null;
  return `- ${JSON.stringify(toJson(toNodeData(node)))}`;
}

/** Null where the item is not on separate lines, or names an anchor outside itself. */
function sliceItem(text: string, list: ListNode, index: number): string | null {
  const item = list.items[index];
  if (!item?.value || list.style === 'flow' || hasOuterAlias(item.value)) return null;
  if (!isFirstOnLine(text, item.start)) return null;
  const margin = text.slice(item.start - columnOf(text, item.start), item.start);
  const start = attachedStart(text, item.start);
  const isAtLineEnd = text[item.end - 1] === '\n';
  const lineEnd = isAtLineEnd ? item.end - 1 : text.indexOf('\n', item.end);
  const lines = text.slice(start, lineEnd < 0 ? text.length : lineEnd).split(/\r?\n/);
  return lines
    .map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line.trimStart()))
    .join('\n')
    .trimEnd();
}

/** Whether a part names an anchor outside it. */
export function hasOuterAlias(root: SyntaxNode): boolean {
  const anchors = new Set<string>();
  const aliases: string[] = [];
  const visit = (node: SyntaxNode | null): void => {
    if (!node) return;
    if (node.anchor !== null) anchors.add(node.anchor);
    if (node.kind === 'alias') aliases.push(node.name);
    if (node.kind === 'map') for (const entry of node.entries) visit(entry.value);
    if (node.kind === 'list') for (const item of node.items) visit(item.value);
  };
  visit(root);
  return aliases.some((name) => !anchors.has(name));
}

/** The text with every line that is not empty moved to the right. */
export function indentLines(text: string, margin: string): string {
  return text.replace(/^(?=.)/gm, margin);
}
