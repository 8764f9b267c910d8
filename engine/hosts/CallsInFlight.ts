import type { Call } from '../run/index.ts';

/** The calls of one run that are being performed, and those that are as soon as their intent is durable. */
export class CallsInFlight {
  readonly #calls = new Map<string, { readonly call: Call; readonly controller: AbortController }>();

  readonly #intents = new Map<string, Call>();

  /** How many are being performed. */
  get size(): number {
    return this.#calls.size;
  }

  /** How many of a kind are being performed. */
  count(isCounted: (call: Call) => boolean): number {
    return [...this.#calls.values()].filter(({ call }) => isCounted(call)).length;
  }

  /** Whether one of another kind is being performed, or is about to be. */
  hasOther(isCounted: (call: Call) => boolean): boolean {
    return this.hasIntents || this.#calls.size > this.count(isCounted);
  }

  get hasIntents(): boolean {
    return this.#intents.size > 0;
  }

  /** Keeps a call until its intent is durable. */
  intend(call: Call): void {
    this.#intents.set(call.key, call);
  }

  /** The call whose intent is durable now; undefined where it was aborted before. */
  takeIntent(key: string): Call | undefined {
    const call = this.#intents.get(key);
    this.#intents.delete(key);
    return call;
  }

  /** Adds a call; answers with what aborts it. */
  start(call: Call): AbortSignal {
    const controller = new AbortController();
    this.#calls.set(call.key, { call, controller });
    return controller.signal;
  }

  /** Removes a call that was answered; false for one that was aborted before, or made anew since: its outcome is dropped. */
  end(key: string, signal: AbortSignal): boolean {
    return this.#calls.get(key)?.controller.signal === signal && this.#calls.delete(key);
  }

  abort(key: string): void {
    this.#intents.delete(key);
    this.#calls.get(key)?.controller.abort();
    this.#calls.delete(key);
  }

  /** Aborts all calls for which `isAborted` is true, and all that were not performed yet. */
  abortAll(isAborted: (call: Call) => boolean = () => true): void {
    this.#intents.clear();
    for (const [key, { call }] of this.#calls) if (isAborted(call)) this.abort(key);
  }
}
