import type { TimerPort, TimerStart } from '../../../driver/index.ts';
import type { PendingTimer } from './clock.ts';
import type { RunToEndOptions } from './RunToEndOptions.ts';
import { SLICE, startSleep, Turns } from './waiting.ts';

/** Longest sleep, in ms, before the clock is read again: the machine may have slept meanwhile. */
const LONGEST_SLEEP = 5_000;

/** What is under way in a run: read again after each wait. */
interface Waited {
  /** Nothing waits to be fed. */
  readonly isEmpty: boolean;
  /** Calls are in flight, or are about to be. */
  readonly isBusy: boolean;
}

/**
 * The time of a run in this process: its timers, its sleep while there is nothing to do, its turns on the thread, and when it may rest.
 * Its waits throw what it was made to fail with.
 */
export class HostTime implements TimerPort {
  readonly #options: Pick<RunToEndOptions, 'clock' | 'restAfter' | 'halt'>;
  readonly #turns: Turns;
  readonly #timers = new Map<string, PendingTimer>();
  /** Why the run ends here before its end. */
  #failure: { readonly error: unknown } | null = null;
  /** When it may rest, by the steady clock; null while something is under way. */
  #restsAt: number | null = null;
  #turnSince = 0;
  #wake: () => void = () => undefined;

  constructor({ clock, restAfter = Infinity, halt, turns = new Turns() }: RunToEndOptions) {
    this.#options = { clock, restAfter, halt };
    this.#turns = turns;
  }

  set({ id, at, isDeadline }: TimerStart): void {
    const { clock } = this.#options;
    this.#timers.set(id, { id, at, isDeadline: isDeadline === true, setAt: clock.now(), setAtReal: performance.now() });
  }

  cancel(id: string): void {
    this.#timers.delete(id);
  }

  /** Ends the sleep, where it sleeps. */
  wake(): void {
    this.#wake();
  }

  /** Wakes the run, and has it end here with an error. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.wake();
  }

  /** Throws where the run is to end here. */
  check(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  /** Lets others have the thread. */
  async turn(): Promise<void> {
    await this.#turns.next();
    this.check();
    this.#turnSince = performance.now();
  }

  /** The turn of the run begins now, and lasts for some ms. */
  beginTurn(): void {
    this.#turnSince = performance.now();
  }

  get isTurnOver(): boolean {
    return performance.now() - this.#turnSince > SLICE;
  }

  /** Takes whether the run has nothing to do but wait, when that changes: it may rest some time after. */
  noteIdle(isIdle: boolean): void {
    const { restAfter = Infinity } = this.#options;
    this.#restsAt = isIdle ? performance.now() + restAfter : null;
  }

  /** It has waited for long enough with no call in flight, and no timer is due soon. */
  mayRest(run: Waited): boolean {
    const { restAfter = Infinity } = this.#options;
    return !run.isBusy && this.#untilRest <= 0 && (this.#next(run)?.wait ?? Infinity) > restAfter;
  }

  /** Waits until something has arrived, a timer is due, or the run may rest. Answers with the id of a timer that fires now. */
  async wait(run: Waited): Promise<string | null> {
    const next = this.#next(run);
    const wait = next?.wait ?? Infinity;
    if (wait <= 0) await this.#turns.next();
    else if (run.isEmpty) await this.#sleep(Math.min(wait, this.#untilRest));
    if (next === null || !run.isEmpty) {
      await this.#turns.next();
      return null;
    }
    // A long sleep is split into parts, and a timer of the platform may fire a little early.
    const due = wait > 0 ? this.#next(run) : next;
    if (due === null || due.wait > 0) return null;
    this.#timers.delete(due.timer.id);
    this.#options.clock.reach(due.timer);
    return due.timer.id;
  }

  /** In how many ms it may rest. */
  get #untilRest(): number {
    return this.#restsAt === null ? Infinity : Math.max(0, this.#restsAt - performance.now());
  }

  /** The timer that may fire next, with ms until then; of timers due together the first that was set. None does in a run that is halted. */
  #next({ isBusy }: Waited): { readonly timer: PendingTimer; readonly wait: number } | null {
    const { clock, halt } = this.#options;
    if (halt?.aborted === true) return null;
    let first: { readonly timer: PendingTimer; readonly wait: number } | null = null;
    for (const timer of this.#timers.values()) {
      const wait = clock.waitFor(timer, isBusy);
      if (wait !== null && (first === null || timer.at < first.timer.at)) first = { timer, wait };
    }
    return first;
  }

  /** Sleeps until it is woken, at most so many ms; a long sleep may end before its time. */
  async #sleep(most: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (most === Infinity) return woken;
    const sleep = startSleep(Math.min(most, LONGEST_SLEEP));
    await Promise.race([woken, sleep.over]);
    sleep.stop();
  }
}
