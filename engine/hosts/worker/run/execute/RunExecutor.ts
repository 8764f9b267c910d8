import { type RunInputDraft, startsRun, type TrackedRun } from '../../../../driver/index.ts';
import { hasConsequences } from '../../../../effects/index.ts';
import { type Call, type Effect, passesTime, type RunError, type RunInput } from '../../../../run/index.ts';
import { CallsInFlight } from '../../../CallsInFlight.ts';
import { isSetting } from '../../../children/stops.ts';
import { internalError } from '../../../feedRun.ts';
import { JournalWriter } from '../../journal/JournalWriter.ts';
import { awaitBacklog } from '../../platform/awaitBacklog.ts';
import { type Clock, createRunClock } from '../../platform/clock.ts';
import { TimerQueue } from '../../platform/TimerQueue.ts';
import type { RunControl } from '../../protocol/protocol.ts';
import type { ExecutionEnd, ExecutorContext } from './ExecutorContext.ts';
import { endWithError } from './endWithError.ts';
import type { TimedRun } from './FamilyTime.ts';
import { refusalOf } from './refusalOf.ts';

/**
 * Executes a restored run: journals its inputs, feeds them to the machine, and performs the effects. Every input is
 * durable before the machine sees it, except `run.continued`, of which only the order matters. While storage fails the
 * run is blocked. When the machine throws, the run ends with an internal error.
 */
export class RunExecutor {
  /** Resolves when the execution has ended here. Never rejects. */
  readonly ended: Promise<ExecutionEnd>;
  readonly #settle: (end: ExecutionEnd) => void;
  readonly #context: Omit<ExecutorContext, 'restored'> & { readonly clock: Clock };
  readonly #timed: TimedRun;
  readonly #tracked: TrackedRun;
  readonly #timers: TimerQueue;
  readonly #writer: JournalWriter;
  readonly #calls = new CallsInFlight();
  #inbox: RunInputDraft[] = [];
  #lastAt: number;
  #isStarted = false;
  #isWorking = false;
  #isEnded = false;
  #isCancelling = false;
  #isDiscarded = false;
  #isIdle = false;

