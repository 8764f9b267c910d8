import {
  type AskedCall,
  type CutOffCalls,
  Driver,
  endWithError,
  type Fed,
  type MadeCall,
  noDigest,
  PerformedCalls,
  type RunInputDraft,
  type TimerPort,
  TrackedRun,
} from '../../driver/index.ts';
import type { Performer } from '../../effects/index.ts';
import type { Call, RunError, RunEvent, RunInput } from '../../run/index.ts';
import type { ChildRuns } from './ChildRuns.ts';
import { type HostedRun, isSetting } from './HostedRun.ts';

/** What a host gives a run whose calls it makes itself. */
interface DriverPorts {
  readonly timers: TimerPort;
  readonly performer: Pick<Performer, 'perform'>;
  /** The runs that its calls start; absent: they start none. */
  readonly children?: ChildPort | undefined;
  /** Set for a run that is continued where a person is asked while it is open: what resumes it waits for the decisions. */
  readonly cutOff?: CutOffCalls | undefined;
  /** Whether its inputs are made durable: then a call with consequences waits until its intent is, and its events are digested. */
  readonly isKept: boolean;
  /** Whether it ends here once it is paused or halted with nothing in flight. */
  readonly endsStill: boolean;
  /** As the runs around it and below it see it. */
  readonly view: () => HostedRun['view'];
  /** Whether the host has not begun yet, or is half way through an input. */
  readonly isAtWork: () => boolean;
  /** Told of what happened, before anything that follows from it. */
  readonly onEvents: (events: readonly RunEvent[]) => void;
  /** Nothing is under way in it or below it any more but waits; or something is again. */
  readonly onIdle: (isIdle: boolean) => void;
  /** Something has arrived and waits to be taken, or whether it is still or idle may have changed. */
  readonly wake: () => void;
  /** As in {@link HostedRun}. */
  readonly fail: (error: unknown) => void;
  /** Where something is among what waits, as in `Driver.receive`: the outcome of a call, or (null) what comes from elsewhere. Absent: where it arrived. */
  readonly orderOf?: (made: MadeCall | null) => number;
}

/** The runs that a run starts, as its host drives it. */
export type ChildPort = Pick<ChildRuns, 'idleCount' | 'note' | 'passBudget' | 'passSetting' | 'stop'> &
  Partial<Pick<ChildRuns, 'stillCount' | 'leaveUndecided'>>;

/** What a host does as a run is continued whose calls were cut off. */
interface Continuing {
  /** Makes an input durable and feeds it. */
  readonly feed: (input: RunInputDraft) => Promise<void> | undefined;
  /** Whether a call is made again; null where no one can be asked. */
  readonly ask: (call: AskedCall) => Promise<boolean | null>;
  readonly isCancelled: () => boolean;
}

/** What a run that continues is fed comes before what arrives. */
const FIRST = -1;

/** A run that a host executes in its own process: its driver, the calls that it makes, and the runs that those start. */
export class HostDriver implements HostedRun {
  readonly driver: Driver;
  readonly #ports: DriverPorts;
  readonly #calls: PerformedCalls;
  /** What the host was told last. */
  #wasIdle = false;
  /** True while a person is asked about calls that were cut off. */
  #isAsking = false;
  #isClosed = false;

