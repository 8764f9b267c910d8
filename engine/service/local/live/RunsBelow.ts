import type { ChildJournals, OpenJournal, RunInputDraft, RunJournal } from '../../../hosts/node/index.ts';
import type { PausedView, Run, RunEvent, RunInput } from '../../../run/index.ts';
import { recording, unrecorded } from '../disk/DiskHealth.ts';

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

interface Sent {
  readonly draft: RunInputDraft;
  readonly settle: (isRecorded: boolean) => void;
}

/** The journal of a run, by which who sends it something hears when that is recorded. What cannot be recorded is an `UnrecordedError`. */
export class FedJournal implements OpenJournal {
  readonly #journal: OpenJournal;
  #sent: readonly Sent[] = [];
  #isClosed = false;

  constructor(journal: OpenJournal) {
    this.#journal = journal;
  }

  get workflow(): string {
    return this.#journal.workflow;
  }

  /** True once it is on the disk; false where the run has ended here before that. */
  whenRecorded(draft: RunInputDraft): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false);
    return new Promise((settle) => {
      this.#sent = [...this.#sent, { draft, settle }];
    });
  }

  append(inputs: readonly RunInput[], proof: Parameters<RunJournal['append']>[1]): number {
    const bytes = recording(() => this.#journal.append(inputs, proof));
    this.#noteRecorded(inputs);
    return bytes;
  }

  async appendInSteps(...given: Parameters<RunJournal['appendInSteps']>): Promise<number> {
    const bytes = await this.#journal.appendInSteps(...given).catch((error: unknown) => {
      throw unrecorded(error);
    });
    this.#noteRecorded(given[0]);
    return bytes;
  }

  keep(checkpoint: string): void {
    this.#journal.keep(checkpoint);
  }

  finish(): void {
    this.#journal.finish();
  }

  /** Nothing is recorded any more. */
  close(): void {
    this.#isClosed = true;
    for (const { settle } of this.#sent) settle(false);
    this.#sent = [];
    this.#journal.close();
  }

  #noteRecorded(inputs: readonly RunInput[]): void {
    if (this.#sent.length > 0) for (const input of inputs) this.#settle(input);
  }

  #settle(input: RunInput): void {
    const found = this.#sent.find(({ draft }) => isSame(draft, input));
    found?.settle(true);
    this.#sent = this.#sent.filter((each) => each !== found);
  }
}

/** Whether an input is a draft with its time. */
function isSame(draft: RunInputDraft, input: RunInput): boolean {
  const { at: _at, ...rest } = input;
  const [own, other] = [Object.entries(draft), new Map<string, unknown>(Object.entries(rest))];
  return own.length === other.size && own.every(([key, value]) => other.get(key) === value);
}
