import { effectiveWorkflow } from '../../../graph/index.ts';
import {
  analyzeRecorded,
  type JournalHead,
  JournalReader,
  noDigest,
  replay,
  TrackedRun,
} from '../../../hosts/node/index.ts';
import type { Workflow } from '../../../model/index.ts';
import type { RunEvent, RunInput, RunStarted } from '../../../run/index.ts';
import { type Masker, maskEach } from '../../common/masked.ts';
import { EventTail } from './EventTail.ts';

/** How many inputs are fed before others have their turn. */
const TURN = 200;

/** What masks the secrets of a run. */
export type MaskOf = (run: { readonly head: JournalHead; readonly workflow: Workflow }) => Masker;

/**
 * The events of a run from its journal, by feeding its inputs to a machine: forward, so that who reads on does not feed
 * them again, and back as far as {@link EventTail} keeps them, so that who comes again to a run that is not long does not either. The constructor throws what the system says, or what is wrong with the journal.
 */
export class RecordedEvents {
  readonly #reader: JournalReader;
  readonly #start: RunStarted;
  readonly #tracked: TrackedRun;
  readonly #mask: Masker;
  #inputs: readonly RunInput[] = [];
  #fed = 0;
  /** Events that were given by the last input and were not read yet. */
  #left: RunEvent[] = [];
  /** Of the event that was read last. */
  #position = 0;
  /** Those that were read last. */
  readonly #tail = new EventTail();

  constructor(file: string, maskOf: MaskOf) {
    this.#reader = new JournalReader(file);
    const head = this.#reader.readHead();
    if (!head.ok) {
      this.#reader.close();
      throw new Error(head.error);
    }
    const { start } = head.value;
    if (start === null) throw new Error('The journal is of an earlier version of Signalbox.');
    this.#start = start;
    const workflow = effectiveWorkflow(analyzeRecorded(head.value));
    this.#tracked = TrackedRun.begin(workflow, noDigest);
    this.#mask = maskOf({ head: head.value, workflow });
  }

  /** What the run was started with. */
  get start(): RunStarted {
    return this.#start;
  }

  /** Whether it can read after a position. */
  reaches(after: number): boolean {
    return after >= this.#position || this.#tail.after(after, 1) !== null;
  }

  /** Whether the run has ended and has no events after a position. */
  isOver(after: number): boolean {
    return this.#tracked.isFinished && this.#left.length === 0 && after >= this.#position;
  }

  /** Events after a position that it {@link reaches}. Throws what is wrong with the journal. */
  async read(after: number, limit: number): Promise<readonly RunEvent[]> {
    const events = after < this.#position ? [...(this.#tail.after(after, limit) ?? [])] : [];
    for (let count = 0; events.length < limit; count += 1) {
      while (this.#left.length > 0 && events.length < limit) {
        const event = this.#left.shift();
        if (event === undefined) break;
        this.#position = event.seq + 1;
        this.#tail.add([event]);
        if (this.#position > after) events.push(event);
      }
      if (events.length === limit || !this.#feedNext()) break;
      if (count % TURN === TURN - 1) await new Promise((resolve) => setImmediate(resolve));
    }
    return maskEach(events, this.#mask);
  }

  close(): void {
    this.#reader.close();
  }

  #feedNext(): boolean {
    if (this.#fed === this.#inputs.length) {
      const added = this.#reader.readAdded();
      if (!added.ok) throw new Error(added.error);
      [this.#inputs, this.#fed] = [added.value, 0];
    }
    const input = this.#inputs[this.#fed];
    if (input === undefined) return false;
    this.#fed += 1;
    this.#left = [...replay(this.#tracked, [input])].flatMap(({ events }) => events);
    return true;
  }
}
