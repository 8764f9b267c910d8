import { hasConsequences, type Performer } from '../../../effects/index.ts';
import type { Call, Effect, RunError, RunEvent, RunInput } from '../../../run/index.ts';
import { internalError } from '../../feedRun.ts';
import type { RestoredRun } from '../../restoreRun.ts';
import type { TrackedRun } from '../../TrackedRun.ts';
import { JournalWriter, type WriterContext } from '../journal/JournalWriter.ts';
import type { Claim, RunStore } from '../journal/RunStore.ts';
import { type Clock, createRunClock } from '../platform/clock.ts';
import type { RunControl } from '../protocol/protocol.ts';
import { endWithError } from './endWithError.ts';
import { TimerQueue } from './TimerQueue.ts';

/** An input on its way to the machine; it gets its time when its turn comes. */
type Arrival = RunInput extends infer Input ? (Input extends RunInput ? Omit<Input, 'at'> : never) : never;

/** A run as its journal has it, and what it goes on with. */
export interface ExecutorContext {
  readonly claim: Claim;
  readonly restored: RestoredRun;
  readonly performer: Pick<Performer, 'perform'>;
  readonly store: RunStore;
  readonly clock: Clock;
  /** A checkpoint of the run as it is now, as a text; null where none can be made. */
  readonly takeCheckpoint: WriterContext['takeCheckpoint'];
  readonly onEvents: (events: readonly RunEvent[]) => void;
  /** Stores all of the run again, after its records were deleted. */
  readonly rewrite: WriterContext['rewrite'];
  /** Hears why the journal cannot be written, and null once it can be again. */
  readonly onTrouble: (trouble: RunError | null) => void;
  /** How many events wait to be seen: a run never gets far ahead of who watches it, so that Stop is seen at once. */
  readonly backlog: () => number;
}

/** How a run came to its end here: `lost` means that another tab goes on with it. */
export type ExecutionEnd =
  | { readonly type: 'finished' | 'lost' }
  | { readonly type: 'failed'; readonly error: RunError };

/** From how many unseen events on a run waits for who watches it. */
const LARGEST_BACKLOG = 2000;

/** How long it waits before it looks again, in ms: one frame. */
const PAUSE = 16;

/**
 * Drives one run from where its journal left it: journals what comes, feeds it to the machine, performs what the machine
 * asks for. Every input is durable before the machine sees it, except `run.continued`, which only has to keep its place
 * in the order. While storage fails the run stands still. When the machine fails, it ends here with an error that says so.
 */
export class RunExecutor {
  /** Settles when the run is over here. Never rejects. */
  readonly ended: Promise<ExecutionEnd>;
  readonly #settle: (end: ExecutionEnd) => void;
  readonly #context: Omit<ExecutorContext, 'restored'>;
  readonly #tracked: TrackedRun;
  readonly #timers: TimerQueue;
  readonly #writer: JournalWriter;
  readonly #calls = new Map<string, AbortController>();
  /** Calls whose intent must be durable before they start, by key. */
  readonly #intents = new Map<string, Call>();
  #inbox: Arrival[] = [];
  #lastAt: number;
  #isStarted = false;
  #isWorking = false;
  #isEnded = false;
  #isCancelling = false;
  #isDiscarded = false;

