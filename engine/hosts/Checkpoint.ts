import type { Json } from '../base/index.ts';
import type { Call, RunSnapshot } from '../run/index.ts';
import { digestText, type Proof } from './EventDigest.ts';
import { ENGINE_VERSION } from './version.ts';

/** Raise it with every change of what a checkpoint holds; a snapshot in it has a version of its own. */
const VERSION = 1;

/** What a machine asked for and has not got: to be asked for again, with the same keys. */
export interface PendingWork {
  /** Calls without an outcome, in order. `isIntended`: the journal says that it was about to start. */
  readonly calls: readonly { readonly call: Call; readonly isIntended: boolean }[];
  /** Timers that have not fired; `at` in ms since the epoch, which may be past. */
  readonly timers: readonly { readonly id: string; readonly at: number; readonly isDeadline: boolean }[];
}

/** What is tracked of a run beside its machine: see `TrackedRun`. */
export interface TrackedState {
  /** How many inputs there were, and what came of them. */
  readonly proof: Proof;
  /** Time of the last of them, in ms since the epoch. */
  readonly lastAt: number;
  readonly hasMore: boolean;
  readonly isFinished: boolean;
  readonly pending: PendingWork;
  /** Names of the guessable secrets that were used. */
  readonly exposed: readonly string[];
}

/**
 * A run between two inputs, as a host stores it beside the journal: what the inputs so far led to, except their events.
 * A run is restored from it and the inputs after it. The journal stays the truth: one that cannot be used is not missed.
 * Values of secrets are placeholders in it, as they are in the journal.
 */
export interface Checkpoint extends TrackedState {
  readonly version: number;
  /** Version of the engine that wrote it: another one may behave differently. */
  readonly engine: string;
  /** {@link digestSources} of the workflow that runs. */
  readonly workflow: string;
  /** What the host knows from the events so far. */
  readonly host: Json;
  readonly snapshot: RunSnapshot;
}

/** The part of a checkpoint that is the same for all engines of a version. */
export const CHECKPOINT_HEAD = { version: VERSION, engine: ENGINE_VERSION } as const;

/** Digest of the texts that a workflow is read from: a checkpoint is of these texts only. */
export function digestSources(
  path: string,
  source: string,
  files: Iterable<readonly [path: string, text: string]>,
): string {
  return digestText(JSON.stringify([path, source, ...files]));
}

/** A checkpoint as a text to store: JSON with a digest of itself. */
export function formatCheckpoint(checkpoint: Checkpoint): string {
  const text = JSON.stringify(checkpoint);
  return `{"digest":"${digestText(text)}","checkpoint":${text}}`;
}

const FORMAT = /^\{"digest":"([0-9a-f]{16})","checkpoint":/;

/** Reads a stored checkpoint of these sources; where it is not as it was written, or not for them, the error says why. */
export function readCheckpoint(text: string, workflow: string): Checkpoint | { readonly error: string } {
  const found = FORMAT.exec(text);
  const body = found === null ? '' : text.slice(found[0].length, -1);
  if (found === null || digestText(body) !== found[1]) return { error: 'The checkpoint is damaged.' };
  // Its digest says that `formatCheckpoint` wrote it, of this version or another.
  const checkpoint: Checkpoint = JSON.parse(body);
  if (checkpoint.version !== VERSION) return { error: 'The checkpoint is of another version.' };
  if (checkpoint.engine !== ENGINE_VERSION) return { error: 'The checkpoint is of another version of the engine.' };
  if (checkpoint.workflow !== workflow) return { error: 'The checkpoint is of another text of the workflow.' };
  return checkpoint;
}
