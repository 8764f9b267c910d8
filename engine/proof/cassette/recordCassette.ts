import { Driver, noDigest, type Step, TrackedRun } from '../../driver/index.ts';
import type { Workflow } from '../../model/index.ts';
import { type Call, createRun, type RunEvent, type RunInput, type RunStarted } from '../../run/index.ts';
import { fingerprintOf } from './fingerprintOf.ts';
import { Places } from './listCalls.ts';

/**
 * What a run was answered with, and when: enough to play it again, on its own text or on another. Plain data, as it is written to a
 * file; secrets are placeholders in it, as in the journal that it is of.
 */
export interface Cassette {
  /** The first input: data, seed, variables, plan. */
  readonly start: RunStarted;
  /** In the order in which they were asked for. */
  readonly calls: readonly RecordedCall[];
  /** What came from outside: signals, pauses, values that were edited. */
  readonly outside: readonly OutsideInput[];
  /** When timers fired, by place, counted from when they were due. */
  readonly timers: Readonly<Record<string, Moment>>;
  /** When a long step was continued, counted from its interruption; one after the other. */
  readonly slices: readonly Moment[];
  /** Where the record ends, counted from the start; null: with the end of the run. */
  readonly end: Moment | null;
  /** How many events the run had. */
  readonly events: number;
}

/** A moment of a run. */
export interface Moment {
  /** Its place among all inputs of the run: what comes first at one time. A half is right behind an input. */
  readonly order: number;
  /** ms after what it is counted from. */
  readonly after: number;
}

/** One call, with what was asked. */
export interface RecordedCall {
  /** Where in the run it was made (`Places`). */
  readonly place: string;
  readonly taskId: string;
  /** What was sent, without what differs each time (`fingerprintOf`). */
  readonly fingerprint: string;
  /** All that came for it, its answer included, counted from when it was asked for. */
  readonly inputs: readonly CallInput[];
  /** When it was given up without an answer, or its record ends; null: it has one. */
  readonly until: Moment | null;
}

/** Something that came for a call. Its key is that of the recorded run. */
interface CallInput extends Moment {
  readonly input: Extract<RunInput, { readonly key: string }>;
}

/** Something that came from outside. */
interface OutsideInput extends Moment {
  readonly input: RunInput;
  /** Of what a person did to a step: where the run of the task is. */
  readonly place?: string;
}

/** A cassette, and the run that it was recorded from. */
export interface Recording {
  readonly cassette: Cassette;
  readonly events: readonly RunEvent[];
}

/**
 * Records a cassette from the inputs of a run, the first of which is `run.started`, and the workflow that it ran. The inputs are fed to
 * this version of the machine: it tells what was asked for. Throws a `RangeError` where there is no start, and what the machine throws.
 * Patterns must be loaded.
 */
export function recordCassette(workflow: Workflow, inputs: readonly RunInput[]): Recording {
  const recorder = new Recorder(workflow, inputs);
  for (const [index, input] of inputs.entries()) recorder.take(input, index);
  return recorder.end();
}

interface OpenCall {
  readonly call: Call;
  readonly place: string;
  readonly at: number;
  readonly inputs: CallInput[];
  until: Moment | null;
}

interface OpenTimer {
  readonly place: string;
  readonly due: number;
}

class Recorder {
  readonly #start: Extract<RunInput, { readonly type: 'run.started' }>;
  readonly #count: number;
  readonly #driver: Driver;
  readonly #places = new Places();
  readonly #events: RunEvent[] = [];
  readonly #calls = new Map<string, OpenCall>();
  readonly #outside: OutsideInput[] = [];
  readonly #openTimers = new Map<string, OpenTimer>();
  readonly #timers = new Map<string, Moment>();
  readonly #slices: Moment[] = [];
  #moreSince: number | null = null;
  /** Of the input at hand. */
  #order = 0;
  #now = 0;

