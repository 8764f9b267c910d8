import { type Outcome, reusedAnswer } from '../../run/index.ts';
import type { HostedRun } from './HostedRun.ts';

/**
 * What a call answers that starts no run, since the run was begun with the answer of an earlier one: it is linked to the run
 * that answered then. Null: the call starts a run.
 */
export function answerAgain(run: HostedRun | null, key: string): Outcome | null {
  const known = run === null ? undefined : reusedAnswer(run.tracked.run, key);
  if (run === null || known === undefined) return null;
  const { output, simulated, runId, file } = known;
  run.receive({ type: 'child.reported', key, child: { runId, file } });
  return { ok: true, value: output, simulated, warnings: [] };
}
