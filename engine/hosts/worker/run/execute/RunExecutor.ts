import { type RunError, type RunInput, startsRun } from '../../../../run/index.ts';
import { HostDriver } from '../../../children/HostDriver.ts';
import { internalError } from '../../../feedRun.ts';
import { JournalWriter } from '../../journal/JournalWriter.ts';
import { type Clock, createRunClock } from '../../platform/clock.ts';
import { awaitBacklog, TimerQueue } from '../../platform/TimerQueue.ts';
import type { RunControl } from '../../protocol/protocol.ts';
import { type ExecutionEnd, type ExecutorContext, toEnd, toInputs } from './ExecutorContext.ts';

/** That a run is cancelled comes before all else that waits. */
const CANCEL = -2;

/**
 * Executes a restored run: journals its inputs, feeds them to the machine, and performs the effects. Every input is
 * durable before the machine sees it, except `run.continued`, of which only the order matters. While storage fails the
 * run is blocked. When the machine throws, the run ends with an internal error.
 */
export class RunExecutor {
  /** Resolves when the execution has ended here. Never rejects. */
  readonly ended: Promise<ExecutionEnd>;
  readonly run: HostDriver;
  /** Its time, which never goes back. */
  readonly clock: Clock;
  readonly writer: JournalWriter;
  readonly #context: ExecutorContext;
  readonly #timers: TimerQueue;
  #settle: (end: ExecutionEnd) => void = () => undefined;
  #isStarted = false;
  #isWorking = false;
  #isCancelling = false;
  #isDiscarded = false;

  constructor(context: ExecutorContext) {
    const { restored, time, onTrouble } = context;
    this.#context = context;
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.clock = createRunClock(time.clock, restored.tracked.lastAt);
    this.writer = new JournalWriter({
      ...context,
      clock: this.clock,
      onLost: () => this.lose(),
      onTrouble: (trouble) => {
        onTrouble(trouble);
        if (trouble !== null && this.#isCancelling) this.#cancelUnwritten();
      },
    });
    this.#timers = new TimerQueue(this.clock, (ids) => {
      for (const id of ids) this.run.driver.receive({ type: 'timer.fired', id });
      this.#wake();
    });
    this.run = new HostDriver(restored.tracked, {
      ...context,
      timers: this.#timers,
      isKept: true,
      // Nothing here ends where a run comes to rest.
      endsStill: false,
      isAtWork: () => !this.#isStarted || this.#isWorking,
      wake: () => this.#wake(),
      fail: (error) => this.#end(toEnd(error)),
    });
    time.join(this.run, { now: this.clock.now, timers: this.#timers });
  }

  /** True after `discard`: its end need not be stored. */
  get isDiscarded(): boolean {
    return this.#isDiscarded;
  }

  /** Requests pending effects and resumes; call once. A run whose journal holds its end ends immediately. */
  start(): void {
    if (this.run.isClosed) return;
    this.#isStarted = true;
    if (this.run.isFinished) return this.#end({ type: 'finished' });
    this.run.begin(!this.#isCancelling);
    this.#wake();
  }

  /**
   * Queues an input of the user; answers with the reason where a signal is refused, of which the run is told alone. A cancellation
   * is queued first, and aborts calls in flight immediately, but for those that started runs.
   */
  control(control: RunControl): RunError | undefined {
    if (this.run.isClosed) return undefined;
    const inputs = toInputs(control, this.run.tracked.run, this.#context.cutOff);
    this.#isCancelling ||= control.type === 'run.cancelled';
    // The run that a call has started is cancelled once it is recorded here that this one is.
    if (this.#isCancelling) this.run.abort((call) => !startsRun(call));
    for (const input of inputs) this.run.driver.receive(input, input.type === 'run.cancelled' ? CANCEL : 0);
    if (this.#isCancelling && this.writer.isStuck) this.#cancelUnwritten();
    this.#wake();
    return inputs.find((input) => input.type === 'signal.refused')?.error;
  }

  /** Ends the execution because another tab has the run. Nothing more is journaled, performed or reported. */
  lose(): void {
    this.#end({ type: 'lost' });
  }

  /** Cancels the run without waiting for storage: its records are about to be deleted. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    this.control({ type: 'run.cancelled' });
    await this.ended;
    this.writer.close();
  }

  #wake(): void {
    if (this.#isStarted && !this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    const { driver } = this.run;
    this.#isWorking = true;
    for (let inputs = this.run.take(this.clock.now()); inputs.length > 0; inputs = this.run.take(this.clock.now())) {
      await this.writer.record(inputs);
      for (const input of inputs) this.#feed(input);
      this.run.noteIdle();
      if (!this.run.isClosed) this.writer.writeCheckpoint(!driver.hasMore && driver.isEmpty);
      // A run that never waits must still yield, so that messages are received.
      if (driver.hasMore) await this.clock.yieldToEventLoop();
      await awaitBacklog({ ...this.#context, clock: this.clock }, () => this.run.isClosed || driver.isCancelling);
    }
    this.#isWorking = false;
    this.run.noteIdle();
    void this.writer.flush();
    if (!this.run.isClosed) this.#context.time.pass();
  }

  #feed(input: RunInput): void {
    if (this.run.isClosed) return;
    try {
      if (this.run.feed(input).isFinished) this.#end({ type: 'finished' });
    } catch (error) {
      this.#end({ type: 'failed', error: internalError(error) });
    }
  }

  /** Cancels the run although the journal cannot be written: shown immediately, and journaled as soon as possible. */
  #cancelUnwritten(): void {
    if (this.run.isClosed || !this.#isStarted) return;
    // The journal must hold what the machine saw: inputs that wait to be written are dropped.
    this.run.driver.discardTaken();
    this.writer.discardUnfed();
    const input = this.run.driver.stamp({ type: 'run.cancelled' }, this.clock.now());
    this.writer.add([input]);
    this.#feed(input);
  }

  #end(end: ExecutionEnd): void {
    if (this.run.isClosed) return;
    // Shown, not journaled: where the machine threw, a replay throws again.
    if (end.type === 'failed') this.run.showError(end.error);
    if (end.type === 'lost') this.writer.close();
    this.#context.time.leave(this.run);
    this.#timers.clear();
    this.run.close({ stopsBelow: end.type !== 'finished' });
    if (end.type === 'finished') void this.writer.flush();
    this.#settle(end);
  }
}
