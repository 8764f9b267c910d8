import type { ChildJournals, OpenJournal } from '../../../hosts/node/index.ts';
import type { PausedView, Run, RunEvent } from '../../../run/index.ts';
import { recording } from '../disk/UnrecordedError.ts';
import { FedJournal } from './FedJournal.ts';

/** The runs below one that is executed here, at any depth. */
export class RunsBelow {
  /** The machines of those that have not ended, by id. */
  readonly #machines = new Map<string, Run>();
  /** The journals of those that were opened here, by id. */
  readonly #journals = new Map<string, FedJournal>();
  #waiting: (() => void)[] = [];
  #missing: PausedView['missing'];

  /** Those that have not ended, by id. */
  get machines(): ReadonlyMap<string, Run> {
    return this.#machines;
  }

  add(id: string, run: Run): void {
    this.#machines.set(id, run);
    this.tell();
  }

  /** What has happened in one of them. */
  note(id: string, events: readonly RunEvent[]): void {
    for (const event of events) {
      if (event.type === 'run.paused') this.#missing = event.missing ?? this.#missing;
      if (event.type === 'run.finished') this.#machines.delete(id);
    }
  }

  /** What was missing last for a call of one of them. */
  get missing(): PausedView['missing'] {
    return this.#missing;
  }

  /** The journal of one that was opened here; null: it was not. */
  journalOf(id: string): FedJournal | null {
    return this.#journals.get(id) ?? null;
  }

  /** Resolves at the next {@link tell}, or once another run is open. */
  whenTold(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  /** Something has changed in the run that those wait for who look for one below it. */
  tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Journals by which who sends a run something hears when that is recorded. */
  around(journals: ChildJournals): ChildJournals {
    return {
      find: (id) => {
        const found = journals.find(id);
        return found && { ...found, proceed: (proof) => this.#feed(id, () => found.proceed(proof)) };
      },
      create: (head) => this.#feed(head.start.runId, () => journals.create(head)),
      count: journals.count,
    };
  }

  #feed(id: string, open: () => OpenJournal): OpenJournal {
    const fed = new FedJournal(recording(open));
    this.#journals.set(id, fed);
    return fed;
  }
}
