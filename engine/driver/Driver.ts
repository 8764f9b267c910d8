import {
  type Advance,
  type Call,
  type Effect,
  hasConsequences,
  type Outcome,
  type RunEvent,
  type RunInput,
} from '../run/index.ts';
import type { RunInputDraft } from './RunInputDraft.ts';
import type { TrackedRun } from './TrackedRun.ts';

/** A timer that the machine sets. */
export type TimerStart = Extract<Effect, { readonly type: 'timer.start' }>;

/** Where a host keeps the timers of a run: it feeds `timer.fired` once one is due. */
export interface TimerPort {
  readonly set: (timer: TimerStart) => void;
  readonly cancel: (id: string) => void;
}

/** A call that is to be made now. One that is made again has the key that it had, and another number. */
export interface MadeCall {
  readonly call: Call;
  /** How many calls of this driver were made before. */
  readonly number: number;
}

/** What a host does once an input was fed, in order. */
export type Step =
  | ({ readonly type: 'call' } & MadeCall)
  /** What this call answers is not wanted any more, where it is under way. */
  | { readonly type: 'abort'; readonly key: string };

/** What came of an input. */
export interface Fed extends Advance {
  /** What the host does of its effects: timers have been set and cancelled. */
  readonly steps: readonly Step[];
}

/** How a host drives a run. */
export interface DriverOptions {
  readonly timers: TimerPort;
  /** Told of what happened, before anything that follows from it. */
  readonly onEvents?: (events: readonly RunEvent[]) => void;
  /** True: a call with consequences is made once its `effect.started` was fed, which so is recorded before. */
  readonly recordsIntents?: boolean;
}

interface Waiting {
  readonly draft: RunInputDraft;
  readonly order: number;
}

/**
 * Drives one run, and does no I/O: a host gives it what arrives, makes durable what it takes, feeds that, and then does the steps that
 * are answered.
 *
 *     driver.receive({ type: 'signal.received', name, payload });    // whatever arrives, at any time
 *     const inputs = driver.take(clock.now());                         // none: the run rests until something arrives or a timer is due
 *     await journal.write(inputs);
 *     for (const input of inputs) for (const step of driver.feed(input).steps) perform(step);
 *     driver.answer(made, outcome);                                    // the outcome of a call: received as anything else
 *
 * Three orders hold by that, whatever the host does: the intent of a call is durable before it is made, since the call is a step of its
 * `effect.started`; an outcome is durable before the machine knows of it, since only what was taken can be fed; and a call is aborted
 * after that from which it follows is durable, since aborts are steps, too. Between two calls of its methods it is at rest, and all that
 * it holds besides what is under way on this host is in {@link TrackedRun.state}, as plain data.
 */
export class Driver {
  readonly tracked: TrackedRun;
  readonly #options: DriverOptions;
  #inbox: Waiting[] = [];
  /** What {@link takeEach} is giving out. */
  #batch: Waiting[] = [];
  /** To be made durable, and then fed in this order. */
  #taken: RunInput[] = [];
  /** Calls that are made once their intent was fed, by key. */
  readonly #intents = new Map<string, Call>();
  /** Calls that are under way, by key. */
  readonly #calls = new Map<string, MadeCall>();
  /** Calls that were cut off, which are made once it was fed that they are, by key. */
  readonly #cutOff = new Map<string, Call>();
  #made = 0;
  #isHalted = false;
  #lastAt: number;

  constructor(tracked: TrackedRun, options: DriverOptions) {
    this.tracked = tracked;
    this.#options = options;
    this.#lastAt = tracked.lastAt;
  }

  /** Nothing that arrived waits to be taken. */
  get isEmpty(): boolean {
    return this.#inbox.length + this.#batch.length === 0;
  }

  /** Whether the machine has more to do without anything that arrives. One that was halted does nothing more by itself. */
  get hasMore(): boolean {
    return this.tracked.hasMore && !this.#isHalted;
  }

  /** Whether {@link halt} was called. */
  get isHalted(): boolean {
    return this.#isHalted;
  }

  /** Whether it waits to be taken that the run is cancelled. */
  get isCancelling(): boolean {
    return this.#inbox.some(({ draft }) => draft.type === 'run.cancelled');
  }

  /** Calls that are under way, by key. */
  get calls(): ReadonlyMap<string, MadeCall> {
    return this.#calls;
  }

  /** Whether calls are to be made once their intent was fed. */
  get hasIntents(): boolean {
    return this.#intents.size > 0;
  }

  /** The time of the newest input that was taken, in ms since the epoch. */
  get lastAt(): number {
    return this.#lastAt;
  }

  /** Sets the timers that the run has waited for when it was restored. */
  begin(): void {
    for (const { id, at, isDeadline } of this.tracked.pending.timers)
      this.#options.timers.set({ type: 'timer.start', id, at, ...(isDeadline ? { isDeadline } : {}) });
  }

  /** Requests calls that the run has waited for when it was restored. */
  request(calls: Iterable<Call>): readonly Step[] {
    const steps: Step[] = [];
    for (const call of calls) this.#request(call, steps);
    return steps;
  }

