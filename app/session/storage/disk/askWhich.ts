import type { Conflict } from '../../store/State.ts';
import { session, update } from '../../store/store.ts';

/** Asks what to do about a file that is another one here and on disk; what was asked of it before is asked again. */
export function askWhich(conflict: Conflict): void {
  const others = session.getState().storage.conflicts.filter(({ path }) => path !== conflict.path);
  update({ storage: { conflicts: [...others, conflict] }, view: { dialog: 'conflict' } });
}
