import type { ObjectContext, RestatePromise } from '@restatedev/restate-sdk';
import type { Json } from '../../../base/index.ts';
import type { TimerStart } from '../../../driver/index.ts';
import type { TrackedRun } from '../../../hosts/node/index.ts';
import type { Outcome } from '../../../run/index.ts';
import { MAILBOX, readMessage } from '../handlers.ts';
import { type Leave, MAIL_LIST, type Mail, type Performed } from '../messages.ts';
import { ask, hearBell, send } from './context.ts';
import type { Restate } from './loadRestate.ts';
import type { LoadedState } from './loadRun.ts';

/** What an invocation of a run has waited for. */
export type Arrival =
  /** It is recorded that a call is about to be made. */
  | { readonly type: 'intent'; readonly key: string; readonly at: number; readonly attempt: Attempt }
  | { readonly type: 'call'; readonly key: string; readonly performed: Performed; readonly again: Attempt }
  /** Several calls were made one after the other, from that with the key on. */
  | { readonly type: 'row'; readonly key: string; readonly row: readonly RowCall[] }
  /** A call has not come back yet, and is waited for alongside everything else. */
  | { readonly type: 'slow'; readonly key: string }
  | { readonly type: 'mail'; readonly mail: readonly Mail[] }
  /** There is mail, and no one has listened. */
  | { readonly type: 'bell' }
  | { readonly type: 'timer' }
  /** Nothing but runs that it has started has been waited for, for some time. */
  | { readonly type: 'lull' }
  /** What is recorded is to be written, so that others see it. */
  | { readonly type: 'tick' };

/** A call of a row, and what became of it; `at` in ms since the epoch. */
export interface RowCall {
  readonly key: string;
  readonly at: number;
  readonly outcome: Outcome;
}

/**
 * Whether an attempt of the invocation has recorded the intent of a call itself. One that finds it recorded follows an attempt
 * that was cut off, and does not know whether the call arrived.
 */
export interface Attempt {
  isFirst: boolean;
}

/**
 * How long what is recorded may wait until it is written, in ms: what others see of a run is as old as this. A run that takes
 * many inputs meanwhile is written at longer and longer intervals, so that this costs little of what it does.
 */
const UNSAVED = { least: 200, most: 1_600, inputs: 2 } as const;

/** How long an invocation waits for runs that it has started alone, in ms: what they tell later invokes it again. */
const LULL = 2_000;

/** What an invocation of a run waits for: its own calls, the next timer, mail, and the time to write. */
export class Awaited {
  /** By key of a call, or what else it is. */
  readonly waits = new Map<string, RestatePromise<Arrival>>();
  readonly timers: AwaitedTimers;
  readonly #ctx: ObjectContext;
  readonly #tracked: TrackedRun;
  #listener: string | null = null;
  #isKnown: boolean;
  #patience: number = UNSAVED.least;
  #inputsAtSave: number;
  #savedAt: number | null = null;
  /** What was written last is known, and nothing was looked for since but a call. */
  #hasLooked = true;
  #isPatient = true;

  constructor(ctx: ObjectContext, { row, restored: { tracked } }: LoadedState) {
    this.#ctx = ctx;
    this.#tracked = tracked;
    this.timers = new AwaitedTimers(tracked.pending.timers);
    this.#inputsAtSave = tracked.inputs;
    this.#isKnown = row.inputs > 0;
    // This costs nothing, and is heard once.
    if (!this.#isKnown) this.#waitFor('bell', hearBell(ctx));
  }

  /** Whether the mailbox knows of the run, as it does once that has listened or left. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** The key of a call that comes back soon, where that may be waited for alone: what else has come is looked for after what is recorded was written. */
  only(quick: string | null): string | null {
    return this.#hasLooked && !this.waits.has('timer') ? quick : null;
  }

  /** The next of them, which is no longer waited for then; `only`: as {@link only} says. */
  async next({ RestatePromise }: Restate, only: string | null): Promise<Arrival> {
    const alone = only === null ? undefined : this.waits.get(only);
    this.#hasLooked = true;
    // One race over all of them follows the order in which Restate has recorded what came.
    const arrival = await (alone ?? RestatePromise.race([...this.waits.values()]));
    if (!('key' in arrival)) this.waits.delete(arrival.type);
    if (arrival.type === 'lull') this.#isPatient = false;
    if (arrival.type === 'mail') this.#listener = null;
    return arrival;
  }

  /** Waits for the next timer, and for mail where that is of others or there is a new timer. Answers with the steps that it takes. */
  arm(hearsOthers: boolean): number {
    const hasTimer = this.#armTimer();
    return hearsOthers || hasTimer ? this.listen() : 0;
  }

  /** False where the next timer is waited for already, or there is none. */
  #armTimer(): boolean {
    const due = this.timers.arm();
    if (due === null) return false;
    // The library takes down when it ends, so that another attempt does not wait again.
    this.#waitFor('timer', this.#ctx.sleep(Math.max(0, due - Date.now())));
    return true;
  }

