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
