import type { DiffPart, Path, TextRange } from '../../text/index.ts';
import type { ChangeEdit } from '../align/Hunk.ts';

/**
 * What a change may do. `breaking`: who starts, signals or awaits runs of this workflow may no longer fit it: its input or outputs, a name
 * of a signal, a task at which runs wait. `cosmetic`: the compiled program is the same. `behaviour`: all else.
 */
export type ChangeSeverity = 'breaking' | 'behaviour' | 'cosmetic';

type PartKind = 'task' | 'agent' | 'tool' | 'action';
type Value = 'field' | 'memory' | 'schema' | 'input' | 'output' | 'import' | 'edge';

/** The part that a change is about, and what became of it. */
export type ChangeKind =
  | `${PartKind}.${'added' | 'removed' | 'renamed' | 'moved' | 'reordered' | 'retyped'}`
  | `${Value}.${'added' | 'removed' | 'changed' | 'reordered' | 'moved'}`
  | 'route.reordered'
  | 'layout.changed'
  | 'comment.changed'
  | 'spelling.changed'
  | 'text.changed';

/** One difference between two texts of a workflow. */
export interface Change {
  readonly kind: ChangeKind;
  readonly severity: ChangeSeverity;
  /** Where: in the text after, or in the text before where the text after does not have it. */
  readonly path: Path;
  /** What changed, in plain English. */
  readonly sentence: string;
  /** The task it is about, by its id in each text; null where that text has none. Absent where it is about no task. */
  readonly task?: { readonly before: string | null; readonly after: string | null };
  /** Where it is in either text; null where that text has nothing of it. */
  readonly before: TextRange | null;
  readonly after: TextRange | null;
  /** The words of a long text that changed. */
  readonly words?: readonly DiffPart[];
  /** Edits of the text before that make this change alone. */
  readonly make: readonly ChangeEdit[];
  /** Edits of the text after that take this change alone back. */
  readonly takeBack: readonly ChangeEdit[];
}

/** A change before it is known which edits make it. */
export type DraftChange = Omit<Change, 'make' | 'takeBack'>;
