import { update } from '../store/store.ts';

/** Compares a run of the history with another one; asks with which where that is not said. */
export function openComparison(runId: string, other: string | null = null): void {
  update({ run: { comparison: { runId, other, around: [], taskId: null } }, view: { dialog: 'compare' } });
}
