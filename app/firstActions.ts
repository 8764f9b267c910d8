import type { Action } from './actions/index.ts';
import { downloadActions } from './files/downloadActions.tsx';
import { startActions } from './runs/startActions.tsx';
import { editActions } from './shell/editActions.tsx';

/** What buttons of the first screen say of themselves, and what must work where nothing more can be loaded. All others come right after it. */
export const FIRST_ACTIONS: readonly Action[] = [...startActions, ...downloadActions, ...editActions];
