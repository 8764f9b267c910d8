import type { RunInputDraft, TrackedRun } from '../../../driver/index.ts';
import { hasConsequences } from '../../../effects/index.ts';
import {
  advance,
  type Call,
  type Effect,
  EMPTY_VIEW,
  foldRun,
  forgetEnded,
  type RunEvent,
  type RunView,
} from '../../../run/index.ts';
import { CallsInFlight } from '../../CallsInFlight.ts';
import type { HostedRun } from '../../children/HostedRun.ts';
import { isSetting } from '../../children/stops.ts';
import { CheckpointKeeper } from './CheckpointKeeper.ts';
import type { PendingTimer } from './clock.ts';
import { goOn } from './goOn.ts';
import { writeHostState } from './hostState.ts';
import { Idleness } from './Idleness.ts';
import { Inbox } from './Inbox.ts';
import { type NextTimer, PendingTimers } from './PendingTimers.ts';
import type { Repeats } from './Repeats.ts';
import type { RunToEndOptions } from './RunToEndOptions.ts';
import { Turns } from './waiting.ts';

/**
 * Runs a workflow in this process until it has ended, is paused with nothing in flight, is halted, or rests. Answers with its
 * view, which holds the last activation of each task.
 */
export function runToEnd(options: RunToEndOptions): Promise<RunView> {
  return new NodeExecutor(options).drive();
}

/** The executor of one run: its calls and timers in flight, and an inbox of inputs. */
class NodeExecutor implements HostedRun {
  readonly #options: RunToEndOptions;
  readonly tracked: TrackedRun;
  readonly #calls = new CallsInFlight();
  readonly #timers: PendingTimers;
  readonly #inbox = new Inbox();
  /** Why it ends here before its end. */
  #failure: { readonly error: unknown } | null = null;
  /** True while a person is asked about calls that were cut off. */
  #isAsking = false;
  #callCount = 0;
  readonly #idleness: Idleness;
  #view: RunView;
  #isFinished: boolean;
  #hasMore: boolean;
  readonly #keeper: CheckpointKeeper | null;
  readonly #turns: Turns;

  constructor(options: RunToEndOptions) {
    const { restored, state, journal } = options;
    this.tracked = restored.tracked;
    this.#view = state?.view ?? EMPTY_VIEW;
    this.#keeper = journal === undefined ? null : new CheckpointKeeper(journal, restored);
    this.#options = options;
    this.#turns = options.turns ?? new Turns();
    this.#idleness = new Idleness(options.restAfter);
    this.#timers = new PendingTimers(options.clock);
    this.#isFinished = this.tracked.isFinished;
    this.#hasMore = this.tracked.hasMore;
  }

