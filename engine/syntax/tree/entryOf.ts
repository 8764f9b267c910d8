import type { MapEntry, MapNode, SyntaxNode } from './SyntaxNode.ts';

/** The key whose value, a map or a list of maps, gives the map entries it does not have itself (format.md 8). */
export const MERGE_KEY = '<<';

/** The entry of a key: the map's own first one, else the one its `<<` brings in; undefined when there is none. */
export function entryOf(map: MapNode, key: string): MapEntry | undefined {
  const own = map.entries.find((entry) => entry.key === key);
  if (own !== undefined || key === MERGE_KEY) return own;
  for (const merged of mergedMaps(map)) {
    const entry = entryOf(merged, key);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** The maps that `<<` brings into a map, the one that wins first. A `<<` with another value merges nothing. */
export function mergedMaps(map: MapNode): readonly MapNode[] {
  const entry = map.entries.find(({ key }) => key === MERGE_KEY);
  if (entry === undefined) return [];
  const value = followAlias(entry.value);
  const values = value?.kind === 'list' ? value.items.map((item) => followAlias(item.value)) : [value];
  return values.filter((node) => node?.kind === 'map');
}

/** The node an alias refers to, other nodes as they are; null when there is none. */
export function followAlias(node: SyntaxNode | null): Exclude<SyntaxNode, { kind: 'alias' }> | null {
  let current = node;
  while (current?.kind === 'alias') current = current.target;
  return current;
}
