import { followAlias, type SyntaxNode } from '../../syntax/index.ts';

const known = new WeakMap<SyntaxNode, number>();

/** How many keys and values a node holds, itself among them; the target of an alias counts each time. */
export function countNodes(value: SyntaxNode | null): number {
  const node = followAlias(value);
  if (node === null || node.kind === 'scalar') return 1;
  let count = known.get(node);
  if (count === undefined) {
    const inner = node.kind === 'map' ? node.entries : node.items;
    count = inner.reduce((sum, { value: each }) => sum + countNodes(each), 1);
    known.set(node, count);
  }
  return count;
}
