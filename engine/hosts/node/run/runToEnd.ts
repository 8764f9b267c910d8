import { Driver, type Fed, noDigest, PerformedCalls, type RunInputDraft, TrackedRun } from '../../../driver/index.ts';
import { EMPTY_VIEW, foldRun, forgetEnded, type RunEvent, type RunInput, type RunView } from '../../../run/index.ts';
import type { HostedRun } from '../../children/HostedRun.ts';
import { isSetting } from '../../children/stops.ts';
import { CheckpointKeeper } from './CheckpointKeeper.ts';
import { goOn } from './goOn.ts';
import { writeHostState } from './hostState.ts';
import { Idleness } from './Idleness.ts';
import { InputFeeder } from './InputFeeder.ts';
import { type NextTimer, PendingTimers } from './PendingTimers.ts';
import type { Repeats } from './Repeats.ts';
import type { RunToEndOptions } from './RunToEndOptions.ts';
import { Sleep } from './Sleep.ts';
import { SLICE, Turns } from './waiting.ts';

/**
 * Runs a workflow in this process until it has ended, is paused with nothing in flight, is halted, or rests. Answers with its
 * view, which holds the last activation of each task.
 */
export function runToEnd(options: RunToEndOptions): Promise<RunView> {
  return new NodeExecutor(options).drive();
}

/** What a host or a user does to a run comes before what its calls answer. */
const FIRST = -1;

/** The executor of one run: does what its driver says, and sleeps where that has nothing to do. */
class NodeExecutor implements HostedRun {
  readonly #options: RunToEndOptions;
  readonly #driver: Driver;
  readonly #calls: PerformedCalls;
  readonly #timers: PendingTimers;
  readonly #sleep = new Sleep();
  /** Why it ends here before its end. */
  #failure: { readonly error: unknown } | null = null;
  /** True while a person is asked about calls that were cut off. */
  #isAsking = false;
  readonly #idleness: Idleness;
  #view: RunView;
  readonly #feeder: InputFeeder;
  readonly #turns: Turns;

