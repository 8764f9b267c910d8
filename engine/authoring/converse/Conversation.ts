import type { Files, StoredProposal } from '../../author/index.ts';
import type { JsonObject } from '../../base/index.ts';
import type { AnsweredCall, LiveLimits } from '../../proof/index.ts';
import type { ModelCall, ModelPrice } from '../../run/index.ts';
import type { AuthorContext } from '../tools/AuthorTool.ts';

/** What a model is asked to do with the workflows of a workspace, and what it may take for that. */
export interface Conversation {
  /** What the person wants, in their words. */
  readonly request: string;
  /** The file that it is about; one that is not there is to be created. */
  readonly path: string;
  /** What a run gave that it is about; null: it is about none. */
  readonly evidence: JsonObject | null;
  /** The texts that it looks at, which do not change meanwhile. */
  readonly files: Files;
  /** The `config` of an agent, as in a file: templates may read `env`. */
  readonly config: JsonObject;
  /** Variables; secrets are placeholders. */
  readonly env: JsonObject;
  /** How often it may correct a proposal. */
  readonly rounds: number;
  readonly limits: LiveLimits;
  readonly prices: readonly ModelPrice[];
}

/** What a conversation needs of its host. */
export interface ConversationPorts extends Pick<AuthorContext, 'ports' | 'findTests' | 'readRecorded'> {
  /** Makes a call of the model for real. */
  readonly ask: (call: ModelCall) => Promise<AnsweredCall>;
  /** What tests and recorded runs say of texts that a proposal leads to. */
  readonly prove: (before: Files, after: Files) => Promise<Proved>;
  /** Ends it once it is aborted. */
  readonly signal: AbortSignal;
  /** Told of each step as it comes. */
  readonly onStep: (step: ConversationStep) => void;
  /** Told of what went wrong in a tool. */
  readonly onFault: (error: unknown) => void;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** What tests and recorded runs say, as in what a tool answers: facts, and what is quoted from files. */
export interface Proved {
  readonly says: JsonObject;
  readonly fromFiles: JsonObject;
}

/** A step of a conversation: a call of the model, or one of the tools that it asked for. */
export type ConversationStep =
  | {
      readonly kind: 'model';
      readonly model: string;
      readonly tokens: number;
      /** In the currency of the prices; null: no price is known, or nothing was taken. */
      readonly cost: number | null;
      /** ms. */
      readonly duration: number;
      /** Why it gave no answer; null: it did. */
      readonly problem: string | null;
    }
  | {
      readonly kind: 'tool';
      readonly tool: string;
      /** What it was asked about, in a few words; empty where nothing need be said. */
      readonly about: string;
      /** Why it did nothing; null: it did. */
      readonly problem: string | null;
    };

/** How a conversation ended. */
export interface ConversationEnd {
  /** What it proposes, which a person decides about; null: nothing that applies. */
  readonly proposed: Pick<StoredProposal, 'proposal' | 'base'> | null;
  /** What the model says to the person at the end; empty where it came to no end. */
  readonly said: string;
  /** Why it ended before the model had said so, as a sentence; null: it had. */
  readonly problem: string | null;
  readonly spent: Required<LiveLimits>;
}
