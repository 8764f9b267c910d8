import { followAlias, type ListItem, type ListNode, type MapNode, type SyntaxNode } from '../syntax/index.ts';
import { readFields } from './Fields.ts';

/** Keys whose maps are merged key by key; of all others the local value counts whole (format.md 3). */
const DEEP: ReadonlySet<string> = new Set(['config', 'env', 'with', 'schema']);

type Entries = ReadonlyMap<string, SyntaxNode | null>;

/**
 * A definition with what it imports: its own keys, without `import`, then those of the imported one that it does not have.
 * The tree is for reading only: its offsets belong to two texts.
 */
export function mergeDefinition(local: MapNode, imported: MapNode): MapNode {
  const own = new Map(entriesOf(local));
  own.delete('import');
  return toMap(
    local,
    mergeEntries(own, entriesOf(imported), (key) => DEEP.has(key)),
  );
}

/** A map with another value under a key it has. */
export function replaceEntry(map: MapNode, key: string, value: SyntaxNode): MapNode {
  return toMap(map, new Map([...entriesOf(map), [key, value]]));
}

/** A list with other values in the places of its items. */
export function replaceItems(list: ListNode, values: readonly (SyntaxNode | null)[]): ListNode {
  const items = list.items.map(
    (item, index): ListItem => ({
      start: item.start,
      end: item.end,
      value: values[index] ?? null,
    }),
  );
  const { start, end, style } = list;
  return { kind: 'list', start, end, style, anchor: null, tag: null, items };
}

/** The entries of a map, what `<<` brings in among them. */
export function entriesOf(map: MapNode): Entries {
  return readFields(map, [])?.entries ?? new Map();
}

function mergeEntries(over: Entries, under: Entries, isDeep: (key: string) => boolean): Entries {
  const merged = new Map(over);
  for (const [key, value] of under) {
    if (!merged.has(key)) merged.set(key, value);
    else if (isDeep(key)) merged.set(key, mergeValues(over.get(key) ?? null, value));
  }
  return merged;
}

function mergeValues(over: SyntaxNode | null, under: SyntaxNode | null): SyntaxNode | null {
  const [top, below] = [followAlias(over), followAlias(under)];
  if (top?.kind !== 'map' || below?.kind !== 'map') return over;
  return toMap(
    top,
    mergeEntries(entriesOf(top), entriesOf(below), () => true),
  );
}

function toMap({ start, end, style }: MapNode, entries: Entries): MapNode {
  const keyNode = (key: string): SyntaxNode => ({
    kind: 'scalar',
    start,
    end: start,
    anchor: null,
    tag: null,
    value: key,
    style: 'plain',
    source: key,
  });
  return {
    kind: 'map',
    start,
    end,
    style,
    anchor: null,
    tag: null,
    entries: [...entries].map(([key, value]) => ({ key, keyNode: keyNode(key), value, start, end })),
  };
}
