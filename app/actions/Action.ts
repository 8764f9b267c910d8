import type { ReactNode } from 'react';
import type { SessionState } from '../session/index.ts';

export type ActionGroup = 'Run' | 'File' | 'Edit' | 'View' | 'Canvas' | 'Help';

/** Something a person can do from anywhere: buttons, menus, the command palette and keys all read the same record. */
export interface Action {
  readonly id: string;
  /** Sentence case, starting with a verb. */
  readonly label: string;
  readonly group: ActionGroup;
  readonly icon?: ReactNode;
  /** `Mod+Shift+K`, see `formatShortcut`; the first is the one shown. */
  readonly shortcuts?: readonly string[];
  /** Where the shortcuts are heard: everywhere, or only while the focus is on the canvas. */
  readonly scope?: 'canvas';
  /** Also found by these words. */
  readonly keywords?: readonly string[];
  /** Absent: always. */
  readonly isEnabled?: (state: SessionState) => boolean;
  readonly run: () => void;
}
