import { update } from '../store/store.ts';

/** Offers a report of a run. */
export function openReport(runId: string): void {
  update({ run: { reported: runId }, view: { dialog: 'report' } });
}
