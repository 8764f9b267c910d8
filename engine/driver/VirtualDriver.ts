import type { Workflow } from '../model/index.ts';
import {
  type Call,
  createRun,
  EMPTY_VIEW,
  foldRun,
  type Outcome,
  type Run,
  type RunEvent,
  type RunInput,
  type RunListeners,
  type RunStarted,
  type RunView,
} from '../run/index.ts';
import { Driver, type TimerStart } from './Driver.ts';
import { noDigest } from './noDigest.ts';
import type { RunInputDraft } from './RunInputDraft.ts';
import { type Due, Schedule } from './Schedule.ts';
import { TrackedRun } from './TrackedRun.ts';

/** Who says what calls are answered with. `Stop`: why the play is stopped; `Mark`: what may be due besides inputs. */
export interface Answerer<Stop, Mark = never> {
  /** A call is made: it is answered by {@link VirtualDriver.answer} or {@link VirtualDriver.plan}, or never. A stop ends the play at once. */
  readonly answer: (call: Call) => Promise<Stop | null>;
  /** Told of what happened, before the calls that follow from it. */
  readonly onEvents?: (events: readonly RunEvent[]) => void;
  /** When a timer fires, and what comes before it at that time; absent or null: when it is due, after answers and signals. */
  readonly placeTimer?: (timer: TimerStart) => DuePlace | null;
  /** When a run that has more to do continues, and what comes before that; absent: before all that is due. */
  readonly placeSlice?: () => DuePlace;
  /** When that comes which is due at a time; absent: then. */
  readonly delay?: (at: number) => number;
  /** What is fed where an input is due; null: nothing. Absent: the input. */
  readonly toInput?: (due: Due<RunInputDraft>) => RunInputDraft | null;
  /** Something else than an input is due. */
  readonly reach?: (due: Due<Mark>) => Promise<Stop | null>;
  /** Called after each input that was due, once all that follows from it was done. */
  readonly after?: () => Promise<Stop | null>;
}

/** Where something has its place in what is to come: as in {@link Due}. */
type DuePlace = Pick<Due<unknown>, 'at' | 'order'>;

/** How a play ended: the run has, or it is over the bounds, or nothing is left that could happen, or it was stopped. */
export type VirtualEnd<Stop> = 'finished' | 'endless' | 'stuck' | { readonly stop: Stop };

/** What a play may take: events, and ms of virtual time. */
export interface Bounds {
  readonly events: number;
  readonly time: number;
}

/** No sensible run takes more virtual time, in ms: a loop around a wait would else take centuries in a minute. */
export const MOST_VIRTUAL_TIME = 400 * 86_400_000;

/** Id of what continues a step that was interrupted: that has one place in the schedule. */
const SLICE = 'slice';

/** At one time an answer comes first, then a signal, then a timer: what is there in time is in time. A person who stops the run comes last. */
const ORDER = { 'effect.completed': 0, 'signal.received': 1, 'timer.fired': 2, 'run.cancelled': 3 } as const;

/** An input that has an order of its own. */
type Ordered = Extract<RunInputDraft, { readonly type: keyof typeof ORDER }>;

/**
 * Drives a run on a clock that jumps to what is due next. Nothing is stored, and nothing takes time: what is said to its calls, when, and
 * what else comes, is for an {@link Answerer} to say. The same each time, everywhere.
 */
export class VirtualDriver<Stop, Mark = never> {
  readonly #answerer: Answerer<Stop, Mark>;
  readonly #driver: Driver;
  readonly #schedule = new Schedule<{ readonly input: RunInputDraft } | { readonly mark: Mark }>();
  readonly #events: RunEvent[] = [];
  readonly #inputs: RunInput[] = [];
  readonly #begin: number;
  #now: number;
  #isSliced = false;

