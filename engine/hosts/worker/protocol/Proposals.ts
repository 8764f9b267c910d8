import type { Transaction } from '../../../text/index.ts';

/** A proposal as its file has it. Anybody may have written that. */
export interface ProposalText {
  readonly id: string;
  readonly text: string;
  /** The texts of the workspace by path, as they are now. */
  readonly files: ReadonlyMap<string, string>;
}

/** What is asked about a proposal that waits. Nothing is written. */
export type ProposalQuestion = ProposalText &
  /** What it says, and what would come of all that still applies. */
  (
    | { readonly op: 'judge' }
    /** What accepts some of its changes, by their places, with what they need; null: all that still apply. */
    | { readonly op: 'take'; readonly only: readonly number[] | null }
    /** What is left of it without some of its changes and those that need them. */
    | { readonly op: 'drop'; readonly dropped: readonly number[] }
  );

/** The answers, by `op`. */
export interface ProposalAnswers {
  /** `error`: why the file is no proposal, as a sentence about it. */
  readonly judge: JudgedProposal | { readonly error: string };
  /** `error`: why nothing of it can be taken. */
  readonly take: TakenProposal | { readonly error: string };
  /** The text of its file then; null: nothing is left. */
  readonly drop: string | null;
}

/** A proposal, and what would come of it. */
export interface JudgedProposal {
  readonly who: string;
  readonly why: string;
  /** When it was written, ISO 8601. */
  readonly at: string;
  readonly changes: readonly JudgedChange[];
  /** The texts that differ where all that still applies is accepted, by path. */
  readonly after: ReadonlyMap<string, string>;
  /** What the check says then and does not now, at most so many; and how much it says no longer. */
  readonly added: readonly ProposedProblem[];
  readonly gone: number;
}

/** One change of a proposal. */
export interface JudgedChange {
  readonly path: string;
  /** What it does; at least one sentence. */
  readonly sentences: readonly string[];
  readonly tasks: readonly string[];
  /** Places of the changes that go along when it is accepted. */
  readonly needs: readonly number[];
  /** `done`: somebody made it meanwhile. `lost`: it no longer applies. */
  readonly state: 'waits' | 'done' | 'lost';
  /** Why it no longer applies; else empty. */
  readonly why: string;
}

/** A problem that accepting makes. */
export interface ProposedProblem {
  readonly path: string;
  readonly severity: string;
  readonly message: string;
}

/** What accepting does. */
export interface TakenProposal {
  readonly transaction: Transaction;
  /** Places of what is taken. */
  readonly taken: readonly number[];
  /** The texts that differ then, by path. */
  readonly after: ReadonlyMap<string, string>;
  /** The text of its file then; null: nothing keeps waiting. */
  readonly left: string | null;
}
