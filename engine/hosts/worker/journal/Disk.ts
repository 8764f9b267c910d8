import type { Json } from '../../../base/index.ts';
import type { Proof } from '../../EventDigest.ts';
import type { RunSeal } from '../../RunSeal.ts';
import type { RunQuery, RunSummary } from '../protocol/protocol.ts';

/** What is kept of a run beside its row in the history and its journal. */
export interface RunDetails {
  readonly runId: string;
  /** The exact text that ran. */
  readonly source: string;
  /** The exact texts it imported, by path; absent in runs of versions before imports. */
  readonly files?: ReadonlyMap<string, string>;
  /** The input the run started with, defaults filled in. */
  readonly input: Json;
  /** Version of the engine that recorded it. */
  readonly engine: string;
  /** What placeholders of its secrets are made with; never exported. Absent in runs that were not made to be resumed. */
  readonly salt?: string;
  /** What relative URLs of `core:http` resolve against; absent as `salt`. */
  readonly baseUrl?: string;
  /** Digests of what the run was started with; absent in runs of versions before. */
  readonly seal?: RunSeal;
}

/** Neighbouring inputs of one run, committed together. */
export interface JournalChunk {
  readonly runId: string;
  /** Place of the first input in the journal, from 0. */
  readonly from: number;
  readonly count: number;
  /** The inputs as JSON: one value is stored several times faster than a tree. */
  readonly inputs: string;
  /** What came of the inputs the machine had seen by then; absent in chunks of versions before. */
  readonly proof?: Proof;
}

/** The newest checkpoint of a run that goes on. A chunk begins where it ends, if any input came after it. */
export interface StoredCheckpoint {
  readonly runId: string;
  /** How many inputs it covers. */
  readonly inputs: number;
  /** As `formatCheckpoint` writes it. */
  readonly text: string;
}

/** One thing to write; a transaction takes several. With an `epoch`, only while the run's claim still has it. */
export type Change =
  /** A stored row's `isKept` stays: only `keep` changes it. A run that is over loses its checkpoint. */
  | { readonly type: 'summary'; readonly value: RunSummary; readonly epoch?: number }
  | { readonly type: 'details'; readonly value: RunDetails }
  | { readonly type: 'chunk'; readonly value: JournalChunk; readonly epoch?: number }
  /** Puts one chunk in place of all that the run has from its first input on, and of a checkpoint that covers any of them. */
  | { readonly type: 'compact'; readonly value: JournalChunk; readonly epoch?: number }
  /** Puts a checkpoint in place of the one before, and one chunk in place of all that the run has from its first input on. */
  | {
      readonly type: 'checkpoint';
      readonly value: StoredCheckpoint;
      readonly chunk: JournalChunk;
      readonly epoch?: number;
    }
  /** Gives a run that is not there yet, or no longer, an epoch; with it come its row, its details and a chunk. */
  | { readonly type: 'claim'; readonly runId: string; readonly epoch: number }
  | { readonly type: 'keep'; readonly runId: string; readonly isKept: boolean }
  /** Removes the oldest runs beyond this number, but none that is kept or not finished. */
  | { readonly type: 'prune'; readonly keep: number }
  | { readonly type: 'remove'; readonly runId: string };

/** Everything that is stored of one run. */
export interface StoredRun {
  readonly summary: RunSummary;
  readonly details: RunDetails;
  readonly checkpoint: StoredCheckpoint | null;
  /** In order: all, or those after the checkpoint. */
  readonly chunks: readonly JournalChunk[];
}

/** A write of an executor whose run another one has claimed since: nothing of it was stored. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** A write to a run that is no longer there: the site's data were cleared, or the run was deleted. Nothing was stored. */
export class GoneError extends Error {
  override readonly name = 'GoneError';
}

/** Durable storage of runs. Every method may reject with whatever the platform throws. */
export interface Disk {
  /**
   * Writes all of the changes or none; durable once it resolves. Rejects with a {@link FencedError} for an epoch that is
   * over, and with a {@link GoneError} for one of a run that is not there.
   */
  readonly commit: (changes: readonly Change[]) => Promise<void>;
  /** Begins a new epoch of a run: writes of those before are refused from now on. Epochs count from 1. Null: no such run is unfinished. */
  readonly claim: (runId: string) => Promise<number | null>;
  /** Rows of the history that fit, newest first. */
  readonly list: (query: RunQuery) => Promise<readonly RunSummary[]>;
  /** With `isNewest`, only what a run needs to continue: where it has a checkpoint, no chunks before that. */
  readonly find: (runId: string, isNewest?: boolean) => Promise<StoredRun | null>;
}
