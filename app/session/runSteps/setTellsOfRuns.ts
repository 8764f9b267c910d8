import { update } from '../store/store.ts';

/** Whether notifications tell of runs that end or wait while the page is not in view. */
export function setTellsOfRuns(tellsOfRuns: boolean): void {
  update({ view: { tellsOfRuns } });
}
