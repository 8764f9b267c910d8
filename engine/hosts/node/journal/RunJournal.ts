import type { Proof } from '../../../driver/index.ts';
import type { RunInput } from '../../../run/index.ts';

/** Lets others have the thread between two steps of long work. */
export type Rest = () => Promise<void>;

/** Where inputs are made durable before the machine sees them; throws where it cannot. */
export interface RunJournal {
  /** Answers with the bytes that were written. */
  append(inputs: readonly RunInput[], proof: Proof): number;
  /** The same for what is long, in steps. @param rest waited for between two of them; what it throws ends it before anything is written */
  appendInSteps(inputs: readonly RunInput[], proof: Proof, rest: Rest): Promise<number>;
  /** Digest of what the workflow is read from. */
  readonly workflow: string;
  /** Stores a checkpoint of all inputs so far in place of the one before, where that is possible. */
  keep(checkpoint: string): void;
  /** The run is over: it needs no checkpoint any more. */
  finish(): void;
}
