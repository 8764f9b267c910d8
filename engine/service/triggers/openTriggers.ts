import { ChangingTriggers } from './ChangingTriggers.ts';
import { FailureFile } from './FailureFile.ts';
import { ScheduleFile } from './ScheduleFile.ts';
import type { TriggerConfig, TriggerOptions } from './Triggers.ts';
import { WALL_CLOCK } from './WallClock.ts';

/** The triggers of a configuration. Rejects with an `Error` for the user where what they have noted cannot be read, or a secret is missing. */
export async function openTriggers(config: TriggerConfig, options: TriggerOptions): Promise<ChangingTriggers> {
  const { state } = options;
  const [schedules, failures] = await Promise.all([ScheduleFile.open(state), FailureFile.open(state)]);
  return new ChangingTriggers(config, { clock: WALL_CLOCK, ...options, schedules, failures });
}
