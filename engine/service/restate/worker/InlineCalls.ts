import type { ObjectContext, RestatePromise } from '@restatedev/restate-sdk';
import { hasConsequences } from '../../../effects/index.ts';
import { startsRun } from '../../../hosts/node/index.ts';
import type { Call } from '../../../run/index.ts';
import type { Performed } from '../contract.ts';
import type { Arrival, Attempt } from './Arrival.ts';

/** Makes a call; never rejects. */
export type PerformCall = (call: Call, signal: AbortSignal) => Promise<Performed>;

/** The calls that an invocation of a run makes itself: each one is a step in the invocation's own journal. */
export class InlineCalls {
  readonly #ctx: ObjectContext;
  readonly #perform: PerformCall;
  readonly #waits: Map<string, RestatePromise<Arrival>>;
  readonly #calls = new Map<string, { readonly call: Call; readonly controller: AbortController }>();

  /** `waits`: what the invocation waits for, by key. */
  constructor(ctx: ObjectContext, perform: PerformCall, waits: Map<string, RestatePromise<Arrival>>) {
    this.#ctx = ctx;
    this.#perform = perform;
    this.#waits = waits;
    // The attempt may have lost its connection while this process lives: another one makes the calls now.
    ctx.request().attemptCompletedSignal.addEventListener('abort', () => {
      for (const { controller } of this.#calls.values()) controller.abort();
    });
  }

  get count(): number {
    return this.#calls.size;
  }

  has(key: string): boolean {
    return this.#calls.has(key);
  }

  /** Makes a call; one with consequences after its intent is recorded. Answers with the steps that it takes. */
  start(call: Call): number {
    const { key } = call;
    this.#calls.set(key, { call, controller: new AbortController() });
    if (!hasConsequences(call)) return this.perform(key, { isFirst: true });
    const attempt: Attempt = { isFirst: false };
    const recorded = this.#ctx.run('intent', () => {
      attempt.isFirst = true;
      return Date.now();
    });
    this.#waits.set(
      key,
      recorded.map((at = 0) => ({ type: 'intent', key, at, attempt })),
    );
    return 1;
  }

  /** Makes a call whose intent is recorded. */
  perform(key: string, attempt: Attempt): number {
    const found = this.#calls.get(key);
    if (found === undefined) return 0;
    const again: Attempt = { isFirst: false };
    const made = this.#ctx.run('call', async (): Promise<Performed> => {
      // To prepare a run that a call starts changes nothing yet.
      if (!attempt.isFirst && !startsRun(found.call)) {
        again.isFirst = true;
        return { at: Date.now(), isCutOff: true };
      }
      return this.#perform(found.call, found.controller.signal);
    });
    this.#waits.set(
      key,
      made.map((performed) => ({ type: 'call', key, performed: performed ?? { at: 0, isCutOff: true }, again })),
    );
    return 1;
  }

  /** It has ended. */
  end(key: string): void {
    this.#calls.delete(key);
    this.#waits.delete(key);
  }

  abort(key: string): void {
    this.#calls.get(key)?.controller.abort();
    this.end(key);
  }
}
