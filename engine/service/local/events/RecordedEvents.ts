import { setImmediate as nextTurn } from 'node:timers/promises';
import { JournalReader } from '../../../hosts/node/index.ts';
import { EMPTY_VIEW, foldRun, forgetEnded, type RunInput, type RunStarted, type RunView } from '../../../run/index.ts';
import type { Masker } from '../../common/masked.ts';
import { ReplayedEvents, type ReplaySource } from '../../common/ReplayedEvents.ts';
import type { EventPage } from '../../RunService.ts';
import { readStarted } from '../RunFiles.ts';

/** How many inputs are fed before others have their turn. */
const TURN = 200;

/** How many events are kept behind the place that was read last. */
const MOST = 512;

/** What masks the secrets of a run. */
export type MaskOf = (run: ReplaySource) => Masker;

/** The events of a run from its journal. The constructor throws what the system says, or what is wrong with the journal. */
export class RecordedEvents {
  /** What the run was started with. */
  readonly start: RunStarted;
  readonly #reader: JournalReader;
  readonly #events: ReplayedEvents;
  #inputs: readonly RunInput[] = [];
  #fed = 0;

  constructor(file: string, maskOf: MaskOf) {
    this.#reader = new JournalReader(file);
    try {
      const head = readStarted(this.#reader);
      if (!head.ok) throw new Error(head.error);
      this.start = head.value.start;
      this.#events = new ReplayedEvents(head.value, maskOf, MOST);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** As {@link ReplayedEvents.reaches}. */
  reaches(after: number): boolean {
    return this.#events.reaches(after);
  }

  /** Events after a position that it {@link reaches}. Rejects with what is wrong with the journal. */
  read(page: { readonly after: number; readonly limit: number }): Promise<EventPage> {
    return this.#events.read(page, this.#readInputs());
  }

  close(): void {
    this.#reader.close();
  }

  async *#readInputs(): AsyncGenerator<readonly RunInput[], void, void> {
    for (;;) {
      if (this.#fed >= this.#inputs.length) {
        const added = this.#reader.readAdded();
        if (!added.ok) throw new Error(added.error);
        if (added.value.length === 0) return;
        [this.#inputs, this.#fed] = [added.value, 0];
      }
      this.#fed += TURN;
      yield this.#inputs.slice(this.#fed - TURN, this.#fed);
      await nextTurn();
    }
  }
}

/** How many events are read at a time. */
const MANY = 1_000;

/** What a run was started with, and its state, from its journal. Secrets are masked. Rejects as {@link RecordedEvents} throws. */
export async function readView(
  file: string,
  maskOf: MaskOf,
): Promise<{ readonly start: RunStarted; readonly view: RunView }> {
  const recorded = new RecordedEvents(file, maskOf);
  try {
    for (let [view, after]: [RunView, number] = [EMPTY_VIEW, 0]; ; ) {
      const { events } = await recorded.read({ after, limit: MANY });
      view = forgetEnded(
        foldRun(
          view,
          events.map(({ event }) => event),
        ),
      );
      if (events.length < MANY) return { start: recorded.start, view };
      after += MANY;
    }
  } finally {
    recorded.close();
  }
}