  /** Whether what is recorded is to be written, by the time of what came last. */
  isSaveDue(): boolean {
    const { lastAt } = this.#tracked;
    this.#savedAt ??= lastAt;
    return lastAt - this.#savedAt >= this.#patience;
  }

  /** What is recorded was written. */
  noteSaved(): void {
    const { inputs, lastAt } = this.#tracked;
    const isFast = inputs - this.#inputsAtSave > UNSAVED.inputs;
    this.#inputsAtSave = inputs;
    this.#savedAt = lastAt;
    this.#hasLooked = false;
    this.#patience = isFast ? Math.min(UNSAVED.most, this.#patience * 2) : UNSAVED.least;
  }

  /** Waits until what is recorded is to be written. */
  armTick(): void {
    if (!this.waits.has('tick')) this.#waitFor('tick', this.#ctx.sleep(this.#patience));
  }

  /** Whether runs that it has started are waited for. */
  get isPatient(): boolean {
    return this.#isPatient;
  }

  /** Another run was started. */
  renewPatience(): void {
    this.#isPatient = true;
  }

  /** Waits until runs that it has started have been waited for long enough. */
  armLull(): void {
    if (!this.waits.has('lull')) this.#waitFor('lull', this.#ctx.sleep(LULL));
  }

  #waitFor(type: 'timer' | 'tick' | 'lull' | 'bell', promise: RestatePromise<unknown>): void {
    this.waits.set(
      type,
      promise.map(() => ({ type })),
    );
  }

  /** Waits for mail. Answers with the steps that it takes. */
  listen(): number {
    if (this.#listener !== null) return 0;
    const { id, promise } = this.#ctx.awakeable<Json>();
    this.#listener = id;
    this.#isKnown = true;
    this.waits.delete('bell');
    this.waits.set(
      'mail',
      promise.map((mail = []) => ({
        type: 'mail',
        mail: readMessage(MAIL_LIST, mail, `The mailbox of ${this.#ctx.key}`),
      })),
    );
    send(this.#ctx, MAILBOX.listen, [this.#ctx.key, id]);
    return 2;
  }

  /** Asks the mailbox whether the invocation may end. Answers with the mail because of which it may not, or none. */
  async leave(leave: Omit<Leave, 'listener'>): Promise<readonly Mail[]> {
    this.#isKnown = true;
    const left = await ask(this.#ctx, MAILBOX.leave, [this.#ctx.key, { ...leave, listener: this.#listener }]);
    const delivered = left.isDelivered ? await this.waits.get('mail') : undefined;
    this.waits.delete('mail');
    this.#listener = null;
    return [...(delivered?.type === 'mail' ? delivered.mail : []), ...left.mail];
  }
}

/** A timer that is due within this time, in ms, is waited for; for a later one the run is woken. */
const SHORT_WAIT = 2_000;

/** The timers of a run that have not fired. Times in ms since the epoch. */
export class AwaitedTimers {
  readonly #due = new Map<string, number>();
  #armedAt: number | null = null;

  constructor(pending: readonly { readonly id: string; readonly at: number }[]) {
    for (const { id, at } of pending) this.#due.set(id, at);
  }

  set({ id, at }: TimerStart): void {
    this.#due.set(id, at);
  }

  cancel(id: string): void {
    this.#due.delete(id);
  }

  /** When the next one is due; null: there is none. */
  get next(): number | null {
    let next: number | null = null;
    for (const at of this.#due.values()) if (next === null || at < next) next = at;
    return next;
  }

  /** Whether the next one is due so soon after a time that it is waited for. */
  isNear(time: number): boolean {
    const { next } = this;
    return next !== null && next - time < SHORT_WAIT;
  }

  /** When to be woken, where that is earlier than it was armed for; null: nothing is to be done. */
  arm(): number | null {
    const { next } = this;
    if (next === null || (this.#armedAt !== null && this.#armedAt <= next)) return null;
    this.#armedAt = next;
    return next;
  }

  /** What it was armed for has come: the timers that are due by then, the earliest first. */
  takeDue(): readonly { readonly id: string; readonly at: number }[] {
    const now = this.#armedAt ?? 0;
    this.#armedAt = null;
    return this.takeUntil(now);
  }

  /** The timers that are due by some time, the earliest first. */
  takeUntil(now: number): readonly { readonly id: string; readonly at: number }[] {
    const due = [...this.#due].filter(([, at]) => at <= now).map(([id, at]) => ({ id, at }));
    for (const { id } of due) this.#due.delete(id);
    return due.sort((a, b) => a.at - b.at);
  }
}