  async drive(): Promise<RunView> {
    const { signal, halt, restored, children, journal } = this.#options;
    const cancel = (): void => this.#inbox.add(-1, { type: 'run.cancelled' });
    const wake = (): void => this.#inbox.wake();
    signal?.addEventListener('abort', cancel, { once: true });
    halt?.addEventListener('abort', wake, { once: true });
    this.#show(restored.events);
    children?.attach(this);
    try {
      if (!this.#isHalting) await this.#begin();
      if (signal?.aborted === true) cancel();
      await this.#run();
    } catch (error) {
      // Child runs end as they are, before the abort of their calls would cancel them.
      children?.stop();
      // What cannot be recorded must not be done either.
      this.#calls.abortAll();
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
      halt?.removeEventListener('abort', wake);
      children?.stop();
    }
    if (this.#isFinished) journal?.finish();
    return this.#view;
  }

  async #run(): Promise<void> {
    const { children } = this.#options;
    while (!this.#isFinished) {
      if (this.#hasMore && !this.#isHalting) {
        this.#feed({ type: 'run.continued' });
        await this.#turns.next();
      } else if (this.#inbox.isEmpty) {
        // A run that another one has started waits for that one to resume it.
        if (this.isStill && children?.isInside !== true) break;
        if (this.isStill) children?.reportStill();
        this.#noteIdle(this.isIdle);
        await this.#wait();
        if (this.#canRest) break;
      }
      this.#throwFailure();
      await this.#inbox.giveAll((input) => this.#receiveNext(input), this.#turns);
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
    return (this.#view.paused !== null || this.#isHalting) && this.#isQuiet && this.#calls.size === still;
  }

  get isIdle(): boolean {
    return this.#isQuiet && this.#calls.size === (this.#options.children?.idleCount ?? 0);
  }

  get #isQuiet(): boolean {
    const hasMore = this.#hasMore && !this.#isHalting;
    return !this.#isAsking && this.#inbox.isEmpty && !hasMore && !this.#calls.hasIntents;
  }

  get #isHalting(): boolean {
    return this.#options.halt?.aborted === true;
  }

  /** It has waited for long enough, with no child run that would be cut off, and no timer that is due soon. */
  get #canRest(): boolean {
    if (!this.#isQuiet || this.#calls.size > 0 || this.#idleness.untilRest > 0) return false;
    return (this.#nextTimer()?.wait ?? Infinity) > (this.#options.restAfter ?? Infinity);
  }

  #noteIdle(isIdle: boolean): void {
    if (!this.#idleness.note(isIdle)) return;
    this.#options.onIdle?.(isIdle);
    // The run around it may have become idle with it, or is idle no longer.
    this.#options.children?.reportStill();
  }

  receive(input: RunInputDraft): void {
    this.#inbox.add(-1, input);
  }

  wake(): void {
    this.#inbox.wake();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#inbox.wake();
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  #receiveNext(input: RunInputDraft): void {
    this.#throwFailure();
    // The journal must not say of a call that it was made which is not made any more.
    if (input.type === 'effect.started' && this.#isHalting) this.#calls.takeIntent(input.key);
    else if (!this.#isFinished) this.#feed(input);
  }

  #feed(draft: RunInputDraft): void {
    const { journal, clock, children } = this.#options;
    this.#noteIdle(false);
    const input = { ...draft, at: clock.now() };
    const bytes = journal?.append([input], this.tracked.proof) ?? 0;
    // A run without a journal needs no digest, which would take as long as the machine.
    const answer = journal === undefined ? advance(this.tracked.run, input) : this.tracked.feed(input);
    const { events, effects, more, isFinished } = answer;
    this.#hasMore = more;
    this.#isFinished = isFinished;
    this.#show(events);
    for (const effect of effects) this.#take(effect);
    if (input.type === 'effect.started' || input.type === 'effect.repeated') this.#start(input.key);
    if (input.type === 'run.resumed') children?.passBudget();
    if (isSetting(input)) children?.passSetting(input);
    const isIdle = !more && this.#inbox.isEmpty;
    this.#keeper?.note({ bytes, events: events.length, isIdle }, () =>
      writeHostState({ view: this.#view, budget: this.#options.budget ?? {} }),
    );
  }

  #show(events: readonly RunEvent[]): void {
    this.#view = forgetEnded(foldRun(this.#view, events));
    this.#options.onEvents?.(events);
    this.#options.children?.note(events);
  }

  /** Requests what is pending. What is cancelled at once makes no call. */
  async #begin(): Promise<void> {
    const { inputs = [], repeats, signal } = this.#options;
    const { timers, calls } = this.tracked.pending;
    for (const { id, at, isDeadline } of timers)
      this.#take({ type: 'timer.start', id, at, ...(isDeadline ? { isDeadline } : {}) });
    if (repeats === undefined || this.#isFinished)
      for (const { call } of signal?.aborted === true ? [] : calls) this.#take(call);
    else if (!(await this.#goOn(repeats))) return;
    for (const input of inputs) this.#inbox.add(-1, input);
  }

  async #goOn(repeats: Repeats): Promise<boolean> {
    this.#isAsking = true;
    const isDecided = await goOn(
      {
        tracked: this.tracked,
        feed: (input) => this.#feed(input),
        calls: this.#calls,
        take: (call) => this.#take(call),
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

  #take(effect: Effect): void {
    switch (effect.type) {
      case 'timer.start':
        this.#timers.set(effect);
        return;
      case 'timer.cancel':
        this.#timers.cancel(effect.id);
        return;
      case 'effect.abort':
        this.#calls.abort(effect.key);
        return;
      case 'tool.call':
      case 'model.call':
      case 'memory.call':
        this.#call(effect);
    }
  }

  /** With a journal, the intent of a call with consequences is durable before it starts. */
  #call(call: Call): void {
    if (this.#isHalting) return;
    if (this.#options.journal === undefined || !hasConsequences(call)) {
      void this.#perform(call);
      return;
    }
    this.#calls.intend(call);
    this.#inbox.add(0, { type: 'effect.started', key: call.key });
  }

  #start(key: string): void {
    const call = this.#calls.takeIntent(key);
    if (call !== undefined) void this.#perform(call);
  }

  async #perform(call: Call): Promise<void> {
    const signal = this.#calls.start(call);
    this.#callCount += 1;
    const order = this.#callCount;
    const outcome = await this.#options.performer.perform(call, signal);
    if (this.#calls.end(call.key, signal)) this.#inbox.add(order, { type: 'effect.completed', key: call.key, outcome });
  }

  /** Waits for an input or the next timer, and fires a timer that is due. */
  async #wait(): Promise<void> {
    const next = this.#nextTimer();
    const wait = next?.wait ?? Infinity;
    if (wait > 0) await this.#inbox.sleep(Math.min(wait, this.#idleness.untilRest));
    else await this.#turns.next();
    if (next === null || !this.#inbox.isEmpty) {
      await this.#turns.next();
      return;
    }
    // A long sleep is split into parts, and a timer of the platform may fire a little early.
    const due = next.wait > 0 ? this.#nextTimer() : next;
    if (due !== null && due.wait <= 0) this.#fire(due.timer);
  }

  #fire(timer: PendingTimer): void {
    this.#timers.fire(timer);
    this.#feed({ type: 'timer.fired', id: timer.id });
  }

  #nextTimer(): NextTimer | null {
    return this.#isHalting ? null : this.#timers.next(this.#calls.size > 0 || this.#calls.hasIntents);
  }
}
