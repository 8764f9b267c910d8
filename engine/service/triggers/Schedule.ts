import { err, messageOf, type Result } from '../../base/index.ts';
import { fillTemplate, type ScheduleConfig } from '../../serveConfig/index.ts';
import type { RunService, ServiceRefusal, StartedRun } from '../RunService.ts';
import { explainRefusal } from '../refusals.ts';
import type { StateFile } from '../StateFile.ts';
import type { ScheduleState, ScheduleStates } from './scheduleStates.ts';
import type { WallClock } from './WallClock.ts';

/** What a schedule works with. */
export interface ScheduleParts {
  readonly service: Pick<RunService, 'start' | 'get' | 'untilEnded'>;
  readonly file: StateFile<ScheduleStates>;
  readonly clock: WallClock;
  /** Notified of each run that is started. */
  readonly onStart: (runId: string) => void;
  /** Told in words, once, what keeps it from its work. */
  readonly onProblem: (message: string) => void;
}

/** A due time that is noticed later than so many ms is missed. */
const LATE = 60_000;

/** Most missed times that are made up for, and most that wait for the run before. */
const MOST = 100;

/**
 * One schedule. A run is known by the schedule and its due time, so that however often a time is decided about, before and
 * after a crash, it has one run. What was decided is written down after the run is durable: a crash in between asks again.
 */
export class Schedule {
  readonly config: ScheduleConfig;
  readonly #parts: ScheduleParts;
  readonly #stop = new AbortController();
  #state: ScheduleState;
  #working: Promise<void> | null = null;
  #isAskedAgain = false;
  #watched: string | null = null;
  /** What keeps it from its work; null: nothing does. */
  problem: string | null = null;
  /** True: the last look could not do what is due, and one soon may. */
  isHeld = false;

  constructor(config: ScheduleConfig, parts: ScheduleParts) {
    this.config = config;
    this.#parts = parts;
    const { cron, timeZone } = config;
    const known = this.#kept;
    const fresh = { cron, time_zone: timeZone, seen: parts.clock.now(), last: null, queued: [] };
    const isSame = known?.cron === cron && known.time_zone === timeZone;
    this.#state = isSame ? known : { ...fresh, paused: known?.paused ?? false };
  }

  get state(): ScheduleState {
    return this.#state;
  }

  /** When it is due next, in ms since the epoch; null: never again, or not while it is paused. */
  get next(): number | null {
    return this.#state.paused === true ? null : this.config.times.next(this.#parts.clock.now());
  }

  /** Notes that it is there, so that what it misses from now on is known. */
  async begin(): Promise<void> {
    if (this.#kept !== this.#state) await this.#save({});
  }

  get #kept(): ScheduleState | undefined {
    return this.#parts.file.known.schedules[this.config.name];
  }

