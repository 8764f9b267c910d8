import type { StartedHead, TrackedRun } from '../../../../hosts/node/index.ts';
import { budgetLeft } from '../../../../run/index.ts';
import type { ChildFrame } from '../../contract.ts';

/** What a run that a call of another one starts takes from that one as it is now. */
export function frameOf({ start }: StartedHead, { run, lastAt }: Pick<TrackedRun, 'run' | 'lastAt'>): ChildFrame {
  const { runId, parent, file, prices = [] } = start;
  const place = { runId, root: parent?.root ?? runId, files: [...(parent?.files ?? []), file] };
  return { place, prices, budget: budgetLeft(run), since: lastAt };
}
