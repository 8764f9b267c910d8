import type { ConversationStep } from '../../../authoring/index.ts';
import type { JsonObject } from '../../../base/index.ts';
import type { LiveLimits } from '../../../proof/index.ts';
import type { ModelPrice } from '../../../run/index.ts';
import type { Variable } from '../../RunRequest.ts';

/** What a model is asked to do with the workflows of the workspace. */
export interface AuthorRequest {
  /** What the person wants, in their words. */
  readonly request: string;
  /** The file that it is about; one that is not there is to be created. */
  readonly path: string;
  /** The texts of the workspace by path, as they are now. */
  readonly files: ReadonlyMap<string, string>;
  /** The run that it is about, which is part of the proof then; null: it is about none. */
  readonly runId: string | null;
  /** What the model is called in its proposals. */
  readonly who: string;
  /** The `config` of an agent, as in a file: templates may read `env`. */
  readonly config: JsonObject;
  readonly variables: readonly Variable[];
  readonly prices: readonly ModelPrice[];
  readonly limits: LiveLimits;
}

/** What came of it. */
export interface AuthorAnswer {
  /** A proposal as its file would have it; null: there is none. */
  readonly proposal: { readonly id: string; readonly text: string } | null;
  /** What the model says; empty where it came to no end. */
  readonly said: string;
  /** Why it ended before the model had said so, as a sentence; null: it had. */
  readonly problem: string | null;
  readonly spent: Required<LiveLimits>;
}

export type AuthorStep = ConversationStep;
