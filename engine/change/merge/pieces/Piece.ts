import type { TextRange } from '../../../text/index.ts';

/** Characters of one of the texts, as they are written. Lines after the first are indented relative to `column`. */
export interface Span {
  readonly text: string;
  readonly column: number;
  /** Whether it begins at the start of a line, so that its first line is indented, too. */
  readonly isLines?: boolean;
}

/** A value as it is written: one that is taken whole, a map or a list with its parts, or one that has two answers. */
export type Piece = Leaf | Collection | Choice;

/** A scalar, an alias, or a collection with an anchor or a tag, which is taken whole. */
export interface Leaf {
  readonly kind: 'leaf';
  readonly span: Span;
  /** What it means: the value of a scalar as JSON. Null where only its characters tell. */
  readonly meaning: string | null;
  /** In its own text. */
  readonly at: TextRange;
}

/** A map or a list. */
export interface Collection {
  readonly kind: 'map' | 'list';
  readonly style: 'block' | 'flow';
  /** All of its characters. */
  readonly span: Span;
  /** Whether it is as it was read, so that its characters are those of its parts. */
  readonly isWhole: boolean;
  readonly at: TextRange;
  readonly slots: readonly Slot[];
  /** Of a block: how far its parts are right of what holds it. */
  readonly indent: number;
  /** Of a block: whether its first part is on the line of the dash that holds it. */
  readonly isInline: boolean;
  /** Of brackets: what is written before the first part and behind the last one. */
  readonly open: Span;
  readonly close: Span;
  /** Of a block: comments below its last part. */
  readonly trail: Span;
}

/** A part of a collection, or several that depend on a choice. */
export type Slot = Entry | Fork;

/** An entry of a map or an item of a list. Its characters are those of `lead`, `key`, `sep`, `value` and `tail`, in this order. */
export interface Entry {
  readonly kind: 'entry';
  /** What it is told by: its key, or the id of an item. Unique in its collection. */
  readonly name: string;
  /** Blank lines and comments above; inside brackets what separates it from the part before. */
  readonly lead: Span;
  /** The key as written; the dash of an item. Empty for an item in brackets. */
  readonly key: Span;
  /** What is between key and value: colon, blanks, a comment on the line of the key. */
  readonly sep: Span;
  readonly value: Piece | null;
  /** What follows the value up to the next part. */
  readonly tail: Span;
  /** Everything but `lead`. */
  readonly body: Span;
  readonly at: TextRange;
}

/** A value with two answers. */
export interface Choice {
  readonly kind: 'choice';
  readonly conflict: number;
  readonly base: Piece | null;
  readonly ours: Piece | null;
  readonly theirs: Piece | null;
  /** Null where both together mean nothing. */
  readonly both: Piece | null;
}

/** Parts of which a choice says which are there, and in which order. */
export interface Fork {
  readonly kind: 'fork';
  readonly conflict: number;
  readonly base: readonly Entry[];
  readonly ours: readonly Entry[];
  readonly theirs: readonly Entry[];
  readonly both: readonly Entry[] | null;
}

export const NOTHING: Span = { text: '', column: 0 };
