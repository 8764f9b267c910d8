import { followAlias, type ListNode, type MapNode, type SyntaxNode } from '../../syntax/index.ts';
import { readFields } from '../workflow/Fields.ts';

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

/** A definition with the package its `use` names: as {@link mergeDefinition}, and `use` is what the package uses. */
export function mergePackage(local: MapNode, packaged: MapNode): MapNode {
  return mergeDefinition(withoutEntry(local, 'use'), packaged);
}

/** A map with a value under a key: in its place where the map has the key, else at the end. */
export function replaceEntry(map: MapNode, key: string, value: SyntaxNode): MapNode {
  return toMap(map, new Map([...entriesOf(map), [key, value]]));
}

export function withoutEntry(map: MapNode, key: string): MapNode {
  return toMap(map, new Map([...entriesOf(map)].filter(([name]) => name !== key)));
}

/** A scalar without a place in a text, for a key or value that is written nowhere. */
export function toScalar(value: string, start: number): SyntaxNode {
  return { kind: 'scalar', start, end: start, anchor: null, tag: null, value, style: 'plain', source: value };
}

/** A map with one more item in the list under a key; where there is no list, with a list of that item. */
export function appendItem(map: MapNode, key: string, value: SyntaxNode): MapNode {
  const { start, end } = map;
  const list = followAlias(entriesOf(map).get(key) ?? null);
  const base: ListNode =
    list?.kind === 'list' ? list : { kind: 'list', start, end, style: 'block', anchor: null, tag: null, items: [] };
  const items = [...base.items.map((item) => item.value), value];
  return replaceEntry(map, key, replaceItems(base, items));
}

/** A list with other values in the places of its items, and after them. */
export function replaceItems(list: ListNode, values: readonly (SyntaxNode | null)[]): ListNode {
  const { start, end, style, items } = list;
  return {
    kind: 'list',
    start,
    end,
    style,
    anchor: null,
    tag: null,
    items: values.map((value, index) => ({ start: items[index]?.start ?? end, end: items[index]?.end ?? end, value })),
  };
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
  return {
    kind: 'map',
    start,
    end,
    style,
    anchor: null,
    tag: null,
    entries: [...entries].map(([key, value]) => ({ key, keyNode: toScalar(key, start), value, start, end })),
  };
}
