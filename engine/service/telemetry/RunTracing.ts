import type { RunEvent } from '../../run/index.ts';
import { followEvents, listAll } from '../followEvents.ts';
import { Slots } from '../Lanes.ts';
import type { RunService, ServedStatus } from '../RunService.ts';
import { RunSpans } from './RunSpans.ts';
import type { Span } from './Span.ts';

/** Takes spans, and lets no one wait. */
export interface SpanSink {
  add(spans: readonly Span[]): void;
}

const UNFINISHED: readonly ServedStatus[] = ['queued', 'running', 'waiting', 'paused'];

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
 * told of, and gives their spans to a sink, until {@link RunTracing.close}. It reads next to the runs, as a viewer does: it neither holds
 * them up nor fails them.
 */
export class RunTracing {
  readonly #service: RunService;
  readonly #sink: SpanSink;
  readonly #since: number;
  readonly #stop = new AbortController();
  readonly #bounds: TraceBounds;
  readonly #reads: Slots;
  readonly #followed = new Map<string, Promise<void>>();
  /** Runs that are followed once there is room. */
  readonly #waiting = new Set<string>();

  /** @param since ms since the epoch: what ended before was told by an earlier process */
  constructor(
    service: RunService,
    sink: SpanSink,
    { since, bounds = USUAL_BOUNDS }: { readonly since: number; readonly bounds?: TraceBounds },
  ) {
    this.#service = service;
    this.#sink = sink;
    this.#since = since;
    this.#bounds = bounds;
    this.#reads = new Slots(bounds.reads);
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
    for await (const { id } of listAll(this.#service, { status }, this.#stop.signal)) this.follow(id);
  }

  async #read(runId: string): Promise<void> {
    const service = this.#service;
    const run = await this.#reads.take(() => service.get(runId));
    if (run === null) return;
    const spans = new RunSpans(run);
    const inTurn: Pick<RunService, 'watch' | 'events'> = {
      watch: (id, onChange, signal) => service.watch(id, onChange, signal),
      events: (id, page) => this.#reads.take(() => service.events(id, page)),
    };
    for await (const page of followEvents(inTurn, runId, { after: 0, signal: this.#stop.signal }))
      for (const { event } of page?.events ?? []) this.#take(event, spans);
  }

  #take(event: RunEvent, spans: RunSpans): void {
    if (event.type === 'child.reported') this.follow(event.child.runId);
    const ended = spans.take(event);
    if (event.at >= this.#since) this.#sink.add(ended);
  }
}
