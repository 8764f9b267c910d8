import type { Diagnostic } from '../../text/index.ts';
import type { SyntaxNode } from './SyntaxNode.ts';

/** A text with its tree. Immutable. Any text gives one: broken text has `errors` with severity `error` and the tree that could be had. */
export interface Syntax {
  readonly text: string;
  readonly root: SyntaxNode | null;
  /** Problems of YAML itself, sorted by place. */
  readonly errors: readonly Diagnostic[];
}

/** `entry` runs from key or dash to the end of the value; `key` is the key alone; `value` the value alone. */
export type RangePart = 'entry' | 'key' | 'value';
