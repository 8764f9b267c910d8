import type { Json } from '../../base/index.ts';

/** How a collection is cut up and run, its settings resolved. */
export interface CollectionOptions {
  readonly items: readonly Json[];
  readonly batchSize: number;
  readonly isSequential: boolean;
  readonly batchesAtOnce: number;
  readonly continueOnError: boolean;
  /** ms; null: no limit. */
  readonly perBatch: number | null;
  readonly perItem: number | null;
}

/** A parallel task without children: its own `use` is the one operation. */
export interface SingleBody {
  readonly kind: 'single';
  readonly startedAt: number;
}

/** A wait's settings, resolved; times in ms. */
export interface WaitOptions {
  readonly timeout: number;
  readonly interval: number;
  /** Null: as many as fit. */
  readonly maxChecks: number | null;
  readonly signal: string | null;
}

/** One attempt of a wait. */
export interface WaitBody {
  readonly kind: 'wait';
  options: WaitOptions;
  /** What it says to whoever sends its signal. */
  readonly words: { readonly title?: string; readonly description?: string };
  readonly startedAt: number;
  checks: number;
  dueAt: number;
  checkTimer: string | null;
  isChecking: boolean;
  /** The deadline passed while a check ran: its verdict still counts. */
  isPastDeadline: boolean;
  lastValue: Json;
}
