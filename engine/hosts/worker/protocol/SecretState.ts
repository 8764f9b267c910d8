import type { SecretGrant, SecretInfo, SecretKeep, SecretUse } from '../../../effects/index.ts';

/** A change of secrets by the user. Values are only sent to the engine: no call returns one. */
export type SecretChange =
  | { readonly type: 'set'; readonly name: string; readonly value: string; readonly keep: SecretKeep }
  | { readonly type: 'keep'; readonly name: string; readonly keep: SecretKeep }
  | { readonly type: 'grant'; readonly name: string; readonly grants: readonly SecretGrant[] }
  | { readonly type: 'remove'; readonly name: string }
  | { readonly type: 'unlock'; readonly passphrase: string };

/** A question that blocks a run: may a secret be sent to an origin; where `origin` is null, what is its value. */
export interface SecretQuestion {
  readonly id: string;
  readonly name: string;
  /** An origin, or the name of a store on this device that data of the run would be written to. */
  readonly origin: string | null;
  readonly as: SecretUse;
  readonly runId: string;
  /** The file that runs. */
  readonly path: string;
  /** The name of the file that the run was imported from; `path` is then what that file says. */
  readonly importedFrom?: string;
}

/** `always` allows it from now on, `once` in this run. */
export type SecretAnswer = 'always' | 'once' | 'never';

/** What the page knows of secrets. */
export interface SecretState {
  readonly secrets: readonly SecretInfo[];
  /** The open questions, oldest first. */
  readonly questions: readonly SecretQuestion[];
}
