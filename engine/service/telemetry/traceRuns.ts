import type { RunEvent } from '../../run/index.ts';
import type { RunService, ServedRun, ServedRunPage, ServedStatus } from '../RunService.ts';
import { RunSpans } from './RunSpans.ts';
import type { Span } from './Span.ts';

/** Takes spans, and lets no one wait. */
export interface SpanSink {
  add(spans: readonly Span[]): void;
}

const UNFINISHED: readonly ServedStatus[] = ['queued', 'running', 'waiting', 'paused'];

/** Most events, and most runs, that are read at once. */
const AT_ONCE = 200;

/** How much of a service is followed. */
export interface TraceBounds {
  /** Runs at a time; further ones wait until one of these has ended. */
  readonly runs: number;
  /** Readings of events at a time. */
  readonly reads: number;
}

const USUAL_BOUNDS: TraceBounds = { runs: 5_000, reads: 4 };

/**
 * Follows every run of a service that is not at its end, those that they start, and those that {@link RunTracing.follow} is
 * told of, and gives their spans to a sink. It reads next to the runs, as a viewer does: it neither holds them up nor fails
 * them.
 *
 * @param since ms since the epoch: what ended before was told by an earlier process
 */
export function traceRuns(
  service: RunService,
  sink: SpanSink,
  { since, bounds = USUAL_BOUNDS }: { readonly since: number; readonly bounds?: TraceBounds },
): RunTracing {
  const tracing = new RunTracing(service, sink, { since, bounds });
  tracing.begin();
  return tracing;
}

/** The tracing of a service; ends with {@link RunTracing.close}. */
export class RunTracing {
  readonly #service: RunService;
  readonly #sink: SpanSink;
  readonly #since: number;
  readonly #stop = new AbortController();
  readonly #bounds: TraceBounds;
  readonly #reads: Turns;
  readonly #followed = new Map<string, Promise<void>>();
  /** Runs that are followed once there is room. */
  readonly #waiting = new Set<string>();

  constructor(
    service: RunService,
    sink: SpanSink,
    { since, bounds }: { readonly since: number; readonly bounds: TraceBounds },
  ) {
    this.#service = service;
    this.#sink = sink;
    this.#since = since;
    this.#bounds = bounds;
    this.#reads = new Turns(bounds.reads);
  }

  /** Follows the runs that are not at their end. */
  begin(): void {
    // All at once: a run that has another status meanwhile would be in none of the lists.
    for (const status of UNFINISHED) void this.#followAll(status).catch(() => undefined);
  }

  /** Follows a run until its end, once there is room for it. */
  follow(runId: string): void {
    if (this.#stop.signal.aborted || this.#followed.has(runId)) return;
    if (this.#followed.size >= this.#bounds.runs) {
      this.#waiting.add(runId);
      return;
    }
    const following = this.#read(runId)
      .catch(() => undefined)
      .finally(() => {
        this.#followed.delete(runId);
        const [next] = this.#waiting;
        if (next === undefined) return;
        this.#waiting.delete(next);
        this.follow(next);
      });
    this.#followed.set(runId, following);
  }

  /** Follows no run any more. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#followed.values());
  }

  async #followAll(status: ServedStatus): Promise<void> {
    let cursor: string | null = null;
    do {
      const page: ServedRunPage | null = await this.#service.list({
        status,
        limit: AT_ONCE,
        ...(cursor === null ? {} : { cursor }),
      });
      for (const { id } of page?.runs ?? []) this.follow(id);
      cursor = page?.next ?? null;
    } while (cursor !== null && !this.#stop.signal.aborted);
  }

  async #read(runId: string): Promise<void> {
    const run = await this.#reads.take(() => this.#service.get(runId));
    if (run === null) return;
    const spans = new RunSpans(run);
    const done = new AbortController();
    const end = (): void => done.abort();
    this.#stop.signal.addEventListener('abort', end, { once: true });
    try {
      await this.#readAll(run, spans, done.signal);
    } finally {
      done.abort();
      this.#stop.signal.removeEventListener('abort', end);
    }
  }

  async #readAll({ id }: ServedRun, spans: RunSpans, signal: AbortSignal): Promise<void> {
    let after = 0;
    let wake: (() => void) | null = null;
    let isChanged = false;
    const note = (): void => {
      isChanged = true;
      wake?.();
    };
    signal.addEventListener('abort', note, { once: true });
    this.#service.watch(id, note, signal);
    while (!signal.aborted) {
      isChanged = false;
      const page = await this.#reads.take(() => this.#service.events(id, { after, limit: AT_ONCE }));
      if (page === null) return;
      after = page.events.at(-1)?.position ?? after;
      for (const { event } of page.events) this.#take(event, spans);
      if (page.isLast) return;
      if (page.events.length > 0 || isChanged || signal.aborted) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  #take(event: RunEvent, spans: RunSpans): void {
    if (event.type === 'child.reported') this.follow(event.child.runId);
    const ended = spans.take(event);
    if (event.at >= this.#since) this.#sink.add(ended);
  }
}

/** Lets so many at a time do something; the others wait, in the order in which they came. */
class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Does it in its turn. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
