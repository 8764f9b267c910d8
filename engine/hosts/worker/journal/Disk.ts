import type { Json } from '../../../base/index.ts';
import type { Proof } from '../../../driver/index.ts';
import type { RunSeal } from '../../RunSeal.ts';
import type { RunFacts } from '../facts/RunFacts.ts';
import type { HistoryAnswers, HistoryQuestion, RunQuery, RunSummary } from '../protocol/protocol.ts';

/** What is stored of a run besides its row in the history and its journal. */
export interface RunDetails {
  readonly runId: string;
  /** The exact text that ran. */
  readonly source: string;
  /** The exact texts it imported, by path; absent in runs of versions without imports. */
  readonly files?: ReadonlyMap<string, string>;
  /** The input the run started with, defaults filled in. */
  readonly input: Json;
  /** Version of the engine that recorded it. */
  readonly engine: string;
  /** The salt of the placeholders of its secrets; never exported. Absent in runs that cannot be resumed. */
  readonly salt?: string;
  /** Relative URLs of `core:http` resolve against this; absent as `salt`. */
  readonly baseUrl?: string;
  /** Digests of what the run was started with; absent in runs of versions without seals. */
  readonly seal?: RunSeal;
}

/** Consecutive inputs of one run, committed together. */
export interface JournalChunk {
  readonly runId: string;
  /** Index of the first input in the journal, from 0. */
  readonly from: number;
  readonly count: number;
  /** The inputs as JSON: a string is stored several times faster than an object. */
  readonly inputs: string;
  /** Proof of the inputs that the machine had seen by then; absent in chunks of versions without proofs. */
  readonly proof?: Proof;
}

/** The newest checkpoint of an unfinished run. The inputs after it begin a new chunk. */
export interface StoredCheckpoint {
  readonly runId: string;
  /** How many inputs it covers. */
  readonly inputs: number;
  /** As written by `formatCheckpoint`. */
  readonly text: string;
}

/** One write; a transaction takes several. With an `epoch`, it is refused unless that is the epoch of the run's claim. */
export type Change =
  /** Only `keep` changes the `isKept` of a stored row. The checkpoint of a run that has ended is deleted. */
  | { readonly type: 'summary'; readonly value: RunSummary; readonly epoch?: number }
  | { readonly type: 'details'; readonly value: RunDetails }
  | { readonly type: 'facts'; readonly value: RunFacts }
  | { readonly type: 'chunk'; readonly value: JournalChunk; readonly epoch?: number }
  /** Replaces all chunks from the chunk's first input on, and deletes a checkpoint that covers any of these inputs. */
  | { readonly type: 'compact'; readonly value: JournalChunk; readonly epoch?: number }
  /** Replaces the checkpoint, and all chunks from the chunk's first input on. */
  | {
      readonly type: 'checkpoint';
      readonly value: StoredCheckpoint;
      readonly chunk: JournalChunk;
      readonly epoch?: number;
    }
  /** Sets the epoch of a run that is not stored (yet or any more), together with its row, its details and a chunk. */
  | { readonly type: 'claim'; readonly runId: string; readonly epoch: number }
  | { readonly type: 'keep'; readonly runId: string; readonly isKept: boolean }
  /** Removes the oldest of the outermost runs beyond this number, except those that are kept, tagged or not finished, as `remove` does. */
  | { readonly type: 'prune'; readonly keep: number }
  /** Removes a run, and all runs below an outermost one. */
  | { readonly type: 'remove'; readonly runId: string };

/** The record of one run as it is stored; `RunStore` joins its chunks. */
export interface StoredRecord {
  readonly summary: RunSummary;
  readonly details: RunDetails;
  readonly checkpoint: StoredCheckpoint | null;
  /** In order: all, or only those after the checkpoint. */
  readonly chunks: readonly JournalChunk[];
}

/** A write by an executor whose run another one has claimed since. Nothing was stored. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** A write to a run that no longer exists: the site's data were cleared, or the run was deleted. Nothing was stored. */
export class GoneError extends Error {
  override readonly name = 'GoneError';
}

/** Durable storage of runs. Every method may reject with any error of the platform. */
export interface Disk {
  /**
   * Writes all of the changes or none; durable once it resolves. Rejects with a {@link FencedError} for an old epoch, and
   * with a {@link GoneError} for an epoch of a run that does not exist.
   */
  readonly commit: (changes: readonly Change[]) => Promise<void>;
  /** Begins a new epoch of a run: writes of earlier epochs are refused from now on. Epochs count from 1. Null: the run does not exist or has ended. */
  readonly claim: (runId: string) => Promise<number | null>;
  /** The rows of the history that match, newest first. */
  readonly list: (query: RunQuery) => Promise<readonly RunSummary[]>;
  /** The row of one run. */
  readonly row: (runId: string) => Promise<RunSummary | null>;
  /** The rows of all runs below an outermost one, in no order. */
  readonly below: (root: string) => Promise<readonly RunSummary[]>;
  /** Answers from the facts and tags of runs, or changes tags. */
  readonly ask: <Question extends HistoryQuestion>(question: Question) => Promise<HistoryAnswers[Question['op']]>;
  /** With `isNewest`, only what a run needs to be resumed: its checkpoint and the chunks after it. */
  readonly find: (runId: string, isNewest?: boolean) => Promise<StoredRecord | null>;
}