  constructor({ restored, ...context }: ExecutorContext) {
    const { store, claim, rewrite, takeCheckpoint, onTrouble } = context;
    const { tracked, inputs, events, checkpoint } = restored;
    const clock = createRunClock(context.clock, tracked.lastAt);
    this.#context = { ...context, clock };
    this.#tracked = tracked;
    this.#lastAt = tracked.lastAt;
    const settles: ((end: ExecutionEnd) => void)[] = [];
    this.ended = new Promise((resolve) => settles.push(resolve));
    this.#settle = (end) => settles[0]?.(end);
    this.#writer = new JournalWriter({
      store,
      clock,
      claim,
      written: inputs,
      checkpoint: checkpoint && { ...checkpoint, events: tracked.proof.events - events.length },
      prove: () => tracked.proof,
      takeCheckpoint,
      rewrite,
      onTrouble: (trouble) => {
        onTrouble(trouble);
        if (trouble !== null && this.#isCancelling) this.#cancelUnwritten();
      },
    });
    this.#timers = new TimerQueue(clock, (ids) => this.#receive(ids.map((id) => ({ type: 'timer.fired', id }))));
  }

  /** What the machine has seen since the newest checkpoint, stored or not, and what came of it. */
  get journal(): JournalWriter['journal'] {
    return this.#writer.journal;
  }

  /** True: nobody needs its end any more. */
  get isDiscarded(): boolean {
    return this.#isDiscarded;
  }

  /** Asks again for what was under way, and goes on; call once. A run whose journal has its end is over at once. */
  start(): void {
    if (this.#isEnded) return;
    this.#isStarted = true;
    const { pending, isFinished } = this.#tracked;
    if (isFinished) {
      this.#end({ type: 'finished' });
      return;
    }
    for (const { id, at } of pending.timers) this.#timers.set(id, at);
    for (const { call, isIntended } of this.#isCancelling ? [] : pending.calls) {
      if (isIntended) this.#perform(call);
      else this.#handle(call);
    }
    this.#wake();
  }

  /** Tells the run something. A cancelled run aborts what is under way at once, and hears it before all else that waits. */
  control(control: RunControl): void {
    if (this.#isEnded) return;
    if (control.type === 'run.cancelled') {
      this.#isCancelling = true;
      this.#abortCalls();
      this.#inbox.unshift(control);
      if (this.#writer.isStuck) this.#cancelUnwritten();
    } else this.#inbox.push(control);
    this.#wake();
  }

  /** Tries at once again to write what waits. */
  retryStorage(): void {
    this.#writer.retry();
  }

  /** Gives the run up: another tab goes on with it. Nothing more is journaled, performed or told. */
  lose(): void {
    if (this.#isEnded) return;
    this.#writer.close();
    this.#end({ type: 'lost' });
  }

  /** Stops it without waiting for storage: its records are about to be deleted. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    this.control({ type: 'run.cancelled' });
    await this.ended;
    this.#writer.close();
  }

  /** Settles once every input so far is durable, or the run is over here. */
  async flush(): Promise<void> {
    if (await this.#writer.flush()) return;
    this.lose();
  }

  #receive(arrivals: readonly Arrival[]): void {
    if (this.#isEnded) return;
    for (const arrival of arrivals) this.#inbox.push(arrival);
    this.#wake();
  }

  #wake(): void {
    if (this.#isStarted && !this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let inputs = this.#takeInputs(); inputs.length > 0; inputs = this.#takeInputs()) {
      await this.#journal(inputs);
      for (const input of inputs) this.#guard(() => this.#feed(input));
      if (!this.#isEnded) this.#writer.writeCheckpoint(!this.#tracked.hasMore && this.#inbox.length === 0);
      // A run that never waits for anything would never let a message in.
      if (this.#tracked.hasMore) await this.#context.clock.breathe();
      await this.#untilSeen();
    }
    this.#isWorking = false;
    void this.flush();
  }

  async #untilSeen(): Promise<void> {
    const { backlog, clock } = this.#context;
    while (!this.#isEnded && this.#inbox[0]?.type !== 'run.cancelled' && backlog() > LARGEST_BACKLOG) {
      await new Promise<void>((resolve) => clock.setTimer(PAUSE, resolve));
    }
  }

  /** What came, or else the machine's own wish to go on; each with its time, never earlier than the one before. */
  #takeInputs(): readonly RunInput[] {
    if (this.#isEnded) return [];
    const arrivals =
      this.#inbox.length === 0 && this.#tracked.hasMore ? [{ type: 'run.continued' } as const] : this.#inbox;
    this.#inbox = [];
    this.#lastAt = Math.max(this.#lastAt, this.#context.clock.now());
    const at = this.#lastAt;
    return arrivals.map((arrival) => ({ ...arrival, at }));
  }

  async #journal(inputs: readonly RunInput[]): Promise<void> {
    this.#writer.add(inputs);
    const mustWait = inputs.some((input) => input.type !== 'run.continued');
    if (mustWait) await this.flush();
    else if (this.#writer.isFull) void this.flush();
  }

  #feed(input: RunInput): void {
    if (this.#isEnded) return;
    const { events, effects, isFinished } = this.#tracked.feed(input);
    this.#context.onEvents(events);
    if (isFinished) this.#end({ type: 'finished' });
    else for (const effect of effects) this.#handle(effect);
    if (input.type === 'effect.started') this.#startIntent(input.key);
  }

  #handle(effect: Effect): void {
    switch (effect.type) {
      case 'timer.start':
        return this.#timers.set(effect.id, effect.at);
      case 'timer.cancel':
        return this.#timers.cancel(effect.id);
      case 'effect.abort':
        this.#intents.delete(effect.key);
        this.#calls.get(effect.key)?.abort();
        this.#calls.delete(effect.key);
        return;
      default:
        if (!hasConsequences(effect)) return this.#perform(effect);
        this.#intents.set(effect.key, effect);
        this.#receive([{ type: 'effect.started', key: effect.key }]);
    }
  }

  #startIntent(key: string): void {
    const call = this.#intents.get(key);
    this.#intents.delete(key);
    if (call !== undefined && !this.#isEnded) this.#perform(call);
  }

  #perform(call: Call): void {
    const controller = new AbortController();
    this.#calls.set(call.key, controller);
    void this.#context.performer.perform(call, controller.signal).then((outcome) => {
      // An aborted call is no longer listed: nobody waits for it.
      if (this.#calls.delete(call.key)) this.#receive([{ type: 'effect.completed', key: call.key, outcome }]);
    });
  }

  #abortCalls(): void {
    for (const controller of this.#calls.values()) controller.abort();
    this.#calls.clear();
    this.#intents.clear();
  }

  /** Stop is heard though nothing can be written: it is shown, and written as soon as that is possible. */
  #cancelUnwritten(): void {
    if (this.#isEnded || !this.#isStarted) return;
    const input: RunInput = { type: 'run.cancelled', at: Math.max(this.#lastAt, this.#context.clock.now()) };
    // The journal says what the machine saw: what waits to be written it never sees.
    this.#writer.takeBack();
    this.#writer.add([input]);
    this.#guard(() => this.#feed(input));
  }

  #end(end: ExecutionEnd): void {
    this.#isEnded = true;
    this.#timers.clear();
    this.#abortCalls();
    if (end.type === 'finished') void this.#writer.flush();
    this.#settle(end);
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (this.#isEnded) return;
      const mistake = internalError(error);
      // What the machine still says is shown, not journaled: fed again, it fails again.
      this.#context.onEvents(endWithError(this.#tracked.run, mistake, this.#lastAt));
      this.#end({ type: 'failed', error: mistake });
    }
  }
}
