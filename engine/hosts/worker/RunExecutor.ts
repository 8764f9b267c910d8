import { hasConsequences, type Performer } from '../../effects/index.ts';
import {
  advance,
  type Effect,
  type ModelCall,
  type Run,
  type RunError,
  type RunEvent,
  type RunInput,
  type ToolCall,
} from '../../run/index.ts';
import type { Clock } from './clock.ts';
import { endWithError } from './endWithError.ts';
import type { RunStore } from './journal/RunStore.ts';
import { TimerQueue } from './TimerQueue.ts';

type Call = ToolCall | ModelCall;

/** An input on its way to the machine; it gets its time when its turn comes. */
type Arrival = RunInput extends infer Input ? (Input extends RunInput ? Omit<Input, 'at'> : never) : never;

/** A run that begins, and what it runs with. */
export interface ExecutorContext {
  readonly runId: string;
  readonly run: Run;
  readonly performer: Performer;
  readonly store: RunStore;
  readonly clock: Clock;
  /** The input already in the journal, with which the run begins. */
  readonly first: RunInput;
  readonly onEvents: (events: readonly RunEvent[]) => void;
  /** How many events wait to be seen: a run never gets far ahead of who watches it, so that Stop is seen at once. */
  readonly backlog: () => number;
}

/** From how many unseen events on a run waits for who watches it. */
const LARGEST_BACKLOG = 2000;

/** How long it waits before it looks again, in ms: one frame. */
const PAUSE = 16;

/** Most inputs that wait to be journaled together, where the machine need not wait for them. */
const LARGEST_CHUNK = 100;

/**
 * Drives one run: journals what comes, feeds it to the machine, performs what the machine asks for. Every input is
 * durable before the machine sees it, except `run.continued`, which only has to keep its place in the order. When
 * storage or the machine fails, the run ends here with an error that says so.
 */
export class RunExecutor {
  /** Settles when the run has ended; with an error when it was the host that could not go on. Never rejects. */
  readonly ended: Promise<RunError | null>;
  readonly #settle: (failure: RunError | null) => void;
  readonly #context: ExecutorContext;
  readonly #timers: TimerQueue;
  readonly #calls = new Map<string, AbortController>();
  /** Calls whose intent must be durable before they start, by key. */
  readonly #intents = new Map<string, Call>();
  #inbox: Arrival[] = [];
  /** Fed to the machine and not yet on their way to the journal. */
  #unsaved: RunInput[] = [];
  /** How many inputs are in the journal or on their way. */
  #journaled = 1;
  #lastAt: number;
  #hasMore = false;
  #isStarted = false;
  #isWorking = false;
  #isEnded = false;

  constructor(context: ExecutorContext) {
    this.#context = context;
    this.#lastAt = context.first.at;
    const settles: ((failure: RunError | null) => void)[] = [];
    this.ended = new Promise((resolve) => settles.push(resolve));
    this.#settle = (failure) => settles[0]?.(failure);
    this.#timers = new TimerQueue(context.clock, (ids) =>
      this.#receive(ids.map((id) => ({ type: 'timer.fired', id }))),
    );
  }

  /** Feeds the first input; call once. */
  start(): void {
    this.#isStarted = true;
    this.#guard(() => this.#feed(this.#context.first));
    this.#wake();
  }

  /** Stops the run: what is under way is aborted at once, and the machine hears it before anything else that waits. */
  cancel(): void {
    if (this.#isEnded) return;
    this.#abortCalls();
    this.#inbox.unshift({ type: 'run.cancelled' });
    this.#wake();
  }

  /** Delivers a signal from outside. */
  signal(name: string, payload: Extract<RunInput, { type: 'signal.received' }>['payload']): void {
    this.#receive([{ type: 'signal.received', name, payload }]);
  }

  /** Settles once every input so far is durable, or the run has ended because it cannot be. */
  async flush(): Promise<void> {
    const { runId, store } = this.#context;
    const inputs = this.#unsaved;
    if (inputs.length === 0) return;
    const from = this.#journaled;
    this.#unsaved = [];
    this.#journaled += inputs.length;
    const saved = await store.append(runId, from, inputs);
    if (!saved.ok) this.#endWith(saved.error);
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
      // A run that never waits for anything would never let a message in.
      if (this.#hasMore) await this.#context.clock.breathe();
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
    const arrivals = this.#inbox.length === 0 && this.#hasMore ? [{ type: 'run.continued' } as const] : this.#inbox;
    this.#inbox = [];
    this.#lastAt = Math.max(this.#lastAt, this.#context.clock.now());
    const at = this.#lastAt;
    return arrivals.map((arrival) => ({ ...arrival, at }));
  }

  async #journal(inputs: readonly RunInput[]): Promise<void> {
    for (const input of inputs) this.#unsaved.push(input);
    const mustWait = inputs.some((input) => input.type !== 'run.continued');
    if (mustWait) await this.flush();
    else if (this.#unsaved.length >= LARGEST_CHUNK) void this.flush();
  }

  #feed(input: RunInput): void {
    if (this.#isEnded) return;
    const { events, effects, more, isFinished } = advance(this.#context.run, input);
    this.#hasMore = more;
    this.#context.onEvents(events);
    if (isFinished) this.#end(null);
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

  #end(failure: RunError | null): void {
    this.#isEnded = true;
    this.#timers.clear();
    this.#abortCalls();
    if (failure === null) void this.flush();
    this.#settle(failure);
  }

  /** Ends the run here and now: what the machine still says is shown, not journaled. */
  #endWith(error: RunError): void {
    if (this.#isEnded) return;
    this.#unsaved = [];
    this.#context.onEvents(endWithError(this.#context.run, error, this.#lastAt));
    this.#end(error);
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `Signalbox made a mistake while it ran this workflow: ${reason}. Please report it with the workflow.`;
      this.#endWith({ code: 'EXECUTION_ERROR', message, details: { type: 'internal', reason } });
    }
  }
}
