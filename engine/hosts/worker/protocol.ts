import type { Json } from '../../base/index.ts';
import type { RunEvent, RunStatus } from '../../run/index.ts';
import type { TextPart } from '../../syntax/index.ts';
import type { Diagnostic } from '../../text/index.ts';
import type { RunRequest, StartFailure } from '../RunRequest.ts';

export type { RunRequest, StartFailure, Variable } from '../RunRequest.ts';

/** One row of the history. */
export interface RunSummary {
  readonly runId: string;
  readonly path: string;
  readonly name: string | null;
  /** `interrupted`: its worker is gone and it did not end. */
  readonly status: RunStatus | 'interrupted';
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly simulate: boolean;
  /** True when any answer in it was made up (the `mock` provider, simulation). */
  readonly simulated: boolean;
}

/** One run with everything kept of it. `events` are replayed from the journal by the machine. */
export interface RunRecord extends RunSummary {
  readonly source: string;
  readonly input: Json;
  readonly events: readonly RunEvent[];
}

/** Events of one run since the last batch, at most one batch per frame (16 ms). */
export interface EventBatch {
  readonly runId: string;
  readonly events: readonly RunEvent[];
}

/** What a check may know of the workspace around a file. */
export interface CheckWorkspace {
  /** The texts it imports, by path; without them imports are not followed. */
  readonly files?: ReadonlyMap<string, string>;
  /** Names of the variables and secrets; without them none is said to be missing. */
  readonly variables?: readonly string[];
}

/**
 * What the page can ask of the engine's worker. Methods reject when the worker dies; those that read or change the
 * history (`listRuns`, `findRun`, `deleteRun`) also with an `Error` whose message is for the person, when the browser's
 * storage fails. A run that storage fails while it runs ends with an error that says so.
 */
export interface EngineWorker {
  /** Starts a run; events go to the subscriber. Answers with the run's id once its first input is durable. */
  startRun(
    request: RunRequest,
  ): Promise<{ readonly ok: true; readonly runId: string } | { readonly ok: false; readonly failure: StartFailure }>;
  /** Heard within a second whatever the run does. No effect on a run that has ended. */
  cancelRun(runId: string): Promise<void>;
  /** Delivers a signal to a running run. */
  signalRun(runId: string, name: string, payload: Json): Promise<void>;
  /** Sets the one subscriber of event batches. */
  subscribe(listener: (batch: EventBatch) => void): Promise<void>;
  /** Newest first. */
  listRuns(): Promise<readonly RunSummary[]>;
  findRun(runId: string): Promise<RunRecord | null>;
  /** Stops the run first when it is running here; refuses (rejects) when another tab runs it. */
  deleteRun(runId: string): Promise<void>;
  /**
   * Reads a text too large for the page to read at once: `deliver` is called with its parts in their order, a few at a
   * time. Settles when the last was taken. The next check of that text does not read it again.
   */
  readText(path: string, text: string, deliver: (parts: readonly TextPart[]) => void): Promise<void>;
  /** All diagnostics of a text, as far as the workspace around it is told. */
  checkText(path: string, text: string, workspace?: CheckWorkspace): Promise<readonly Diagnostic[]>;
  /** The input a run of this text would start with: defaults filled in, or what is wrong with it. */
  checkInput(
    source: string,
    input: Json,
  ): Promise<
    | { readonly ok: true; readonly value: Json }
    | { readonly ok: false; readonly errors: readonly { readonly path: string; readonly message: string }[] }
  >;
}
