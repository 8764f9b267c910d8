import type { Call } from '../../../run/index.ts';

/** The calls of one run that are being performed. */
export class CallsInFlight {
  readonly #calls = new Map<string, { readonly call: Call; readonly controller: AbortController }>();

  /** Adds a call; answers with what aborts it. */
  start(call: Call): AbortSignal {
    const controller = new AbortController();
    this.#calls.set(call.key, { call, controller });
    return controller.signal;
  }

  /** Removes a call that was answered; false for one that was aborted before: its outcome is dropped. */
  end(key: string): boolean {
    return this.#calls.delete(key);
  }

  abort(key: string): void {
    this.#calls.get(key)?.controller.abort();
    this.#calls.delete(key);
  }

  /** Aborts all calls for which `isAborted` is true. */
  abortAll(isAborted: (call: Call) => boolean = () => true): void {
    for (const [key, { call }] of this.#calls) if (isAborted(call)) this.abort(key);
  }
}
