import type { Change } from './Proposal.ts';

/** Why a change does not apply, for whoever wrote it. Never thrown. */
export interface Finding {
  /** SCREAMING_SNAKE, stable: of a command's refusal, or of those that only proposals have (docs/agents.md). */
  readonly code: string;
  /** Where in the call: `changes[2].via`. */
  readonly place: string;
  /** What is wrong. */
  readonly message: string;
  /** What to do, one sentence. */
  readonly next: string;
  /** The change as it would apply, where that can be told. */
  readonly corrected?: Change;
}
