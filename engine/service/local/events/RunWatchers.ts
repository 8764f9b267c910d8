import { abortWith, Changes } from '../../followEvents.ts';

/** Who is notified of changes of runs. */
export class RunWatchers {
  readonly #watchers = new Map<string, Set<() => void>>();

  /** Notifies of each change of a run until the signal is aborted. */
  watch(runId: string, onChange: () => void, signal: AbortSignal): void {
    if (signal.aborted) return;
    const watchers = this.#watchers.get(runId) ?? new Set();
    this.#watchers.set(runId, watchers);
    const own = (): void => onChange();
    watchers.add(own);
    const end = (): void => {
      watchers.delete(own);
      if (watchers.size === 0 && this.#watchers.get(runId) === watchers) this.#watchers.delete(runId);
    };
    signal.addEventListener('abort', end, { once: true });
  }

  /** A run has changed. */
  notify(runId: string): void {
    for (const onChange of this.#watchers.get(runId) ?? []) onChange();
  }

  /** Looks at a run after each change until that is over, or the signal is aborted; answers with what was seen last. */
  async until<T>(
    runId: string,
    signal: AbortSignal,
    look: () => Promise<{ readonly run: T; readonly isOver: boolean }>,
  ): Promise<T> {
    const stop = abortWith(signal);
    const changes = new Changes();
    this.watch(runId, changes.note, stop.signal);
    stop.signal.addEventListener('abort', changes.note, { once: true });
    try {
      for (;;) {
        const { run, isOver } = await look();
        if (isOver || signal.aborted) return run;
        await changes.next();
      }
    } finally {
      stop.end();
    }
  }
}