  /** Lets it start nothing by itself, also after a restart. Rejects with the error of the file system. */
  async pause(): Promise<void> {
    if (this.#state.paused !== true) await this.#write({ paused: true });
    // What it was about to start has its run before this is answered.
    await this.#working;
  }

  /** Lets the next look continue what is due from now on, and with what is queued; what was due meanwhile is omitted. Rejects as {@link pause} does. */
  async resume(): Promise<void> {
    if (this.#state.paused === true) await this.#write({ paused: false, seen: this.#parts.clock.now() });
  }

  /**
   * Starts a run now, alongside those that are under way, also while it is paused. What is due, and what waits for which run, stays as it
   * is. The error of an input that cannot be made is a text. `depth`: as in `RunStart`.
   */
  async startNow(depth = 0): Promise<Result<StartedRun, ServiceRefusal | string>> {
    const now = this.#parts.clock.now();
    return this.#ask(now, `${this.config.name}-now-${compact(new Date(now).toISOString())}`, depth);
  }

  /** Starts what is due. Looks that come while one is under way are one more. */
  look(): Promise<void> {
    this.#isAskedAgain = true;
    this.#working ??= this.#work();
    return this.#working;
  }

  /** Starts nothing more. */
  async end(): Promise<void> {
    this.#stop.abort();
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#isAskedAgain && !this.#stop.signal.aborted) {
      this.#isAskedAgain = false;
      try {
        this.isHeld = !(await this.#take());
      } catch (error) {
        // A cluster that does not answer.
        this.isHeld = true;
        this.#complain(messageOf(error));
      }
    }
    // At once: a look that comes before whoever waits is told must not be taken for a part of this one.
    this.#working = null;
  }

  /** Whether everything that is due was decided about. */
  async #take(): Promise<boolean> {
    const now = this.#parts.clock.now();
    if (this.#state.paused === true) return true;
    // The clock was set back: times that come again have their runs already.
    if (now < this.#state.seen) this.#state = { ...this.#state, seen: now };
    const due = this.config.times.between(this.#state.seen, now, MOST);
    for (const time of this.#choose(due, now)) {
      if (this.#state.paused === true) return true;
      if (!(await this.#decide(time))) return false;
      await this.#save({ seen: time });
    }
    const newest = due.at(-1);
    if (newest !== undefined && newest > this.#state.seen) await this.#save({ seen: newest });
    return this.#takeQueued();
  }

  /** Which of the times that are due are no longer, or not yet, missed for good. */
  #choose(due: readonly number[], now: number): readonly number[] {
    const { missed } = this.config;
    if (missed === 'all') return due;
    return due.slice(-1).filter((time) => missed === 'once' || now - time <= LATE);
  }

  /** Starts the run of a due time, puts it behind others, or omits it. False: that cannot be done now. */
  async #decide(time: number): Promise<boolean> {
    const id = this.#idOf(time);
    const { overlap } = this.config;
    const { last, queued } = this.#state;
    if (overlap === 'start' || (last === null && queued.length === 0)) return this.#start(time);
    if ((await this.#parts.service.get(id)) !== null) {
      // Before a crash. Names of its runs are in the order of time.
      if (last === null || id > last) this.#state = { ...this.#state, last: id };
      return true;
    }
    const isFree = queued.length === 0 && !(await this.#isUnderWay(last));
    if (isFree) return this.#start(time);
    if (overlap === 'queue' && !queued.includes(time)) await this.#queue(time);
    return true;
  }

  async #queue(time: number): Promise<void> {
    const { queued } = this.#state;
    if (queued.length < MOST) return this.#save({ queued: [...queued, time] });
    this.#complain(`${MOST} of its runs wait for the one before. What is due now is skipped.`);
  }

  async #takeQueued(): Promise<boolean> {
    for (;;) {
      const { queued, last } = this.#state;
      const [time] = queued;
      if (time === undefined || this.#stop.signal.aborted || this.#state.paused === true) return true;
      if (await this.#isUnderWay(last)) {
        this.#watch(last);
        return true;
      }
      if (!(await this.#start(time))) return false;
      await this.#save({ queued: queued.slice(1) });
    }
  }

  async #isUnderWay(runId: string | null): Promise<boolean> {
    const run = runId === null ? null : await this.#parts.service.get(runId);
    return run !== null && run.endedAt === null;
  }

  /** Looks again once a run has ended. */
  #watch(runId: string | null): void {
    if (runId === null || this.#watched === runId) return;
    this.#watched = runId;
    const look = (): void => {
      this.#watched = null;
      if (!this.#stop.signal.aborted) void this.look();
    };
    this.#parts.service.untilEnded(runId, this.#stop.signal).then(look, look);
  }

  async #start(time: number): Promise<boolean> {
    const runId = this.#idOf(time);
    const started = await this.#ask(time, runId);
    const refusal = started.ok ? null : started.error;
    if (typeof refusal === 'string') {
      this.#complain(refusal);
      return true;
    }
    // With another input it was started, too: by the configuration as it was then.
    if (refusal === null || refusal.type === 'conflict') {
      if (started.ok && started.value.isNew) this.#parts.onStart(runId);
      this.problem = null;
      this.#state = { ...this.#state, last: runId };
      return true;
    }
    const { type } = refusal;
    if (type === 'draining') return false;
    this.#complain(explainRefusal(refusal));
    return type !== 'full' && type !== 'storage';
  }

  /** Starts the run of a time; the error of an input that cannot be made is a text. */
  async #ask(time: number, runId: string, depth = 0): Promise<Result<StartedRun, ServiceRefusal | string>> {
    const { name, workflow, input } = this.config;
    const values = { schedule: { name, due: new Date(time).toISOString() } };
    const filled = fillTemplate(input, values, time);
    if (!filled.ok) return err(`Its input cannot be made: ${filled.error}`);
    const start = { workflow, input: filled.value, runId, trigger: `schedule ${name}` };
    return this.#parts.service.start(depth === 0 ? start : { ...start, depth });
  }

  /** Readable, and in the order of time. */
  #idOf(time: number): string {
    return `${this.config.name}-${compact(new Date(time).toISOString().replace(/\.\d+/, ''))}`;
  }

  async #write(change: Partial<ScheduleState>): Promise<void> {
    const { paused = false } = this.#state;
    try {
      await this.#keep(change);
    } catch (error) {
      this.#state = { ...this.#state, paused };
      throw error;
    }
  }

  async #save(change: Partial<ScheduleState>): Promise<void> {
    try {
      await this.#keep(change);
    } catch (error) {
      // It continues in memory; after a crash the ids of its runs still tell what was started.
      this.#complain(`Its progress cannot be written: ${messageOf(error)}`);
    }
  }

  #keep(change: Partial<ScheduleState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    const { file } = this.#parts;
    return file.save({ version: 1, schedules: { ...file.known.schedules, [this.config.name]: this.#state } });
  }

  #complain(message: string): void {
    if (this.problem === message) return;
    this.problem = message;
    this.#parts.onProblem(`schedule ${this.config.name}: ${message}`);
  }
}

/** The due time of a run by the id that {@link Schedule} gave it, in ms since the epoch; null: it is in none. */
export function dueTimeOf(runId: string): number | null {
  const [, year, month, day, hour, minute, second] = /-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(runId) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}

/** A time as it is in the ids of runs. */
function compact(time: string): string {
  return time.replaceAll(/[-:.]/g, '');
}
