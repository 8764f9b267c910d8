import type { ListNode, MapNode, SyntaxNode } from '../../../syntax/index.ts';
import { nameItems } from './nameItems.ts';

/** An entry of a map or an item of a list. */
export interface NodePart {
  readonly name: string;
  /** Null in a list. */
  readonly keyNode: SyntaxNode | null;
  readonly value: SyntaxNode | null;
  readonly start: number;
  readonly end: number;
}

/** The parts of a map or a list, in order. */
export function partsOf(node: MapNode | ListNode): readonly NodePart[] {
  if (node.kind === 'map') {
    return node.entries.map(({ key, keyNode, value, start, end }) => ({ name: key, keyNode, value, start, end }));
  }
  const names = nameItems(node);
  return node.items.map(({ value, start, end }, index) => ({
    name: names[index] ?? '',
    keyNode: null,
    value,
    start,
    end,
  }));
}
