import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventPage, RunService, ServedRunHead, ServedRunQuery } from './RunService.ts';

/** Most events, and most runs, that are read at once. */
const AT_ONCE = 200;

/** A signal that aborts with any of some others, or by `end`, which lets go of them. */
export function abortWith(...others: readonly AbortSignal[]): {
  readonly signal: AbortSignal;
  readonly end: () => void;
} {
  // Not by AbortSignal.any: where one of them lives on, it would keep all that were made of it.
  const stop = new AbortController();
  const end = (): void => {
    for (const other of others) other.removeEventListener('abort', end);
    stop.abort();
  };
  for (const other of others) other.addEventListener('abort', end, { once: true });
  if (others.some(({ aborted }) => aborted)) end();
  return { signal: stop.signal, end };
}

/** Notes that something has changed, for one who looks again after each change. */
export class Changes {
  #isNoted = false;
  #wake: (() => void) | null = null;

  readonly note = (): void => {
    this.#isNoted = true;
    this.#wake?.();
  };

  /** True at the next change, at once where one came since it was asked last; false after some ms without. */
  async next(within: number | null = null): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    if (!this.#isNoted)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (within !== null) timer = setTimeout(resolve, within);
      });
    clearTimeout(timer);
    const isNoted = this.#isNoted;
    [this.#isNoted, this.#wake] = [false, null];
    return isNoted;
  }
}

/** Watches a run until `end`, for one who looks at it again after each change, and once `signal` aborts. */
export function watchRun(
  service: Pick<RunService, 'watch'>,
  runId: string,
  signal: AbortSignal,
): { readonly changes: Changes; readonly end: () => void } {
  const stop = abortWith(signal);
  const changes = new Changes();
  stop.signal.addEventListener('abort', changes.note, { once: true });
  service.watch(runId, changes.note, stop.signal);
  return { changes, end: stop.end };
}

/**
 * The events of a run after a position, page by page, and again after each change, until its last one or until `signal` aborts; no page
 * where there is no such run. Null: for `lull` ms there were none.
 */
export async function* followEvents(
  service: Pick<RunService, 'events' | 'watch'>,
  runId: string,
  {
    after,
    lull = null,
    signal,
  }: { readonly after: number; readonly lull?: number | null; readonly signal: AbortSignal },
): AsyncGenerator<EventPage | null, void, void> {
  const { changes, end } = watchRun(service, runId, signal);
  try {
    for (let last = after; !signal.aborted; ) {
      const page = await service.events(runId, { after: last, limit: AT_ONCE });
      if (page === null) return;
      last = page.events.at(-1)?.position ?? last;
      if (page.events.length > 0 || page.isLast) yield page;
      if (page.isLast) return;
      if (page.events.length === 0 && !(await changes.next(lull))) yield null;
    }
  } finally {
    end();
  }
}

/** All runs of a query, whose pages are asked for one after the other until `signal` aborts. */
export async function* listAll(
  service: Pick<RunService, 'list'>,
  query: Omit<ServedRunQuery, 'cursor' | 'limit'>,
  signal: AbortSignal,
): AsyncGenerator<ServedRunHead, void, void> {
  let cursor: string | null = null;
  do {
    const asked: ServedRunQuery = { ...query, limit: AT_ONCE, ...(cursor === null ? {} : { cursor }) };
    const page: Awaited<ReturnType<RunService['list']>> = await service.list(asked);
    yield* page?.runs ?? [];
    cursor = page?.next ?? null;
    // Others have their turn.
    await nextTurn();
  } while (cursor !== null && !signal.aborted);
}
