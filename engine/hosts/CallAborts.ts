import type { MadeCall } from '../driver/index.ts';

/** What aborts the calls of one run that this host performs. */
export class CallAborts {
  readonly #controllers = new Map<string, AbortController>();

  /** Adds a call; answers with what aborts it. */
  add({ call }: MadeCall): AbortSignal {
    const controller = new AbortController();
    this.#controllers.set(call.key, controller);
    return controller.signal;
  }

  /** Removes a call that was answered. */
  remove({ call }: MadeCall): void {
    this.#controllers.delete(call.key);
  }

  abort(key: string): void {
    this.#controllers.get(key)?.abort();
    this.#controllers.delete(key);
  }

  abortAll(): void {
    for (const key of this.#controllers.keys()) this.abort(key);
  }
}
