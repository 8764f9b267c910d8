import { Driver, endWithError, PerformedCalls, type RunInputDraft, type TrackedRun } from '../../../../driver/index.ts';
import { passesTime, type RunError, type RunInput, startsRun } from '../../../../run/index.ts';
import { isSetting } from '../../../children/stops.ts';
import { internalError } from '../../../feedRun.ts';
import { JournalWriter } from '../../journal/JournalWriter.ts';
import { awaitBacklog } from '../../platform/awaitBacklog.ts';
import { type Clock, createRunClock } from '../../platform/clock.ts';
import { TimerQueue } from '../../platform/TimerQueue.ts';
import type { RunControl } from '../../protocol/protocol.ts';
import type { ExecutionEnd, ExecutorContext } from './ExecutorContext.ts';
import type { ClockedMember } from './FamilyTime.ts';
import { refusalOf } from './refusalOf.ts';

/** What comes before all else that waits: that the run is cancelled, then what it is continued. */
const [CANCEL, RESUME] = [-2, -1];

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
  readonly #timed: ClockedMember;
  readonly #driver: Driver;
  readonly #timers: TimerQueue;
  readonly #writer: JournalWriter;
  readonly #calls: PerformedCalls;
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
    this.#driver = new Driver(tracked, {
      timers: this.#timers,
      recordsIntents: true,
      onEvents: (happened) => {
        context.onEvents(happened);
        context.children.note(happened);
      },
    });
    const { performer } = context;
    this.#calls = new PerformedCalls(this.#driver, {
      perform: (call, signal) => performer.perform(call, signal),
      onAnswered: () => this.#wake(),
    });
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

  /** Whether nothing is under way in it, nor in what it has started: it only waits, or is paused. */
  get isIdle(): boolean {
    return this.#isIdle;
  }

  /** True after `discard`: its end need not be stored. */
  get isDiscarded(): boolean {
    return this.#isDiscarded;
  }

  /** Requests pending effects and resumes; call once. A run whose journal holds its end ends immediately. */
  start(): void {
    if (this.#isEnded) return;
    this.#isStarted = true;
    const { pending, isFinished } = this.#driver.tracked;
    if (isFinished) {
      this.#end({ type: 'finished' });
      return;
    }
    this.#driver.begin();
    if (!this.#isCancelling) {
      const { cutOff } = this.#context;
      for (const input of cutOff?.inputs ?? []) this.#driver.receive(input, RESUME);
      for (const call of cutOff?.held.values() ?? []) this.#driver.holdCutOff(call);
      this.#calls.do(this.#driver.request(cutOff?.unsent ?? pending.calls.map(({ call }) => call)));
    }
    this.#wake();
  }

  /**
   * Queues an input of the user; answers with the reason where a signal is refused, of which the run is told alone. A cancellation
   * is queued first, and aborts calls in flight immediately, but for those that started runs.
   */
  control(control: RunControl): RunError | undefined {
    if (this.#isEnded) return undefined;
    const refusal = refusalOf(this.#driver.tracked.run, control);
    if (refusal !== null) {
      this.#receive([refusal]);
      return refusal.error;
    }
    if (control.type === 'run.cancelled') {
      this.#isCancelling = true;
      // The run that a call has started is cancelled once it is recorded here that this one is.
      this.#calls.do(this.#driver.abort((call) => !startsRun(call)));
      this.#driver.receive(control, CANCEL);
      if (this.#writer.isStuck) this.#cancelUnwritten();
    } else if (this.#context.cutOff !== undefined)
      for (const input of this.#context.cutOff.take(control)) this.#driver.receive(input);
    else if (control.type !== 'run.repeat') this.#driver.receive(control);
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
    this.#context.onEvents(endWithError(this.#driver.tracked.run, error, this.#driver.lastAt));
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
    const isResting = this.#isStarted && !this.#isWorking && !this.#isEnded && !this.#driver.hasIntents;
    const isIdle = isResting && this.#driver.calls.size === this.#context.children.idleCount;
    if (this.#isIdle === isIdle) return;
    this.#isIdle = isIdle;
    this.#context.onIdle(isIdle);
  }

  /** Resolves once every input so far is durable, or the execution has ended here. */
  async flush(): Promise<void> {
    if (await this.#writer.flush()) return;
    this.lose();
  }

  #toTimed({ run }: TrackedRun, { now }: Clock): ClockedMember {
    const hasWork = (): boolean => !this.#isStarted || this.#isWorking || !this.#driver.isEmpty;
    const countStarted = (): number => [...this.#driver.calls.values()].filter(({ call }) => startsRun(call)).length;
    const hasOther = (): boolean => this.#driver.hasIntents || this.#driver.calls.size > countStarted();
    return {
      run,
      now,
      timers: this.#timers,
      isBusy: () => !passesTime(run) || hasWork() || hasOther(),
      countStarted,
      receive: (input) => this.#receive([input]),
    };
  }

  #receive(drafts: readonly RunInputDraft[]): void {
    if (this.#isEnded) return;
    for (const draft of drafts) this.#driver.receive(draft);
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
      if (!this.#isEnded) this.#writer.writeCheckpoint(!this.#driver.tracked.hasMore && this.#driver.isEmpty);
      // A run that never waits must still yield, so that messages are received.
      if (this.#driver.tracked.hasMore) await this.#context.clock.yieldToEventLoop();
      await awaitBacklog(this.#context, () => this.#isEnded || this.#driver.isCancelling);
    }
    this.#isWorking = false;
    this.lookIdle();
    void this.flush();
    if (!this.#isEnded) this.#context.time.pass();
  }

  #takeInputs(): readonly RunInput[] {
    return this.#isEnded ? [] : this.#driver.take(this.#context.clock.now());
  }

  async #journal(inputs: readonly RunInput[]): Promise<void> {
    this.#writer.add(inputs);
    const mustWait = inputs.some((input) => input.type !== 'run.continued');
    if (mustWait) await this.flush();
    else if (this.#writer.isFull) void this.flush();
  }

  #feed(input: RunInput): void {
    if (this.#isEnded) return;
    const { steps, isFinished } = this.#driver.feed(input);
    if (isFinished) this.#end({ type: 'finished' });
    else this.#calls.do(steps);
    const { children } = this.#context;
    if (input.type === 'run.resumed') children.passBudget();
    if (isSetting(input)) children.passSetting(input);
  }

  /** Cancels the run although the journal cannot be written: shown immediately, and journaled as soon as possible. */
  #cancelUnwritten(): void {
    if (this.#isEnded || !this.#isStarted) return;
    // The journal must hold what the machine saw: inputs that wait to be written are dropped.
    this.#driver.discardTaken();
    this.#writer.discardUnfed();
    const input = this.#driver.stamp({ type: 'run.cancelled' }, this.#context.clock.now());
    this.#writer.add([input]);
    this.#guard(() => this.#feed(input));
  }

  #end(end: ExecutionEnd): void {
    this.#isEnded = true;
    this.#context.time.leave(this.#timed);
    // The runs that it has started end as they are, before the abort of their calls would cancel them.
    if (end.type !== 'finished') this.#context.children.stop();
    this.#timers.clear();
    this.#calls.close();
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
