import type { ObjectContext, RestatePromise } from '@restatedev/restate-sdk';
import type { TrackedRun } from '../../../hosts/node/index.ts';
import type { Mail } from '../contract.ts';
import type { Arrival } from './Arrival.ts';
import type { AwaitedTimers } from './AwaitedTimers.ts';
import type { Restate } from './loadRestate.ts';
import { sendListen } from './send.ts';

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
  readonly #ctx: ObjectContext;
  readonly #tracked: TrackedRun;
  #listener: string | null = null;
  #patience: number = UNSAVED.least;
  #inputsAtTick: number;
  #isPatient = true;

  constructor(ctx: ObjectContext, tracked: TrackedRun) {
    this.#ctx = ctx;
    this.#tracked = tracked;
    this.#inputsAtTick = tracked.inputs;
  }

  /** The awakeable that mail resolves; null: nobody listens. */
  get listener(): string | null {
    return this.#listener;
  }

  /** The next of them, which is no longer waited for then. */
  async next({ RestatePromise }: Restate): Promise<Arrival> {
    // One race over all of them follows the order in which Restate has recorded what came.
    const arrival = await RestatePromise.race([...this.waits.values()]);
    if (arrival.type === 'timer' || arrival.type === 'tick' || arrival.type === 'lull') this.waits.delete(arrival.type);
    if (arrival.type === 'lull') this.#isPatient = false;
    if (arrival.type === 'mail') this.#stopListening();
    if (arrival.type === 'tick') this.#adjustPatience();
    return arrival;
  }

  /** Waits for the next timer, where it is not waited for already; false where it is, or there is none. */
  armTimer(timers: AwaitedTimers): boolean {
    const due = timers.arm();
    if (due === null) return false;
    // The library takes down when it ends, so that another attempt does not wait anew.
    const sleep = this.#ctx.sleep(Math.max(0, due - Date.now()));
    this.waits.set(
      'timer',
      sleep.map(() => ({ type: 'timer' })),
    );
    return true;
  }

  /** Waits until what is recorded is to be written. */
  armTick(): void {
    if (this.waits.has('tick')) return;
    const sleep = this.#ctx.sleep(this.#patience);
    this.waits.set(
      'tick',
      sleep.map(() => ({ type: 'tick' })),
    );
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
    if (this.waits.has('lull')) return;
    const sleep = this.#ctx.sleep(LULL);
    this.waits.set(
      'lull',
      sleep.map(() => ({ type: 'lull' })),
    );
  }

  /** Waits for mail. Answers with the steps that it takes. */
  listen(): number {
    if (this.#listener !== null) return 0;
    const { id, promise } = this.#ctx.awakeable<readonly Mail[]>();
    this.#listener = id;
    this.waits.set(
      'mail',
      promise.map((mail = []) => ({ type: 'mail', mail })),
    );
    sendListen(this.#ctx, this.#ctx.key, id);
    return 2;
  }

  /** Ends to listen; the mail that was delivered, where it was. */
  async takeDelivered(isDelivered: boolean): Promise<readonly Mail[]> {
    const delivered = isDelivered ? await this.waits.get('mail') : undefined;
    this.#stopListening();
    return delivered?.type === 'mail' ? delivered.mail : [];
  }

  #stopListening(): void {
    this.waits.delete('mail');
    this.#listener = null;
  }

  #adjustPatience(): void {
    const { inputs } = this.#tracked;
    const isFast = inputs - this.#inputsAtTick > UNSAVED.inputs;
    this.#inputsAtTick = inputs;
    this.#patience = isFast ? Math.min(UNSAVED.most, this.#patience * 2) : UNSAVED.least;
  }
}