  /** @param begin when its clock begins, in ms since the epoch */
  constructor(workflow: Workflow, begin: number, answerer: Answerer<Stop, Mark>, listeners?: RunListeners) {
    this.#answerer = answerer;
    this.#begin = begin;
    this.#now = begin;
    this.#driver = new Driver(new TrackedRun(createRun(workflow, listeners), noDigest), {
      onEvents: (events) => {
        for (const event of events) this.#events.push(event);
        answerer.onEvents?.(events);
      },
      timers: { set: (timer) => this.#setTimer(timer), cancel: (id) => this.#schedule.drop(id) },
    });
  }

  /** What has happened so far. */
  get events(): readonly RunEvent[] {
    return this.#events;
  }

  /** What the run was fed, in order: its journal. */
  get inputs(): readonly RunInput[] {
    return this.#inputs;
  }

  get view(): RunView {
    return foldRun(EMPTY_VIEW, this.#events);
  }

  get run(): Run {
    return this.#driver.tracked.run;
  }

  get isFinished(): boolean {
    return this.#driver.tracked.isFinished;
  }

  /** Calls that were asked for and have no outcome, in order. */
  get pending(): readonly Call[] {
    return this.#driver.tracked.pending.calls.map(({ call }) => call);
  }

  /** ms since the epoch, by its clock. */
  get now(): number {
    return this.#now;
  }

  /** How long it has played, in ms of its clock. */
  get played(): number {
    return this.#now - this.#begin;
  }

  /** Plans an input for a time; `id`: as in {@link Due}. */
  plan(at: number, input: Ordered, id: string | null = null): void {
    this.add({ at, order: ORDER[input.type], id, what: input });
  }

  /** Plans an input in its place. */
  add({ what, ...due }: Due<RunInputDraft>): void {
    this.#schedule.add({ ...due, what: { input: what } });
  }

  /** Plans something else than an input: see {@link Answerer.reach}. */
  addMark({ what, ...due }: Due<Mark>): void {
    this.#schedule.add({ ...due, what: { mark: what } });
  }

  /** Answers a call in some ms; where it is aborted before, it was never answered. */
  answer({ key }: Call, outcome: Outcome, after: number): void {
    this.plan(this.#now + after, { type: 'effect.completed', key, outcome }, key);
  }

  /** Takes back what was planned for a call. */
  drop(key: string): void {
    this.#schedule.drop(key);
  }

  /** Plays the run from its start until it ends, is stopped, or nothing is left that could happen. */
  async play(start: RunStarted, most: Bounds): Promise<VirtualEnd<Stop>> {
    let stop = await this.#take(start);
    for (;;) {
      if (stop !== null) return { stop };
      if (this.isFinished) return 'finished';
      if (this.#events.length > most.events || this.played > most.time) return 'endless';
      const due = this.#next();
      if (due === undefined) return 'stuck';
      const { what } = due;
      stop =
        'mark' in what
          ? await this.#reach({ ...due, what: what.mark })
          : await this.#receive({ ...due, what: what.input });
    }
  }

  /** Feeds an input in some ms, and has the calls answered that follow from it. */
  async feed(draft: RunInputDraft, after = 0): Promise<Stop | null> {
    this.#now += after;
    const input = this.#driver.stamp(draft, this.#now);
    this.#inputs.push(input);
    for (const step of this.#driver.feed(input).steps) {
      const stop = step.type === 'call' ? await this.#answerer.answer(step.call) : this.#schedule.drop(step.key);
      if (stop) return stop;
    }
    return null;
  }

  async #receive(due: Due<RunInputDraft>): Promise<Stop | null> {
    const { delay, toInput } = this.#answerer;
    this.#now = Math.max(this.#now, delay === undefined ? due.at : delay(due.at));
    if (due.id === SLICE) this.#isSliced = false;
    const input = toInput === undefined ? due.what : toInput(due);
    return input === null ? null : this.#take(input);
  }

  async #take(input: RunInputDraft): Promise<Stop | null> {
    return (await this.feed(input)) ?? (await this.#answerer.after?.()) ?? null;
  }

  async #reach(due: Due<Mark>): Promise<Stop | null> {
    this.#now = Math.max(this.#now, due.at);
    return (await this.#answerer.reach?.(due)) ?? null;
  }

  /** What comes next. A step that was interrupted is continued at once, or in its place. */
  #next(): Due<{ readonly input: RunInputDraft } | { readonly mark: Mark }> | undefined {
    const { placeSlice } = this.#answerer;
    const slice = { id: SLICE, what: { input: { type: 'run.continued' } } } as const;
    if (!this.#driver.tracked.hasMore) {
      if (this.#isSliced) this.#schedule.drop(SLICE);
      this.#isSliced = false;
    } else if (placeSlice === undefined) return { at: this.#now, order: 0, ...slice };
    else if (!this.#isSliced) {
      this.#isSliced = true;
      this.#schedule.add({ ...placeSlice(), ...slice });
    }
    return this.#schedule.next();
  }

  #setTimer(timer: TimerStart): void {
    const { id } = timer;
    const place = this.#answerer.placeTimer?.(timer) ?? { at: timer.at, order: ORDER['timer.fired'] };
    this.#schedule.add({ ...place, id, what: { input: { type: 'timer.fired', id } } });
  }
}
