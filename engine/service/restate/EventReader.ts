import type { Json } from '../../base/index.ts';
import { effectiveWorkflow } from '../../graph/index.ts';
import { analyzeRecorded, replay, type StartedHead, TrackedRun } from '../../hosts/node/index.ts';
import type { RunEvent, RunInput } from '../../run/index.ts';
import { masked } from '../common/masked.ts';
import type { EventPage } from '../RunService.ts';
import type { RunRow } from './messages.ts';
import type { StoredRuns } from './StoredRuns.ts';

/** Most events that are kept behind the place that was read last, so that two who read side by side share a reader. */
const MOST_KEPT = 10_000;

/** The events of a run, from its inputs, by feeding these to a machine: forward, so that who reads on does not feed them again. */
export class EventReader {
  readonly #runId: string;
  readonly #tracked: TrackedRun;
  readonly #mask: (value: Json) => Json;
  readonly #start: RunInput;
  #chunks = 0;
  #events: RunEvent[] = [];
  /** Position of the event before the first that is kept. */
  #base = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(runId: string, head: StartedHead, mask: (value: Json) => Json) {
    this.#runId = runId;
    this.#tracked = TrackedRun.begin(effectiveWorkflow(analyzeRecorded(head)));
    this.#start = head.start;
    this.#mask = mask;
  }

  /** Whether it can read from a position on. */
  reaches(after: number): boolean {
    return after >= this.#base;
  }

  /** Events after a position that it {@link reaches}; `row`: as the run is now. */
  read(stored: StoredRuns, row: RunRow, page: { readonly after: number; readonly limit: number }): Promise<EventPage> {
    const read = this.#turn.then(() => this.#read(stored, row, page));
    this.#turn = read.catch(() => undefined);
    return read;
  }

  async #read(
    stored: StoredRuns,
    row: RunRow,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<EventPage> {
    if (row.inputs > 0 && this.#tracked.inputs === 0) this.#feed([this.#start]);
    const isEnough = (): boolean => this.#base + this.#events.length >= after + limit;
    if (!isEnough())
      for await (const { inputs } of stored.chunks(this.#runId, this.#chunks, row.chunks)) {
        this.#feed(inputs);
        this.#chunks += 1;
        this.#drop(after);
        if (isEnough()) break;
      }
    const from = after - this.#base;
    const events = this.#events.slice(Math.max(0, from), from + limit).map((event, index) => ({
      position: after + index + 1,
      event: masked(event, this.#mask),
    }));
    const isLast = this.#tracked.isFinished && after + events.length >= this.#base + this.#events.length;
    return { events, isLast };
  }

  #feed(inputs: readonly RunInput[]): void {
    for (const { events } of replay(this.#tracked, inputs)) for (const event of events) this.#events.push(event);
  }

  #drop(after: number): void {
    const spare = Math.min(after - this.#base, this.#events.length) - MOST_KEPT;
    if (spare < MOST_KEPT) return;
    this.#events = this.#events.slice(spare);
    this.#base += spare;
  }
}
