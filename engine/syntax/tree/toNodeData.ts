import { assertNever, type Data, type DataMap } from '../../base/index.ts';
import { countItems, itemOrigin } from './JoinedList.ts';
import { followAlias, type MapNode, MERGE_KEY, mergedMaps, type SyntaxNode } from './Syntax.ts';
import { originOf } from './shiftNode.ts';

const known = new WeakMap<SyntaxNode, Data>();

/**
 * Reads a node as ordered data; aliases are followed, `<<` is merged, a missing value is null; of a key written twice the
 * first counts. Maps and lists that were read before and only moved give the same value again.
 */
export function toNodeData(node: SyntaxNode | null): Data {
  const target = followAlias(node);
  if (target === null) return null;
  if (target.kind === 'scalar') return target.value;
  const origin = originOf(target);
  let data = known.get(origin);
  if (data === undefined) {
    // The same values as those of the target, whose parts need not be moved for that.
    data = readCollection(origin);
    known.set(origin, data);
  }
  return data;
}

function readCollection(node: SyntaxNode): Data {
  switch (node.kind) {
    case 'map':
      return readMap(node);
    case 'list':
      return Array.from({ length: countItems(node) }, (_, index) => toNodeData(itemOrigin(node, index)));
    case 'scalar':
      return node.value;
    case 'alias':
      return toNodeData(node);
    default:
      return assertNever(node);
  }
}

function readMap(map: MapNode): DataMap {
  const data = new Map<string, Data>();
  const merged = mergedMaps(map);
  for (const { key, value } of map.entries) {
    if (!data.has(key) && (key !== MERGE_KEY || merged.length === 0)) data.set(key, toNodeData(value));
  }
  for (const other of merged) {
    for (const [key, value] of readMap(other)) if (!data.has(key)) data.set(key, value);
  }
  return data;
}