  constructor(tracked: TrackedRun, ports: DriverPorts) {
    const { timers, isKept, performer, wake, orderOf } = ports;
    this.#ports = ports;
    this.driver = new Driver(isKept ? tracked : TrackedRun.restore(tracked.run, tracked.state, noDigest), {
      timers,
      recordsIntents: isKept,
      onEvents: (events) => this.show(events),
    });
    this.#calls = new PerformedCalls(this.driver, {
      perform: (call, signal) => performer.perform(call, signal),
      onAnswered: () => wake(),
      ...(orderOf === undefined ? {} : { orderOf }),
    });
  }

  get tracked(): TrackedRun {
    return this.driver.tracked;
  }

  get view(): HostedRun['view'] {
    return this.#ports.view();
  }

  get isFinished(): boolean {
    return this.tracked.isFinished;
  }

  /** It has ended here: see {@link close}. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Nothing that arrived waits to be taken. */
  get isEmpty(): boolean {
    return this.driver.isEmpty;
  }

  /** The calls under way. */
  get calls(): readonly Call[] {
    return [...this.driver.calls.values()].map(({ call }) => call);
  }

  /** Calls are under way, or are about to be made. */
  get isBusy(): boolean {
    return this.driver.calls.size > 0 || this.driver.hasIntents;
  }

  /** Nothing is to be done but to wait: for calls that are under way, and for what arrives. */
  get isQuiet(): boolean {
    const { isEmpty, hasMore, hasIntents } = this.driver;
    return isEmpty && !hasMore && !hasIntents && !this.#isAsking && !this.#isClosed && !this.#ports.isAtWork();
  }

  /** Paused or halted, with nothing in flight but child runs that are so, too. */
  get isStill(): boolean {
    const { endsStill, children } = this.#ports;
    const { isHalted, calls } = this.driver;
    return (
      endsStill && (this.view.paused !== null || isHalted) && this.isQuiet && calls.size === (children?.stillCount ?? 0)
    );
  }

  get isIdle(): boolean {
    return this.isQuiet && this.driver.calls.size === (this.#ports.children?.idleCount ?? 0);
  }

  /** Tells the host whether it is idle, where that has changed. */
  noteIdle(isIdle: boolean = this.isIdle): void {
    if (isIdle === this.#wasIdle) return;
    this.#wasIdle = isIdle;
    this.#ports.onIdle(isIdle);
  }

  receive(draft: RunInputDraft): void {
    const { cutOff, orderOf } = this.#ports;
    for (const input of cutOff?.takeFromParent(draft) ?? [draft]) this.driver.receive(input, orderOf?.(null));
    this.wake();
  }

  wake(): void {
    this.#ports.wake();
  }

  fail(error: unknown): void {
    this.#ports.fail(error);
  }

  /** Makes no call any more: see `Driver.halt`. */
  halt(): void {
    this.driver.halt();
    this.wake();
  }

  /** Sets the timers that it has waited for; with `makesCalls` it makes the calls, too, once those that were cut off are decided about. */
  begin(makesCalls: boolean): void {
    this.driver.begin();
    if (!makesCalls) return;
    const { cutOff } = this.#ports;
    for (const input of cutOff?.inputs ?? []) this.driver.receive(input, FIRST);
    cutOff?.hold(this.driver);
    this.#request(cutOff?.unsent ?? this.tracked.pending.calls.map(({ call }) => call));
  }

  #request(calls: Iterable<Call>): void {
    this.#calls.do(this.driver.request(calls));
  }

  /** Continues it: feeds it what comes first, and asks about calls at once. What is cancelled makes no call again. False where it stays paused, since no one decides. */
  async continue(cutOff: CutOffCalls, host: Continuing): Promise<boolean> {
    this.#isAsking = true;
    cutOff.hold(this.driver);
    const isDecided = await this.#decide(cutOff, host);
    this.#isAsking = false;
    if (!isDecided) this.#ports.children?.leaveUndecided?.();
    return isDecided;
  }

  async #decide(cutOff: CutOffCalls, { feed, ask, isCancelled }: Continuing): Promise<boolean> {
    for (const input of cutOff.inputs) {
      if (input.type !== 'run.interrupted' && isCancelled()) return true;
      await feed(input);
    }
    if (isCancelled()) return true;
    this.#request(cutOff.unsent);
    let isDecided = true;
    for (const asked of cutOff.asked) {
      const again = await ask(asked);
      if (isCancelled()) return true;
      if (again === null) isDecided = false;
      else for (const input of cutOff.decide(asked.call.key, again)) await feed(input);
    }
    return isDecided;
  }

  /** As `Driver.take`; none once it has ended here. */
  take(now: number): readonly RunInput[] {
    return this.#isClosed ? [] : this.driver.take(now);
  }

  /** Feeds an input that is durable, makes and aborts calls as it says, and tells the runs below what concerns them. */
  feed(input: RunInput): Fed {
    const { children } = this.#ports;
    const fed = this.driver.feed(input);
    this.#calls.do(fed.steps);
    if (input.type === 'run.resumed') children?.passBudget();
    if (isSetting(input)) children?.passSetting(input);
    return fed;
  }

  /** Aborts calls before it is recorded why. */
  abort(isAborted: (call: Call) => boolean): void {
    this.#calls.do(this.driver.abort(isAborted));
  }

  /** Shows what happened to the host, and to the runs around it and below it. */
  show(events: readonly RunEvent[]): void {
    this.#ports.onEvents(events);
    this.#ports.children?.note(events);
  }

  /** Shows that it ended with an error of the machine or the host: its journal ends before that. */
  showError(error: RunError): void {
    this.#ports.onEvents(endWithError(this.tracked.run, error, this.driver.lastAt));
  }

  /** Ends it here. The runs that it has started end as they are, before the abort of their calls would cancel them; or, where it has ended, in their time. */
  close({ stopsBelow }: { readonly stopsBelow: boolean }): void {
    this.#isClosed = true;
    if (stopsBelow) this.#ports.children?.stop();
    this.#calls.close();
  }
}
