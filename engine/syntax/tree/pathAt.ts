import type { Path } from '../../text/index.ts';
import type { Syntax } from './Syntax.ts';
import type { SyntaxNode } from './SyntaxNode.ts';

/** The deepest path whose entry or item holds an offset, both its ends included. Aliases are not followed. */
export function pathAt(syntax: Syntax, offset: number): Path {
  const path: (string | number)[] = [];
  let node = syntax.root;
  while (node !== null) {
    const step = stepAt(node, offset);
    if (step === null) break;
    path.push(step.key);
    node = step.value;
  }
  return path;
}

function stepAt(
  node: SyntaxNode,
  offset: number,
): { readonly key: string | number; readonly value: SyntaxNode | null } | null {
  if (node.kind === 'map') {
    const entry = node.entries[lastBefore(node.entries, offset)];
    return entry === undefined || entry.end < offset ? null : entry;
  }
  if (node.kind !== 'list') return null;
  const index = lastBefore(node.items, offset);
  const item = node.items[index];
  return item === undefined || item.end < offset ? null : { key: index, value: item.value };
}

/** Index of the last part that starts at or before an offset; -1 when none does. Parts are sorted by place. */
function lastBefore(parts: readonly { readonly start: number }[], offset: number): number {
  let low = -1;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((parts[middle]?.start ?? Number.POSITIVE_INFINITY) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
