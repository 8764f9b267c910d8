import type { Json } from '../base/index.ts';
import type { Call, RunSnapshot } from '../run/index.ts';
import { digestText, type Proof } from './EventDigest.ts';
import { ENGINE_VERSION } from './version.ts';

/** Raise it with every change of the fields of a checkpoint; the snapshot in it has its own version. */
const VERSION = 2;

/** Effects of a run without an outcome yet; a resumed run requests them again, with the same keys. */
export interface PendingWork {
  /** Calls without an outcome, in order. `isIntended`: the journal holds its `effect.started`. */
  readonly calls: readonly { readonly call: Call; readonly isIntended: boolean }[];
  /** Timers that have not fired; `at` in ms since the epoch, which may be past. */
  readonly timers: readonly { readonly id: string; readonly at: number; readonly isDeadline: boolean }[];
}

/** What a `TrackedRun` holds besides its machine. */
export interface TrackedState {
  /** The number of inputs so far, and a digest of their events. */
  readonly proof: Proof;
  /** Time of the last input, in ms since the epoch. */
  readonly lastAt: number;
  readonly hasMore: boolean;
  readonly isFinished: boolean;
  readonly pending: PendingWork;
  /** Names of the guessable secrets that were used. */
  readonly exposed: readonly string[];
  /** Keys of aborted calls whose runs may not have ended. */
  readonly abandoned: readonly string[];
}

/**
 * A run between two inputs, as a host stores it next to the journal: its state, without its events. A run is restored
 * from it and the inputs after it. The journal is the source of truth: a checkpoint that cannot be used is ignored.
 * Values of secrets are placeholders, as in the journal.
 */
export interface Checkpoint extends TrackedState {
  readonly version: number;
  /** Version of the engine that wrote it; no other version uses it. */
  readonly engine: string;
  /** {@link digestSources} of the workflow that runs. */
  readonly workflow: string;
  /** What the host derived from the events so far. */
  readonly host: Json;
  readonly snapshot: RunSnapshot;
}

/** The versions that this engine writes into each checkpoint. */
export const CHECKPOINT_HEAD = { version: VERSION, engine: ENGINE_VERSION } as const;

/** Digest of the texts that a workflow is read from; a checkpoint fits only these texts. */
export function digestSources(
  path: string,
  source: string,
  files: Iterable<readonly [path: string, text: string]>,
): string {
  return digestText(JSON.stringify([path, source, ...files]));
}

/** A checkpoint as text: JSON with a digest of itself. */
export function formatCheckpoint(checkpoint: Checkpoint): string {
  const text = JSON.stringify(checkpoint);
  return signCheckpoint(text, digestText(text));
}

/** A checkpoint as text, from its JSON and the digest of that. */
export function signCheckpoint(text: string, digest: string): string {
  return `{"digest":"${digest}","checkpoint":${text}}`;
}

const FORMAT = /^\{"digest":"([0-9a-f]{16})","checkpoint":/;

/** Reads a stored checkpoint of a workflow, by its {@link digestSources}; the error says why it cannot be used: damage, another version, another text. */
export function readCheckpoint(text: string, workflow: string): Checkpoint | { readonly error: string } {
  const found = FORMAT.exec(text);
  const body = found === null ? '' : text.slice(found[0].length, -1);
  if (found === null || digestText(body) !== found[1]) return { error: 'The checkpoint is damaged.' };
  // Its digest proves that `formatCheckpoint` wrote it, in this version or another.
  const checkpoint: Checkpoint = JSON.parse(body);
  if (checkpoint.version !== VERSION) return { error: 'The checkpoint is of another version.' };
  if (checkpoint.engine !== ENGINE_VERSION) return { error: 'The checkpoint is of another version of the engine.' };
  if (checkpoint.workflow !== workflow) return { error: 'The checkpoint is of another text of the workflow.' };
  return checkpoint;
}