  constructor(options: RunToEndOptions) {
    const { restored, state, journal } = options;
    const { tracked } = restored;
    this.#view = state?.view ?? EMPTY_VIEW;
    this.#options = options;
    this.#turns = options.turns ?? new Turns();
    this.#idleness = new Idleness(options.restAfter);
    this.#timers = new PendingTimers(options.clock);
    const isKept = journal !== undefined;
    this.#driver = new Driver(isKept ? tracked : TrackedRun.restore(tracked.run, tracked.state, noDigest), {
      timers: this.#timers,
      onEvents: (events) => this.#show(events),
      recordsIntents: isKept,
    });
    this.#calls = new PerformedCalls(this.#driver, {
      perform: (call, signal) => options.performer.perform(call, signal),
      onAnswered: () => this.#sleep.end(),
      // Outcomes that arrive together are in the order of their calls: equal answers give equal runs.
      orderOf: ({ number }) => number + 1,
    });
    this.#feeder = new InputFeeder({
      driver: this.#driver,
      kept: journal === undefined ? null : { journal, keeper: new CheckpointKeeper(journal, restored) },
      onFed: (input, fed) => this.#follow(input, fed),
      hostState: () => writeHostState({ view: this.#view, budget: options.budget ?? {} }),
      rest: async () => {
        await this.#turns.next();
        this.#throwFailure();
      },
    });
  }

  get tracked(): TrackedRun {
    return this.#driver.tracked;
  }

  async drive(): Promise<RunView> {
    const { signal, halt, restored, children, journal } = this.#options;
    const cancel = (): void => this.receive({ type: 'run.cancelled' });
    const stop = (): void => this.#halt();
    signal?.addEventListener('abort', cancel, { once: true });
    halt?.addEventListener('abort', stop, { once: true });
    this.#show(restored.events);
    children?.attach(this);
    try {
      if (this.#isHalting) this.#halt();
      else await this.#begin();
      if (signal?.aborted === true) cancel();
      await this.#run();
    } catch (error) {
      // Child runs end as they are, before the abort of their calls would cancel them.
      children?.stop();
      // What cannot be recorded must not be done either.
      this.#calls.close();
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
      halt?.removeEventListener('abort', stop);
      children?.stop();
    }
    if (this.#isFinished) journal?.finish();
    return this.#view;
  }

  async #run(): Promise<void> {
    const { children } = this.#options;
    while (!this.#isFinished) {
      if (this.#hasMore && !this.#isHalting) {
        await this.#feedNow({ type: 'run.continued' });
        await this.#turns.next();
      } else if (this.#driver.isEmpty) {
        // A run that another one has started waits for that one to resume it.
        if (this.isStill && children?.isInside !== true) break;
        if (this.isStill) children?.reportStill();
        this.#noteIdle(this.isIdle);
        await this.#wait();
        if (this.#canRest) break;
      }
      this.#throwFailure();
      await this.#takeAll();
    }
    if (this.#isFinished) await children?.settle();
    this.#throwFailure();
  }

  get view(): RunView {
    return this.#view;
  }

  /** Paused or halted, with nothing in flight but child runs that are so, too. */
  get isStill(): boolean {
    const still = this.#options.children?.stillCount ?? 0;
    return (this.#view.paused !== null || this.#isHalting) && this.#isQuiet && this.#driver.calls.size === still;
  }

  get isIdle(): boolean {
    return this.#isQuiet && this.#driver.calls.size === (this.#options.children?.idleCount ?? 0);
  }

  get #isQuiet(): boolean {
    const hasMore = this.#hasMore && !this.#isHalting;
    return !this.#isAsking && !this.#feeder.isAtWork && this.#driver.isEmpty && !hasMore && !this.#driver.hasIntents;
  }

  get #isFinished(): boolean {
    return this.tracked.isFinished;
  }

  get #hasMore(): boolean {
    return this.tracked.hasMore;
  }

  get #isHalting(): boolean {
    return this.#options.halt?.aborted === true;
  }

  /** It has waited for long enough, with no child run that would be cut off, and no timer that is due soon. */
  get #canRest(): boolean {
    if (!this.#isQuiet || this.#driver.calls.size > 0 || this.#idleness.untilRest > 0) return false;
    return (this.#nextTimer()?.wait ?? Infinity) > (this.#options.restAfter ?? Infinity);
  }

  #noteIdle(isIdle: boolean): void {
    if (!this.#idleness.note(isIdle)) return;
    this.#options.onIdle?.(isIdle);
    // The run around it may have become idle with it, or is idle no longer.
    this.#options.children?.reportStill();
  }

  receive(input: RunInputDraft): void {
    this.#driver.receive(input, FIRST);
    this.#sleep.end();
  }

  wake(): void {
    this.#sleep.end();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#sleep.end();
  }

  #halt(): void {
    this.#driver.halt();
    this.#sleep.end();
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** Feeds all that waits, and lets others have their turn now and then. */
  async #takeAll(): Promise<void> {
    let since = performance.now();
    for (const input of this.#driver.takeEach(this.#options.clock.now)) {
      this.#throwFailure();
      await this.#feed(input);
      if (this.#isFinished) return;
      if (performance.now() - since <= SLICE || this.#driver.isEmpty) continue;
      await this.#turns.next();
      since = performance.now();
    }
  }

  #feedNow(draft: RunInputDraft): Promise<void> | undefined {
    return this.#feed(this.#driver.stamp(draft, this.#options.clock.now()));
  }

  #feed(input: RunInput): Promise<void> | undefined {
    this.#noteIdle(false);
    return this.#feeder.feed(input);
  }

  #follow(input: RunInput, { steps }: Fed): void {
    const { children } = this.#options;
    this.#calls.do(steps);
    if (input.type === 'run.resumed') children?.passBudget();
    if (isSetting(input)) children?.passSetting(input);
  }

  #show(events: readonly RunEvent[]): void {
    this.#view = forgetEnded(foldRun(this.#view, events));
    this.#options.onEvents?.(events);
    this.#options.children?.note(events);
  }

  /** Requests what is pending. What is cancelled at once makes no call. */
  async #begin(): Promise<void> {
    const { inputs = [], repeats, signal } = this.#options;
    this.#driver.begin();
    if (repeats === undefined || this.#isFinished) {
      const calls = signal?.aborted === true ? [] : this.tracked.pending.calls;
      this.#calls.do(this.#driver.request(calls.map(({ call }) => call)));
    } else if (!(await this.#goOn(repeats))) return;
    for (const input of inputs) this.receive(input);
  }

  async #goOn(repeats: Repeats): Promise<boolean> {
    this.#isAsking = true;
    const isDecided = await goOn(
      {
        driver: this.#driver,
        feed: (input) => this.#feedNow(input),
        request: (calls) => this.#calls.do(this.#driver.request(calls)),
        isCancelled: () => {
          this.#throwFailure();
          return this.#options.signal?.aborted === true;
        },
      },
      repeats,
    );
    this.#isAsking = false;
    if (!isDecided) this.#options.children?.leaveUndecided();
    return isDecided;
  }

  /** Waits for an input or the next timer, and fires a timer that is due. */
  async #wait(): Promise<void> {
    const next = this.#nextTimer();
    const wait = next?.wait ?? Infinity;
    if (wait <= 0) await this.#turns.next();
    else if (this.#driver.isEmpty) await this.#sleep.begin(Math.min(wait, this.#idleness.untilRest));
    if (next === null || !this.#driver.isEmpty) {
      await this.#turns.next();
      return;
    }
    // A long sleep is split into parts, and a timer of the platform may fire a little early.
    const due = next.wait > 0 ? this.#nextTimer() : next;
    if (due === null || due.wait > 0) return;
    this.#timers.fire(due.timer);
    await this.#feedNow({ type: 'timer.fired', id: due.timer.id });
  }

  #nextTimer(): NextTimer | null {
    return this.#isHalting ? null : this.#timers.next(this.#driver.calls.size > 0 || this.#driver.hasIntents);
  }
}
