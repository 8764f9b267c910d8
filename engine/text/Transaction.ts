import type { TextEdit } from './TextEdit.ts';
import type { Layout } from './Workspace.ts';

/** One change of one file. Paths are workspace paths with `/`, without a leading one. */
export type FileChange =
  | { readonly type: 'edit'; readonly path: string; readonly edits: readonly TextEdit[] }
  | { readonly type: 'create'; readonly path: string; readonly text: string }
  | { readonly type: 'remove'; readonly path: string }
  | { readonly type: 'move'; readonly path: string; readonly to: string };

/**
 * The only way a workspace changes: applied whole or not at all, undone as one step.
 * Changes apply in order; edits of one file refer to its text before the transaction.
 */
export interface Transaction {
  /** What caused it (`canvas.connect`, `source.type`, …): neighbours with the same origin within 500 ms join in history. */
  readonly origin: string;
  readonly changes: readonly FileChange[];
  /** New layouts by path (after moves); a layout is replaced whole; null drops it. */
  readonly layouts?: ReadonlyMap<string, Layout | null>;
}
