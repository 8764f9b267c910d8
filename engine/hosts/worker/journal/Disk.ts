import type { Json } from '../../../base/index.ts';
import type { RunSummary } from '../protocol.ts';

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
}

/** Neighbouring inputs of one run, committed together. */
export interface JournalChunk {
  readonly runId: string;
  /** Place of the first input in the journal, from 0. */
  readonly from: number;
  readonly count: number;
  /** The inputs as JSON: one value is stored several times faster than a tree. */
  readonly inputs: string;
}

/** One thing to write; a transaction takes several. */
export type Change =
  | { readonly type: 'summary'; readonly value: RunSummary }
  | { readonly type: 'details'; readonly value: RunDetails }
  | { readonly type: 'chunk'; readonly value: JournalChunk }
  | { readonly type: 'remove'; readonly runId: string };

/** Everything that is stored of one run. */
export interface StoredRun {
  readonly summary: RunSummary;
  readonly details: RunDetails;
  /** In order. */
  readonly chunks: readonly JournalChunk[];
}

/** Durable storage of runs. Every method may reject with whatever the platform throws. */
export interface Disk {
  /** Writes all of the changes or none; durable once it resolves. */
  readonly commit: (changes: readonly Change[]) => Promise<void>;
  /** All rows of the history, newest first. */
  readonly list: () => Promise<readonly RunSummary[]>;
  readonly find: (runId: string) => Promise<StoredRun | null>;
}
