import type { ReactNode } from 'react';
import type { SessionState } from '../session/index.ts';

export type ActionGroup = 'Run' | 'File' | 'Edit' | 'View' | 'Canvas' | 'Help';

/** Something a user can do from anywhere: buttons, menus, the command palette and keys all read the same record. */
export interface Action {
  readonly id: string;
  /** Sentence case, starting with a verb. */
  readonly label: string;
  readonly group: ActionGroup;
  readonly icon?: ReactNode;
  /** `Mod+Shift+K`, see `formatShortcut`; the first is the one shown. */
  readonly shortcuts?: readonly string[];
  /** Where the shortcuts work: everywhere, or only while the focus is on the canvas. */
  readonly scope?: 'canvas';
  /** True: it changes the workflow. Where that cannot be changed, its key on the canvas says why. */
  readonly isEdit?: boolean;
  /** True: the browser has an event of its own for the shortcuts, which the canvas handles in place of the key. */
  readonly isClipboard?: boolean;
  /** Also found by these words. */
  readonly keywords?: readonly string[];
  /** Absent: always. */
  readonly isEnabled?: (state: SessionState) => boolean;
  /** Why it cannot be done now, where that is not plain to see; menus show it. A function answers with nothing where it is plain. */
  readonly disabledHint?: string | ((state: SessionState) => string | undefined);
  readonly run: () => void;
}

/** A key that is no action: it moves the focus or the view, or belongs to a view that fills the window. */
export interface KeyBinding {
  readonly label: string;
  readonly shortcuts: readonly string[];
  readonly scope: 'canvas' | 'comparison' | 'find' | 'outline' | 'run';
}

/** The actions of one feature, by id. */
export type Contribution<Actions extends readonly Action[]> = Readonly<Record<Actions[number]['id'], Action>>;

/** All actions, by id. Each feature adds its own where it declares them; `contributions.ts` puts them in the registry. */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it.
export interface ContributedActions {}