  constructor(workflow: Workflow, inputs: readonly RunInput[]) {
    const [start] = inputs;
    if (start?.type !== 'run.started') throw new RangeError('A run begins with “run.started”.');
    this.#start = start;
    this.#count = inputs.length;
    this.#driver = new Driver(new TrackedRun(createRun(workflow), noDigest), {
      onEvents: (events) => {
        for (const event of events) this.#events.push(event);
        this.#places.take(events);
      },
      timers: {
        set: ({ id, at }) => this.#openTimers.set(id, { place: this.#places.placeOf(id), due: at }),
        cancel: (id) => this.#settleTimer(id, this.#behind, false),
      },
    });
  }

  /** What follows from the input at hand comes between that and the next one. */
  get #behind(): number {
    return this.#order + 0.5;
  }

  get #isFinished(): boolean {
    return this.#driver.tracked.isFinished;
  }

  take(input: RunInput, order: number): void {
    this.#now = Math.max(this.#now, input.at);
    this.#order = order;
    if (!this.#isFinished) this.#note(input, order);
    const { steps, more } = this.#driver.feed(this.#driver.stamp(input, input.at));
    for (const step of steps) this.#take(step);
    if (more && this.#moreSince === null) this.#moreSince = this.#now;
    // It was held up before it was continued: it must not continue before that when it is played.
    if (!more) this.#goOn(this.#behind);
  }

  end(): Recording {
    const last = this.#count + 1;
    this.#goOn(last);
    for (const id of this.#openTimers.keys()) this.#settleTimer(id, last, false);
    const calls = [...this.#calls.values()].map(({ call, place, at, inputs, until }): RecordedCall => {
      const isAnswered = inputs.some(({ input }) => input.type === 'effect.completed');
      const silence = until ?? { order: last, after: this.#now - at };
      const fingerprint = fingerprintOf(call, this.#start.runId);
      return { place, taskId: call.taskId, fingerprint, inputs, until: isAnswered ? null : silence };
    });
    const cassette = {
      start: this.#start,
      calls,
      outside: this.#outside,
      timers: Object.fromEntries(this.#timers),
      slices: this.#slices,
      end: this.#isFinished ? null : { order: this.#count, after: this.#now - this.#start.at },
      events: this.#events.length,
    };
    return { cassette, events: this.#events };
  }

  #note(input: RunInput, order: number): void {
    if (input.type === 'run.started') return;
    if (input.type === 'run.continued') this.#goOn(order);
    else if (input.type === 'timer.fired' && this.#openTimers.has(input.id)) this.#settleTimer(input.id, order, true);
    else if (input.type === 'timer.fired') this.#goOn(order);
    else if ('key' in input) {
      const call = this.#calls.get(input.key);
      // What comes for a call that was given up changes nothing, but continues a long step as any input does.
      if (call === undefined || call.until !== null) this.#goOn(order);
      else call.inputs.push({ order, after: this.#now - call.at, input });
    } else this.#outside.push(this.#place({ order, after: this.#now - this.#start.at, input }));
  }

  #place(outside: OutsideInput): OutsideInput {
    const { input } = outside;
    const place = 'activation' in input ? this.#places.placeOfActivation(input.activation) : undefined;
    return place === undefined ? outside : { ...outside, place };
  }

  #take(step: Step): void {
    const key = step.type === 'call' ? step.call.key : step.key;
    const open = this.#calls.get(key);
    if (step.type === 'abort' && open !== undefined) open.until ??= { order: this.#behind, after: this.#now - open.at };
    if (step.type === 'abort' || open !== undefined) return;
    const { call } = step;
    this.#calls.set(key, { call, place: this.#places.placeOf(key), at: this.#now, inputs: [], until: null });
  }

  /** Of one that has not fired, only that it was late matters: it must not fire before when it is played. */
  #settleTimer(id: string, order: number, hasFired: boolean): void {
    const timer = this.#openTimers.get(id);
    if (timer === undefined) return;
    this.#openTimers.delete(id);
    const after = this.#now - timer.due;
    if (hasFired || after >= 0) this.#timers.set(timer.place, { order, after });
  }

  #goOn(order: number): void {
    if (this.#moreSince === null) return;
    this.#slices.push({ order, after: this.#now - this.#moreSince });
    this.#moreSince = null;
  }
}
