import type { ComparisonAround } from '../store/State.ts';
import { session, update } from '../store/store.ts';

/** Compares two runs inside of those that are compared, which are gone back to by {@link compareAround}. */
export function compareInside(
  { runId, other }: { readonly runId: string; readonly other: string },
  from: Pick<ComparisonAround, 'file' | 'taskId'>,
): void {
  const { comparison } = session.getState().run;
  if (comparison === null || comparison.other === null) return;
  const { runId: one, other: second, around } = comparison;
  update({
    run: { comparison: { runId, other, around: [...around, { ...from, runId: one, other: second }], taskId: null } },
  });
}

/** Goes back to a comparison around the one on screen, by how deep it is (0: the outermost), with the task that led inside. */
export function compareAround(depth: number): void {
  const { comparison } = session.getState().run;
  const found = comparison?.around[depth];
  if (comparison === null || found === undefined) return;
  const { runId, other, taskId } = found;
  update({ run: { comparison: { runId, other, around: comparison.around.slice(0, depth), taskId } } });
}
