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