  /** Has a call that was cut off made again once its `effect.repeated` was fed, unless it was aborted meanwhile. */
  holdCutOff(call: Call): void {
    this.#cutOff.set(call.key, call);
  }

  /** Makes no call any more, not even those whose intent waits to be recorded: it must not say of a call that it was made. */
  halt(): void {
    this.#isHalted = true;
    this.#intents.clear();
    for (const waiting of [this.#inbox, this.#batch])
      waiting.splice(0, Infinity, ...waiting.filter(({ draft }) => draft.type !== 'effect.started'));
  }

  /** Aborts calls before it is recorded why: nothing waits for what a person has stopped. What is recorded meanwhile makes no call. */
  abort(isAborted: (call: Call) => boolean): readonly Step[] {
    this.#intents.clear();
    const aborted = [...this.#calls.values()].filter(({ call }) => isAborted(call));
    return aborted.map(({ call: { key } }) => {
      this.#calls.delete(key);
      return { type: 'abort', key };
    });
  }

  /** Takes in what arrives. Of what waits together the lower `order` is taken first, then what came first. */
  receive(draft: RunInputDraft, order = 0): void {
    this.#inbox.push({ draft, order });
  }

  /** Takes in what a call has answered; false where that is not wanted any more: it was aborted, or made again since. */
  answer({ call: { key }, number }: MadeCall, outcome: Outcome, order = 0): boolean {
    if (this.#calls.get(key)?.number !== number) return false;
    this.#calls.delete(key);
    this.receive({ type: 'effect.completed', key, outcome }, order);
    return true;
  }

  /** All that waits, to be made durable and then fed; or that the machine continues, where it has more to do. None: the run rests. `now`: ms since the epoch. */
  take(now: number): readonly RunInput[] {
    const waiting = [...this.#batch, ...this.#order()];
    this.#batch = [];
    if (waiting.length > 0) return waiting.map(({ draft }) => this.stamp(draft, now));
    return this.hasMore ? [this.stamp({ type: 'run.continued' }, now)] : [];
  }

  /** What waits now, one by one: each is made durable and fed before the next. What arrives meanwhile is not among it. */
  *takeEach(clock: () => number): Generator<RunInput, void> {
    this.#batch = this.#order();
    for (let next = this.#batch.shift(); next !== undefined; next = this.#batch.shift())
      yield this.stamp(next.draft, clock());
  }

  #order(): Waiting[] {
    const waiting = this.#inbox;
    if (waiting.length > 0) this.#inbox = [];
    return waiting.length > 1 ? waiting.sort((a, b) => a.order - b.order) : waiting;
  }

  /** One input with its time, which never goes back, to be made durable and then fed. */
  stamp(draft: RunInputDraft, now: number): RunInput {
    this.#lastAt = Math.max(this.#lastAt, now);
    const input = { ...draft, at: this.#lastAt };
    this.#taken.push(input);
    return input;
  }

  /** What was taken and not fed is never fed: the journal must not have it either. */
  discardTaken(): void {
    this.#taken = [];
  }

  /** Feeds an input that was taken and is durable. Inputs are fed in the order in which they were taken: any other is a mistake of the host. */
  feed(input: RunInput): Fed {
    if (this.#taken.shift() !== input) throw new RangeError(`“${input.type}” was not taken, or not next.`);
    const answer = this.tracked.feed(input);
    this.#options.onEvents?.(answer.events);
    if (input.type === 'effect.completed') this.#calls.delete(input.key);
    const steps: Step[] = [];
    for (const effect of answer.effects) this.#take(effect, steps);
    if (input.type === 'effect.started') this.#start(this.#intents, input.key, steps);
    // One that was aborted meanwhile has no event.
    const isRepeated = input.type === 'effect.repeated' && answer.events.some(({ type }) => type === input.type);
    if (isRepeated) this.#start(this.#cutOff, input.key, steps);
    const { events, effects, more, isFinished } = answer;
    return { events, effects, more, isFinished, steps };
  }

  #take(effect: Effect, steps: Step[]): void {
    switch (effect.type) {
      case 'timer.start':
        this.#options.timers.set(effect);
        return;
      case 'timer.cancel':
        this.#options.timers.cancel(effect.id);
        return;
      case 'effect.abort':
        this.#intents.delete(effect.key);
        this.#calls.delete(effect.key);
        steps.push({ type: 'abort', key: effect.key });
        return;
      case 'tool.call':
      case 'model.call':
      case 'memory.call':
        this.#request(effect, steps);
    }
  }

  #request(call: Call, steps: Step[]): void {
    if (this.#isHalted) return;
    if (this.#options.recordsIntents === true && hasConsequences(call)) {
      this.#intents.set(call.key, call);
      this.receive({ type: 'effect.started', key: call.key });
    } else steps.push(this.#make(call));
  }

  /** Makes a call that has waited for that, unless it was aborted. */
  #start(waiting: Map<string, Call>, key: string, steps: Step[]): void {
    const call = waiting.get(key);
    waiting.delete(key);
    if (call !== undefined) steps.push(this.#make(call));
  }

  #make(call: Call): Step {
    const made = { type: 'call', call, number: this.#made } as const;
    this.#made += 1;
    this.#calls.set(call.key, made);
    return made;
  }
}
