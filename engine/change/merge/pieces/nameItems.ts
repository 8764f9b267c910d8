import { followAlias, type ListNode, type MapNode, type SyntaxNode } from '../../../syntax/index.ts';

/** What tells an item from another: its id, what it imports, its name, or the value of a scalar. */
const TELLING = ['id', 'import', 'name'] as const;

/**
 * What the items of a list are told by. Items that share a name, and those that have none, are told by their characters, which
 * are no name: they begin with a line break, and their number follows.
 */
export function nameItems(list: ListNode): readonly string[] {
  const names = list.items.map(({ value }) => nameOf(value));
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name ?? '', (counts.get(name ?? '') ?? 0) + 1);
  const isNamed = names.every((name) => name !== null && counts.get(name) === 1);
  return names.map((name, index) => (isNamed ? (name ?? '') : `\n${index}`));
}

/** Whether a name says which one of the items is meant. */
export function isName(name: string): boolean {
  return !name.startsWith('\n');
}

function nameOf(node: SyntaxNode | null): string | null {
  const value = followAlias(node);
  if (value?.kind === 'scalar') return String(value.value);
  if (value?.kind !== 'map') return null;
  for (const key of TELLING) {
    const told = followAlias(value.entries.find((entry) => entry.key === key)?.value ?? null);
    if (told?.kind === 'scalar' && told.value !== null) return String(told.value);
  }
  return null;
}

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
