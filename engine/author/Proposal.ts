import type { JsonObject } from '../base/index.ts';

/**
 * A change as its author writes it: `{ command: 'setField', … }`, `{ edit: { old, new } }` or `{ create: text }`, with the `path` of
 * its file where that is not the proposal's.
 */
export type Change = JsonObject;

/** Changes that somebody proposes, and why. Nothing is written before a person, or what a person set up, accepts them. */
export interface Proposal {
  /** The program or person who proposes. */
  readonly who: string;
  readonly why: string;
  /** The file of changes that name none. */
  readonly path: string;
  readonly changes: readonly Change[];
}

/** The texts of a workspace by path. */
export type Files = ReadonlyMap<string, string>;

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
