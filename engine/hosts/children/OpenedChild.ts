import type { RunInputDraft, TrackedRun } from '../../driver/index.ts';
import type { ReadableFiles, Vault } from '../../effects/index.ts';
import type { ModelPrice, Run, RunView } from '../../run/index.ts';
import type { Variable } from '../RunRequest.ts';
import type { PreparedChild } from './prepareChild.ts';

/** A child run whose journal is open; `Children`: the runs that it starts. Either `execute` or `close` is called once. */
export interface OpenedChild<Children> {
  /** Path of its workflow in the workspace. */
  readonly file: string;
  readonly tracked: TrackedRun;
  /** What its inputs so far have led to. */
  readonly view: RunView;
  readonly vault: Vault;
  /** Runs it to its end, which is recorded once this resolves. Rejects where it ended here before that. */
  readonly execute: (work: ChildWork<Children>) => Promise<RunView>;
  readonly close: () => void;
}

/** What a child run is executed with. */
export interface ChildWork<Children> {
  /** The runs that it starts. */
  readonly children: Children;
  /** What it is fed first. */
  readonly inputs: readonly RunInputDraft[];
  /** Aborting cancels it. */
  readonly signal: AbortSignal;
}

/** The call of a child run that is begun or opened. */
export interface ChildCall {
  /** Those that the run around it has as secrets are taken. */
  readonly variables: readonly Variable[];
  /** Aborts where the call of a run that begins does, or where the run around an opened one has ended here. */
  readonly signal: AbortSignal;
}

/** How a host keeps child runs. Methods reject where a journal cannot be read or written. */
export interface ChildStore<Children> {
  /** Begins a run; null where `signal` aborts before it is stored. */
  readonly create: (prepared: PreparedChild, call: ChildCall) => Promise<OpenedChild<Children> | null>;
  /** Opens a run; null where it has not begun. Rejects where it cannot be continued: to begin again would repeat its steps. */
  readonly reopen: (runId: string, call: ChildCall) => Promise<OpenedChild<Children> | null>;
}

/** What all runs below one outermost run share. */
export interface ChildContext<Children> {
  readonly files: ReadableFiles;
  /** Those that the outermost run has as secrets are taken. */
  readonly variables: readonly Variable[];
  /** That of the outermost run: a secret's placeholder means the same in all of them. */
  readonly salt: string;
  readonly prices: readonly ModelPrice[];
  readonly store: ChildStore<Children>;
  /** How many were started before. */
  readonly count: number;
  /** The time: `start` (ms since the epoch) or later. */
  readonly now: (start: number) => number;
  /** The signals that each of them is sent as it is begun or opened. */
  readonly signalsFor?: (run: Run, file: string) => readonly RunInputDraft[];
  /** Runs that may be started in all, where it is not `MOST_CHILDREN`. */
  readonly most?: number;
}
