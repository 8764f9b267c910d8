import {
  type Driver,
  giveUp,
  planResumption,
  type Resumption,
  type RunInputDraft,
  resumeDecided,
} from '../../../driver/index.ts';
import type { Call } from '../../../run/index.ts';
import { sentAt } from '../../../run/index.ts';
import type { Repeats } from './Repeats.ts';

/** What continuing a run needs of what executes it. */
export interface GoingOn {
  readonly driver: Driver;
  readonly feed: (input: RunInputDraft) => Promise<void> | undefined;
  /** Makes calls that were never made. */
  readonly request: (calls: readonly Call[]) => void;
  /** Whether it is cancelled; throws where it failed. */
  readonly isCancelled: () => boolean;
}

/**
 * Continues a run that was interrupted, and asks about the calls that were cut off. What is cancelled makes no call again.
 * False where the run stays paused, since no one decides.
 */
export async function goOn(run: GoingOn, repeats: Repeats): Promise<boolean> {
  const plan = planResumption(run.driver.tracked, { cause: 'lost', continuesRuns: true, ...repeats });
  for (const input of plan.inputs) {
    const call = input.type === 'effect.repeated' ? plan.again.get(input.key) : undefined;
    if (input.type !== 'run.interrupted' && run.isCancelled()) return true;
    if (call !== undefined) run.driver.holdCutOff(call);
    await run.feed(input);
  }
  if (run.isCancelled()) return true;
  run.request(plan.unsent);
  return plan.asked.size === 0 || decide(run, plan, repeats);
}

async function decide(run: GoingOn, { asked }: Resumption, { ask }: Repeats): Promise<boolean> {
  const { driver, feed } = run;
  const { tracked } = driver;
  let isDecided = true;
  for (const [key, call] of asked) {
    const again = await ask({ call, sentAt: sentAt(tracked.run, key) ?? tracked.lastAt });
    if (run.isCancelled()) return true;
    if (again === null) isDecided = false;
    else if (again) {
      driver.holdCutOff(call);
      await feed({ type: 'effect.repeated', key, by: 'person' });
    } else await feed(giveUp(tracked, call));
  }
  if (isDecided) for (const input of resumeDecided(tracked)) await feed(input);
  return isDecided;
}
