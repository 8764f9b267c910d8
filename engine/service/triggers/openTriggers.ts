import type { ServeConfig } from '../config/readConfig.ts';
import type { RunService } from '../RunService.ts';
import { ScheduleFile } from './ScheduleFile.ts';
import { Scheduler, type ScheduleView } from './Scheduler.ts';
import { WALL_CLOCK, type WallClock } from './WallClock.ts';

/** What starts runs besides callers of the API. */
export interface Triggers {
  schedules(): readonly ScheduleView[];
  /** Begins to start runs, and notifies of each. */
  begin(onStart: (runId: string) => void): Promise<void>;
  /** Starts nothing more. */
  end(): Promise<void>;
}

/** None at all. */
export const NO_TRIGGERS: Triggers = {
  schedules: () => [],
  begin: () => Promise.resolve(),
  end: () => Promise.resolve(),
};

/** What triggers are given. */
export interface TriggerOptions {
  readonly service: RunService;
  /** The state folder. Absolute. */
  readonly state: string;
  readonly clock?: WallClock;
  /** Told in words what keeps a trigger from its work. */
  readonly onProblem: (message: string) => void;
}

/** The triggers of a configuration. Rejects with an `Error` for the user where what they have noted cannot be read. */
export async function openTriggers(
  { schedules }: Pick<ServeConfig, 'schedules'>,
  { service, state, clock = WALL_CLOCK, onProblem }: TriggerOptions,
): Promise<Triggers> {
  const file = await ScheduleFile.open(state);
  const scheduler = new Scheduler(schedules, { service, file, clock, onProblem });
  return {
    schedules: () => scheduler.list(),
    begin: (onStart) => scheduler.begin(onStart),
    end: () => scheduler.end(),
  };
}
