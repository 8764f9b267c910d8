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
