import type { ScheduleConfig } from '../../serveConfig/index.ts';
import { dueTimeOf, Schedule, type ScheduleParts } from './Schedule.ts';

/** A schedule as the API shows it. Times are ms since the epoch. */
export interface ScheduleView extends Omit<ScheduleConfig, 'input' | 'times'> {
  /** When it is due next; null: never again, or it is paused. */
  readonly next: number | null;
  /** The run that it started last; null: none yet. */
  readonly last: string | null;
  /** The due time of that run; null: there is no such run. */
  readonly lastDue: number | null;
  /** How many due times wait for the end of that run. */
  readonly queued: number;
  /** True: somebody has paused it. */
  readonly paused: boolean;
  /** What keeps it from its work, in words; null: nothing does. */
  readonly problem: string | null;
}

/** What somebody may do with a schedule. */
export type ScheduleControls = Pick<Schedule, 'pause' | 'resume' | 'startNow'>;

/** The clock is read at least so often, in ms: it may have been set, or the machine may have slept. */
const LONGEST_SLEEP = 30_000;

/** When what could not be started is tried again, in ms. */
const RETRY = 5_000;

/** Starts the runs of all schedules when they are due. */
export class Scheduler {
  readonly #schedules: readonly Schedule[];
  readonly #clock: ScheduleParts['clock'];
  #cancelWake: () => void = () => undefined;
  #hasEnded = false;
  #onStart: ScheduleParts['onStart'] = () => undefined;

  constructor(configs: readonly ScheduleConfig[], parts: Omit<ScheduleParts, 'onStart'>) {
    const onStart = (runId: string): void => this.#onStart(runId);
    this.#schedules = configs.map((config) => new Schedule(config, { ...parts, onStart }));
    this.#clock = parts.clock;
  }

  list(): readonly ScheduleView[] {
    return this.#schedules.map(({ config, next, state, problem }) => {
      const { name, workflow, cron, timeZone, missed, overlap } = config;
      const { last, queued, paused = false } = state;
      const came = { last, lastDue: last === null ? null : dueTimeOf(last), queued: queued.length, paused };
      return { name, workflow, cron, timeZone, missed, overlap, next, ...came, problem };
    });
  }

  /** What can be done with the schedule of a name; null where there is none. */
  find(name: string): ScheduleControls | null {
    const schedule = this.#schedules.find(({ config }) => config.name === name);
    if (schedule === undefined) return null;
    return {
      pause: () => schedule.pause(),
      resume: async () => {
        await schedule.resume();
        // Its next time may be nearer than what is slept until.
        void this.look();
      },
      startNow: (depth) => schedule.startNow(depth),
    };
  }

  /** Starts what was missed, as each schedule has it, and from then on what is due; notifies of each run. */
  async begin(onStart: ScheduleParts['onStart']): Promise<void> {
    this.#onStart = onStart;
    if (this.#schedules.length === 0) return;
    await Promise.all(this.#schedules.map((schedule) => schedule.begin()));
    await this.look();
  }

  /** Starts what is due now, and sees to the next time. */
  async look(): Promise<void> {
    if (this.#hasEnded) return;
    const looked = Promise.all(this.#schedules.map((schedule) => schedule.look()));
    this.#sleep();
    await looked;
    if (this.#schedules.some(({ isHeld }) => isHeld)) this.#sleep();
  }

  /** Starts nothing more. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#cancelWake();
    await Promise.all(this.#schedules.map((schedule) => schedule.end()));
  }

  #sleep(): void {
    this.#cancelWake();
    if (this.#hasEnded) return;
    const now = this.#clock.now();
    const waits = this.#schedules.map(({ next, isHeld }) => (isHeld ? RETRY : (next ?? Infinity) - now));
    const wait = Math.min(LONGEST_SLEEP, ...waits);
    this.#cancelWake = this.#clock.wake(Math.max(1, wait), () => void this.look());
  }
}
