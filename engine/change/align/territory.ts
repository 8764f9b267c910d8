import {
  attachedStart,
  columnOf,
  isFirstOnLine,
  type ListNode,
  type MapNode,
  type SyntaxNode,
} from '../../syntax/index.ts';
import type { TextRange } from '../../text/index.ts';

/** An entry of a map or an item of a list with all that is its own: the comments above it, its lines, and the blank lines below. */
export interface Plot extends TextRange {
  /** Where the key or the dash is. */
  readonly content: number;
  /** The value; null where nothing is written. */
  readonly value: SyntaxNode | null;
  /** Where the key ends, or the dash. */
  readonly head: number;
  /** The key; null of an item. */
  readonly key: string | null;
}

/** The plots of a collection in `text`, which fill it from `start` to the end of its `range`. */
export interface Plots {
  readonly start: number;
  readonly plots: readonly Plot[];
}

/** Divides a block collection, or the entries of one in braces, among its parts. */
export function divide(text: string, node: MapNode | ListNode, range: TextRange): Plots {
  const parts = partsOf(node);
  const starts = parts.map(({ content }, index) => {
    if (node.style === 'flow' || !isFirstOnLine(text, content)) return content;
    const start = attachedStart(text, content);
    // A line of a quoted text may begin as a comment does.
    const floor = parts[index - 1]?.end ?? range.start;
    return start >= floor ? start : Math.max(floor, content - columnOf(text, content));
  });
  const plots = parts.map((part, index) => {
    const end = node.style === 'flow' ? part.end : (starts[index + 1] ?? range.end);
    return { ...part, start: starts[index] ?? part.content, end };
  });
  return { start: starts[0] ?? range.end, plots };
}

function partsOf(node: MapNode | ListNode): readonly (Omit<Plot, 'start'> & { readonly end: number })[] {
  if (node.kind === 'map') {
    return node.entries.map(({ key, keyNode, value, start, end }) => ({
      content: start,
      head: keyNode.end,
      end,
      value,
      key,
    }));
  }
  const dash = node.style === 'block' ? 1 : 0;
  return node.items.map(({ value, start, end }) => ({ content: start, head: start + dash, end, value, key: null }));
}