  constructor({ restored, ...context }: ExecutorContext) {
    const { store, claim, rewrite, takeCheckpoint, onTrouble } = context;
    const { tracked, inputs, events, checkpoint } = restored;
    const clock = createRunClock(context.time.clock, tracked.lastAt);
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
    this.#timed = this.#toTimed(tracked, clock);
    context.time.join(this.#timed);
  }

  /** The inputs that the machine has seen since the newest checkpoint, stored or not, with their proof. */
  get journal(): JournalWriter['journal'] {
    return this.#writer.journal;
  }

  /** Its time, in ms since the epoch. */
  get now(): number {
    return this.#context.clock.now();
  }

  /** True after `discard`: its end need not be stored. */
  get isDiscarded(): boolean {
    return this.#isDiscarded;
  }

  /** Requests pending effects and resumes; call once. A run whose journal holds its end ends immediately. */
  start(): void {
    if (this.#isEnded) return;
    this.#isStarted = true;
    const { pending, isFinished } = this.#tracked;
    if (isFinished) {
      this.#end({ type: 'finished' });
      return;
    }
    for (const { id, at } of pending.timers) this.#timers.set(id, at);
    const { cutOff } = this.#context;
    if (!this.#isCancelling) {
      this.#inbox.unshift(...(cutOff?.inputs ?? []));
      for (const call of cutOff?.unsent ?? pending.calls.map((each) => each.call)) this.#handle(call);
    }
    this.#wake();
  }

  /**
   * Queues an input of the user; answers with the reason where a signal is refused, of which the run is told alone. A cancellation
   * is queued first, and aborts calls in flight immediately, but for those that started runs.
   */
  control(control: RunControl): RunError | undefined {
    if (this.#isEnded) return undefined;
    const refusal = refusalOf(this.#tracked.run, control);
    if (refusal !== null) {
      this.#receive([refusal]);
      return refusal.error;
    }
    if (control.type === 'run.cancelled') {
      this.#isCancelling = true;
      // The run that a call has started is cancelled once it is recorded here that this one is.
      this.#calls.abortAll((call) => !startsRun(call));
      this.#inbox.unshift(control);
      if (this.#writer.isStuck) this.#cancelUnwritten();
    } else if (this.#context.cutOff !== undefined) this.#inbox.push(...this.#context.cutOff.take(control));
    else if (control.type !== 'run.repeat') this.#inbox.push(control);
    this.#wake();
    return undefined;
  }

  /** Feeds it an input of a run around it, or below it, as soon as its turn comes. */
  receive(input: RunInputDraft): void {
    this.#receive(this.#context.cutOff?.takeFromParent(input) ?? [input]);
  }

  /** Ends the execution with an error of the machine or the host; the journal stays as it is. */
  fail(error: RunError): void {
    if (this.#isEnded) return;
    // These events are shown, not journaled: where the machine threw, a replay throws again.
    this.#context.onEvents(endWithError(this.#tracked.run, error, this.#lastAt));
    this.#end({ type: 'failed', error });
  }

  /** Retries immediately to write the journal. */
  retryStorage(): void {
    this.#writer.retry();
  }

  /** Ends the execution because another tab has the run. Nothing more is journaled, performed or reported. */
  lose(): void {
    if (this.#isEnded) return;
    this.#writer.close();
    this.#end({ type: 'lost' });
  }

  /** Cancels the run without waiting for storage: its records are about to be deleted. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    this.control({ type: 'run.cancelled' });
    await this.ended;
    this.#writer.close();
  }

  /** Looks again whether it is idle: something below it has come to rest, or rests no longer. */
  lookIdle(): void {
    const isResting = this.#isStarted && !this.#isWorking && !this.#isEnded && !this.#calls.hasIntents;
    const isIdle = isResting && this.#calls.size === this.#context.children.idleCount;
    if (this.#isIdle === isIdle) return;
    this.#isIdle = isIdle;
    this.#context.onIdle(isIdle);
  }

  /** Resolves once every input so far is durable, or the execution has ended here. */
  async flush(): Promise<void> {
    if (await this.#writer.flush()) return;
    this.lose();
  }

  #toTimed({ run }: TrackedRun, { now }: Clock): TimedRun {
    const hasWork = (): boolean => !this.#isStarted || this.#isWorking || this.#inbox.length > 0;
    return {
      run,
      now,
      timers: this.#timers,
      isBusy: () => !passesTime(run) || hasWork() || this.#calls.hasOther(startsRun),
      countStarted: () => this.#calls.count(startsRun),
      receive: (input) => this.#receive([input]),
    };
  }

  #receive(drafts: readonly RunInputDraft[]): void {
    if (this.#isEnded) return;
    for (const draft of drafts) this.#inbox.push(draft);
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
      this.lookIdle();
      if (!this.#isEnded) this.#writer.writeCheckpoint(!this.#tracked.hasMore && this.#inbox.length === 0);
      // A run that never waits must still yield, so that messages are received.
      if (this.#tracked.hasMore) await this.#context.clock.yieldToEventLoop();
      await awaitBacklog(this.#context, () => this.#isEnded || this.#inbox[0]?.type === 'run.cancelled');
    }
    this.#isWorking = false;
    this.lookIdle();
    void this.flush();
    if (!this.#isEnded) this.#context.time.pass();
  }

  /** The queued inputs, or `run.continued` if the machine has more to do; their time never goes back. */
  #takeInputs(): readonly RunInput[] {
    if (this.#isEnded) return [];
    const drafts =
      this.#inbox.length === 0 && this.#tracked.hasMore ? [{ type: 'run.continued' } as const] : this.#inbox;
    this.#inbox = [];
    this.#lastAt = Math.max(this.#lastAt, this.#context.clock.now());
    const at = this.#lastAt;
    return drafts.map((draft) => ({ ...draft, at }));
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
    const { children, onEvents } = this.#context;
    onEvents(events);
    children.note(events);
    if (isFinished) this.#end({ type: 'finished' });
    else for (const effect of effects) this.#handle(effect);
    const intended = input.type === 'effect.started' ? this.#calls.takeIntent(input.key) : undefined;
    if (intended !== undefined && !this.#isEnded) this.#perform(intended);
    if (input.type === 'run.resumed') children.passBudget();
    if (isSetting(input)) children.passSetting(input);
    const again = this.#isEnded ? undefined : this.#context.cutOff?.repeatedBy(input, events);
    if (again !== undefined) this.#perform(again);
  }

  #handle(effect: Effect): void {
    switch (effect.type) {
      case 'timer.start':
        return this.#timers.set(effect.id, effect.at);
      case 'timer.cancel':
        return this.#timers.cancel(effect.id);
      case 'effect.abort':
        return this.#calls.abort(effect.key);
      default:
        if (!hasConsequences(effect)) return this.#perform(effect);
        this.#calls.intend(effect);
        this.#receive([{ type: 'effect.started', key: effect.key }]);
    }
  }

  #perform(call: Call): void {
    const signal = this.#calls.start(call);
    void this.#context.performer.perform(call, signal).then((outcome) => {
      if (this.#calls.end(call.key, signal)) this.#receive([{ type: 'effect.completed', key: call.key, outcome }]);
    });
  }

  /** Cancels the run although the journal cannot be written: shown immediately, and journaled as soon as possible. */
  #cancelUnwritten(): void {
    if (this.#isEnded || !this.#isStarted) return;
    const input: RunInput = { type: 'run.cancelled', at: Math.max(this.#lastAt, this.#context.clock.now()) };
    // The journal must hold what the machine saw: inputs that wait to be written are dropped.
    this.#writer.discardUnfed();
    this.#writer.add([input]);
    this.#guard(() => this.#feed(input));
  }

  #end(end: ExecutionEnd): void {
    this.#isEnded = true;
    this.#context.time.leave(this.#timed);
    // The runs that it has started end as they are, before the abort of their calls would cancel them.
    if (end.type !== 'finished') this.#context.children.stop();
    this.#timers.clear();
    this.#calls.abortAll();
    if (end.type === 'finished') void this.#writer.flush();
    this.#settle(end);
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.fail(internalError(error));
    }
  }
}
