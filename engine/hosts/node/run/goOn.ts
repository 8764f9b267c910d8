import type { RunInputDraft, TrackedRun } from '../../../driver/index.ts';
import type { Call } from '../../../run/index.ts';
import { sentAt } from '../../../run/index.ts';
import type { CallsInFlight } from '../../CallsInFlight.ts';
import { giveUp, planResumption, type Resumption, resumeDecided } from '../../planResumption.ts';
import type { Repeats } from './Repeats.ts';

/** What going on with a run needs of what executes it. */
export interface GoingOn {
  readonly tracked: TrackedRun;
  readonly feed: (input: RunInputDraft) => void;
  /** A call whose repetition is fed is made by them. */
  readonly calls: Pick<CallsInFlight, 'intend'>;
  /** Makes a call that was never made. */
  readonly take: (call: Call) => void;
  /** Whether it is cancelled; throws where it failed. */
  readonly isCancelled: () => boolean;
}

/**
 * Goes on with a run that was interrupted, and asks about the calls that were cut off. What is cancelled makes no call again.
 * False where the run stays paused, since nobody decides.
 */
export async function goOn(run: GoingOn, repeats: Repeats): Promise<boolean> {
  const plan = planResumption(run.tracked, { cause: 'lost', continuesRuns: true, ...repeats });
  for (const input of plan.inputs) {
    const call = input.type === 'effect.repeated' ? plan.again.get(input.key) : undefined;
    if (input.type !== 'run.interrupted' && run.isCancelled()) return true;
    if (call !== undefined) run.calls.intend(call);
    run.feed(input);
  }
  if (run.isCancelled()) return true;
  for (const call of plan.unsent) run.take(call);
  return plan.asked.size === 0 || decide(run, plan, repeats);
}

async function decide(run: GoingOn, { asked }: Resumption, { ask }: Repeats): Promise<boolean> {
  const { tracked } = run;
  let isDecided = true;
  for (const [key, call] of asked) {
    const again = await ask({ call, sentAt: sentAt(tracked.run, key) ?? tracked.lastAt });
    if (run.isCancelled()) return true;
    if (again === null) isDecided = false;
    else if (again) {
      run.calls.intend(call);
      run.feed({ type: 'effect.repeated', key, by: 'person' });
    } else run.feed(giveUp(tracked, call));
  }
  if (isDecided) for (const input of resumeDecided(tracked)) run.feed(input);
  return isDecided;
}
