import type { Json } from '../../base/index.ts';

/** The tree of one expression. Offsets are UTF-16 in the text that was parsed (a template's text, when it came from one). */
export type ExpressionNode =
  | LiteralNode
  | ListLiteral
  | MapLiteral
  | RootNode
  | LocalNode
  | MemberNode
  | IndexNode
  | UnaryNode
  | BinaryNode
  | LogicalNode
  | ConditionalNode
  | CallNode
  | HoleNode;

interface NodeBase {
  readonly start: number;
  readonly end: number;
}

export interface LiteralNode extends NodeBase {
  readonly kind: 'literal';
  readonly value: null | boolean | number | string;
}

export interface ListLiteral extends NodeBase {
  readonly kind: 'list';
  readonly items: readonly ExpressionNode[];
}

export interface MapLiteral extends NodeBase {
  readonly kind: 'map';
  readonly entries: readonly { readonly key: string; readonly value: ExpressionNode }[];
}

/** A name at the root: read from the scope. */
export interface RootNode extends NodeBase {
  readonly kind: 'root';
  readonly name: string;
}

/** A parameter of an arrow function around this node. Every parameter of an expression has a slot of its own. */
export interface LocalNode extends NodeBase {
  readonly kind: 'local';
  readonly name: string;
  readonly slot: number;
}

/** `object.key`, `object['key']`, `object[0]`: a key known before the run. */
export interface MemberNode extends NodeBase {
  readonly kind: 'member';
  readonly object: ExpressionNode;
  readonly key: string | number;
  /** Written with `?.`: nothing is reported when the key is missing. */
  readonly isOptional: boolean;
}

/** `object[index]` with a computed index. */
export interface IndexNode extends NodeBase {
  readonly kind: 'index';
  readonly object: ExpressionNode;
  readonly index: ExpressionNode;
  readonly isOptional: boolean;
}

export type UnaryOperator = '!' | '-' | '+';

export interface UnaryNode extends NodeBase {
  readonly kind: 'unary';
  readonly operator: UnaryOperator;
  readonly operand: ExpressionNode;
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in';

export interface BinaryNode extends NodeBase {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
}

export interface LogicalNode extends NodeBase {
  readonly kind: 'logical';
  readonly operator: '&&' | '||' | '??';
  readonly left: ExpressionNode;
  readonly right: ExpressionNode;
}

export interface ConditionalNode extends NodeBase {
  readonly kind: 'conditional';
  readonly test: ExpressionNode;
  readonly whenTrue: ExpressionNode;
  readonly whenFalse: ExpressionNode;
}

/** `name(args)` or `value | name(args)`, in which `value` is the first argument. */
export interface CallNode extends NodeBase {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly ExpressionNode[];
  /** The arrow function among the arguments; `index` is its place as written. */
  readonly arrow: { readonly node: ArrowNode; readonly index: number } | null;
}

/** Not a value: it is only allowed as an argument. */
export interface ArrowNode extends NodeBase {
  readonly kind: 'arrow';
  readonly slots: readonly number[];
  readonly body: ExpressionNode;
}

/** Placeholder where the text lacks an expression; an error reports it. */
export interface HoleNode extends NodeBase {
  readonly kind: 'hole';
}

/** What is wrong with an expression or a template, and what to write instead. Offsets as in the tree. */
export interface ExpressionProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** One place where an expression reads the scope: `tasks.a.output[0]` is root `tasks`, path `['a', 'output', 0]`. */
export interface ExpressionReference {
  readonly root: string;
  /** The keys known before the run, up to the first computed one. */
  readonly path: readonly (string | number)[];
  /** Where each key of `path` is written; with its quotes for `['key']`. */
  readonly keys: readonly { readonly start: number; readonly end: number }[];
  /** True when a computed index follows `path`. */
  readonly isComputed: boolean;
  /** From the root's name to the end of the last key of `path`. */
  readonly start: number;
  readonly end: number;
}

/** One call of a function, known or not; the range is that of its name. */
export interface ExpressionCall {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A parsed expression. Any text gives one; with `errors` it cannot be evaluated. */
export interface Expression {
  /** The text it was parsed from: the whole template when it is in one, since offsets refer to it. */
  readonly source: string;
  /** The range of the expression in `source`. */
  readonly start: number;
  readonly end: number;
  readonly ast: ExpressionNode;
  readonly errors: readonly ExpressionProblem[];
  readonly references: readonly ExpressionReference[];
  readonly calls: readonly ExpressionCall[];
  /** What `runExpression.ts` made of it at its first run, and alone looks into. */
  program: object | null;
}

/** Keys that no list and no map inherits, and indexes. */
export type PlainKeys = readonly (string | number)[];

/** A part of an expression that looks at one value and goes one of two ways: `? :`, `&&`, `||`, `??`, `default()`. */
export type BranchNode = ConditionalNode | LogicalNode | CallNode;

/**
 * Called with the way that a branch of `source` went: whether what it looks at holds; of `??` and `default()`, whether it
 * is there.
 */
export type BranchListener = (node: BranchNode, source: string, way: boolean) => void;

/** The values an expression can read, and its only sources of time and chance. */
export interface Scope {
  /** Undefined when there is no such root here. */
  root(name: string): Json | undefined;
  /**
   * What keys of a root lead to, as by reading one after the other; undefined where one is missing. For roots that are
   * large and mostly not there until they are read; absent: the root is made, and read.
   */
  follow?(root: string, keys: PlainKeys): Json | undefined;
  /** Why a function may not read a text, as the end of an error; absent, or undefined: it may. */
  refuseText?(text: string, name: string): string | undefined;
  /** Whether integers in a text that no number holds are rounded, as they were before 0.3; absent: none is. */
  readonly roundsIntegers?: boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 up to, not including, 1; seeded by the run. */
  random(): number;
  /** Absent: no one asks. */
  readonly onBranch?: BranchListener | undefined;
}

/** Why an expression has no value. `start` and `end` are offsets in `source`. */
export interface ExpressionFailure {
  readonly code: 'EXPRESSION_ERROR';
  readonly message: string;
  readonly source: string;
  readonly start: number;
  readonly end: number;
  /** Path of the text in the evaluated data; empty for a single text. */
  readonly path: readonly (string | number)[];
}

/** A value, and the paths that were missing on the way to it (they read as null); each path once, as written. */
export interface Evaluation {
  readonly value: Json;
  readonly missing: readonly string[];
}
