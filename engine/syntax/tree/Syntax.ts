import type { Diagnostic } from '../../text/index.ts';

/** A text with its tree. Immutable. Any text gives one: broken text has `errors` with severity `error` and the tree that could be had. */
export interface Syntax {
  readonly text: string;
  readonly root: SyntaxNode | null;
  /** Problems of YAML itself, sorted by place. */
  readonly errors: readonly Diagnostic[];
}

/** `entry` runs from key or dash to the end of the value; `key` is the key alone; `value` the value alone. */
export type RangePart = 'entry' | 'key' | 'value';

/** A problem of YAML as found in a part of a text: offsets refer to that part, the path is not known yet. */
export type Problem = Omit<Diagnostic, 'path'>;

/** What a stretch of text gives when it is read by itself. Offsets count from the start of the stretch. */
export interface Fragment {
  readonly root: SyntaxNode | null;
  readonly problems: readonly Problem[];
  readonly nodeCount: number;
  /** What reading took, in nodes: blank lines and comments cost time too. */
  readonly cost: number;
  /** Whether there is an anchor or alias, which may point out of the fragment. */
  readonly hasReferences: boolean;
}

/** The tree of one YAML document. Offsets are UTF-16 in the document's text; ranges omit surrounding blanks and comments. */
export type SyntaxNode = ScalarNode | MapNode | ListNode | AliasNode;

interface NodeBase {
  readonly start: number;
  readonly end: number;
  /** Name of an anchor on this node (`&name`), without the sign. */
  readonly anchor: string | null;
  /** An explicit tag as written (`!!str`), or null. */
  readonly tag: string | null;
}

export interface ScalarNode extends NodeBase {
  readonly kind: 'scalar';
  /** By the YAML 1.2 core schema: `yes`, `no`, `on` are text. */
  readonly value: string | number | boolean | null;
  readonly style: 'plain' | 'single' | 'double' | 'literal' | 'folded';
  /** The characters of the scalar as written, quotes included. */
  readonly source: string;
}

export interface MapNode extends NodeBase {
  readonly kind: 'map';
  readonly style: 'block' | 'flow';
  readonly entries: readonly MapEntry[];
}

export interface MapEntry {
  /** The key as text: `true`, `1` and `~` keep the characters of the scalar. */
  readonly key: string;
  readonly keyNode: SyntaxNode;
  /** Null when nothing is written after the colon. */
  readonly value: SyntaxNode | null;
  /** From the key to the end of the value. */
  readonly start: number;
  readonly end: number;
}

export interface ListNode extends NodeBase {
  readonly kind: 'list';
  readonly style: 'block' | 'flow';
  readonly items: readonly ListItem[];
}

export interface ListItem {
  readonly value: SyntaxNode | null;
  /** From the dash (block) or the value (flow) to the end of the value. */
  readonly start: number;
  readonly end: number;
}

export interface AliasNode extends NodeBase {
  readonly kind: 'alias';
  readonly name: string;
  /** The node it refers to; null when the anchor is unknown or the alias would contain itself. */
  readonly target: SyntaxNode | null;
}

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
