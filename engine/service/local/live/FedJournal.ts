import type { OpenJournal, RunInputDraft, RunJournal } from '../../../hosts/node/index.ts';
import type { RunInput } from '../../../run/index.ts';
import { recording, recordingInSteps } from '../disk/UnrecordedError.ts';

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
    const bytes = await recordingInSteps(() => this.#journal.appendInSteps(...given));
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
