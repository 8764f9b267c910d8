import type { SyntaxNode } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';

/** A target is a map with `next`, or the id itself. */
export function nextPath(node: SyntaxNode | undefined, path: Path): Path {
  return node?.kind === 'scalar' || node?.kind === 'list' ? path : [...path, 'next'];
}

/** The ids written at a place, with their index where it is a list. */
export function idsAt(node: SyntaxNode | undefined): readonly (readonly [number | null, string])[] {
  if (node?.kind === 'scalar') return typeof node.value === 'string' && node.value !== '' ? [[null, node.value]] : [];
  if (node?.kind !== 'list') return [];
  return node.items.flatMap(({ value }, index) =>
    value?.kind === 'scalar' && typeof value.value === 'string' && value.value !== ''
      ? [[index, value.value] as const]
      : [],
  );
}
