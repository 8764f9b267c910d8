import { effectiveWorkflow } from '../../graph/index.ts';
import { analyzeRecorded, type JournalHead, noDigest, replay, TrackedRun } from '../../hosts/node/index.ts';
import type { Workflow } from '../../model/index.ts';
import type { RunEvent, RunInput } from '../../run/index.ts';
import type { EventPage } from '../RunService.ts';
import { type Masker, maskEach } from './masked.ts';

/** Events of a run in a row, without those that were forgotten. Positions count from 1: that of an event is its number, which counts from 0, and 1. */
export class KeptEvents {
  #events: RunEvent[] = [];

  /** The position of the newest event; 0 before the first. */
  get end(): number {
    return (this.#events.at(-1)?.seq ?? -1) + 1;
  }

  add(events: readonly RunEvent[]): void {
    for (const event of events) this.#events.push(event);
  }

  /** Events after a position, at most `limit`; null where some of them are not here. */
  after(position: number, limit: number): readonly RunEvent[] | null {
    const [first] = this.#events;
    if (first === undefined || first.seq > position) return null;
    return this.#events.slice(position - first.seq, position - first.seq + limit);
  }

  /** Forgets events up to a position, but for so many of them; not until there are as many to forget. */
  forget(position: number, most: number): void {
    const spare = Math.min(position, this.end) - (this.#events[0]?.seq ?? 0) - most;
    if (spare >= most) this.#events = this.#events.slice(spare);
  }
}

/** The journal of a run, as what masks its secrets is made of. */
export interface ReplaySource {
  readonly head: JournalHead;
  readonly workflow: Workflow;
}

/**
 * The events of a run by feeding its recorded inputs to a machine: forward, so that who reads on does not feed them again, and back as far
 * as they are kept, so that who comes again to a run that is not long does not either.
 */
export class ReplayedEvents {
  readonly #tracked: TrackedRun;
  readonly #mask: Masker;
  readonly #most: number;
  readonly #kept = new KeptEvents();

  /** @param most how many events are kept at least behind the place that was read last */
  constructor(head: JournalHead, maskOf: (run: ReplaySource) => Masker, most: number) {
    const workflow = effectiveWorkflow(analyzeRecorded(head));
    this.#tracked = TrackedRun.begin(workflow, noDigest);
    this.#mask = maskOf({ head, workflow });
    this.#most = most;
  }

  /** Whether it can read after a position. */
  reaches(after: number): boolean {
    return this.#kept.end === 0 || this.#kept.after(after, 0) !== null;
  }

  /**
   * Events after a position that it {@link reaches}; of one reader, one page at a time is read. Throws what the machine throws.
   *
   * @param inputs those that were not asked for yet: as many as are needed are
   */
  async read(
    { after, limit }: { readonly after: number; readonly limit: number },
    inputs: AsyncIterable<readonly RunInput[]>,
  ): Promise<EventPage> {
    const kept = this.#kept;
    kept.forget(after, this.#most);
    if (kept.end < after + limit)
      for await (const some of inputs) {
        for (const { events } of replay(this.#tracked, some)) kept.add(events);
        kept.forget(after, this.#most);
        if (kept.end >= after + limit) break;
      }
    const events = await maskEach(kept.after(after, limit) ?? [], this.#mask);
    return toEventPage(events, this.#tracked.isFinished && after + events.length >= kept.end);
  }
}

/** Events with their positions. */
export function toEventPage(events: readonly RunEvent[], isLast: boolean): EventPage {
  return { events: events.map((event) => ({ position: event.seq + 1, event })), isLast };
}
