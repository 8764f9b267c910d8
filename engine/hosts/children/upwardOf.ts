import type { RunInputDraft } from '../../driver/index.ts';
import { pausedFor } from '../../run/index.ts';
import { childRunId } from './ChildRequest.ts';
import type { Upward, WorkflowCall } from './Family.ts';
import type { HostedRun } from './HostedRun.ts';
import { pauseFor } from './stops.ts';

/** What the run of a call tells the one that made it, and those around that, as long as the call is not aborted. */
export function upwardOf(
  { file, key, signal }: WorkflowCall,
  { self, up }: { readonly self: () => HostedRun | null; readonly up: Upward | null },
): Upward {
  const runId = childRunId(key);
  const receive = (input: RunInputDraft): void => {
    if (!signal.aborted) self()?.receive(input);
  };
  return {
    report: (usage) => {
      const child = { runId, file, ...(usage === undefined ? {} : { usage }) };
      receive({ type: 'child.reported', key, child });
    },
    // Its budget is what was left of the outermost run's: where it may use no more, none of them may.
    spent: () => receive({ type: 'run.paused', reason: 'budget' }),
    stopped: (run) => receive(pauseFor(runId, run)),
    goesOn: () => {
      const around = self();
      if (around !== null && pausedFor(around.tracked.run) === runId) receive({ type: 'run.resumed' });
    },
    undecided: () => {
      receive({ type: 'run.paused', reason: 'interrupted' });
      up?.undecided();
    },
    wake: () => self()?.wake(),
  };
}
