import { err, ok, type Result } from '../../../../base/index.ts';
import type { RunError } from '../../../../run/index.ts';
import { explainDeletedInputs } from '../../journal/explainDeletedInputs.ts';
import type { JournaledRun } from '../../journal/RunStore.ts';

/**
 * A run from its first input: the inputs that its executor holds, after the stored inputs before them. An error where the
 * first inputs are neither in memory nor stored.
 */
export function wholeRecord(
  live: JournaledRun | undefined,
  stored: JournaledRun | null,
): Result<JournaledRun | null, RunError> {
  const whole = live === undefined ? stored : withBeginning(live, stored);
  return whole !== null && whole.from > 0 ? err(explainDeletedInputs()) : ok(whole);
}

function withBeginning(live: JournaledRun, stored: JournaledRun | null): JournaledRun {
  if (stored === null || stored.from > 0 || stored.inputs.length < live.from) return live;
  const inputs = [...stored.inputs.slice(0, live.from), ...live.inputs];
  const before = stored.proofs.filter((proof) => proof.inputs <= live.from);
  return { ...live, from: 0, inputs, proofs: [...before, ...live.proofs] };
}
