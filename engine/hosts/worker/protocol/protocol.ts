import type { Json, Result } from '../../../base/index.ts';
import type {
  CallProgress,
  ListedTools,
  McpServer,
  MemoryAnswers,
  MemoryQuestion,
  SecretGrant,
  SecretInfo,
  SecretKeep,
  SecretUse,
  ShippedPrice,
  WorkspaceFiles,
} from '../../../effects/index.ts';
import type { RunError, RunEvent, RunStatus } from '../../../run/index.ts';
import type { TextPart } from '../../../syntax/index.ts';
import type { Diagnostic } from '../../../text/index.ts';
import type { RunInputDraft } from '../../RunInputDraft.ts';
import type { RunRequest, StartFailure, Variable } from '../../RunRequest.ts';
import type { ModelTest, ModelTestRequest } from '../../testModel.ts';
import type { StorageReason } from '../platform/storageReason.ts';

export type {
  CallProgress,
  KeptMemory,
  McpServer,
  McpTool,
  MemoryAnswers,
  MemoryExport,
  MemoryQuestion,
  SecretGrant,
  SecretInfo,
  SecretKeep,
  SecretUse,
  ShippedPrice,
  ThreadContent,
  ThreadSummary,
  WorkspaceFiles,
} from '../../../effects/index.ts';

export type { RunRequest, StartFailure, Variable } from '../../RunRequest.ts';
export type { ModelTest, ModelTestRequest } from '../../testModel.ts';

/** What an unfinished run waits for: the end of a pause, or a signal. Empty where it waits for neither. */
export interface RunWait {
  /** Set while it is paused: the reason. */
  readonly paused?: Extract<RunEvent, { readonly type: 'run.paused' }>['reason'];
  /** Set while it is not paused and waits for a signal: the name of the signal. */
  readonly signal?: string;
}

/** One row of the history. The fields of {@link RunWait} are set only for runs that are executed here, and never stored. */
export interface RunSummary extends RunWait {
  readonly runId: string;
  readonly path: string;
  readonly name: string | null;
  /** `interrupted`: its worker has ended and the run has not. */
  readonly status: RunStatus | 'interrupted';
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly simulate: boolean;
  /** True when any result in it was simulated (the `mock` provider, a simulated run). */
  readonly simulated: boolean;
  /** True: it is never pruned. */
  readonly isKept?: boolean;
  /** True: it was imported from a file. It can be viewed and forked, but not resumed. */
  readonly isImported?: boolean;
  /** Names of the secrets it used that are short enough to be guessed from its data. */
  readonly exposed?: readonly string[];
  /** The name of the file that it, or a run it was forked from, was imported from: nothing in such a run is trusted. */
  readonly importedFrom?: string;
  /** The run it was forked from. */
  readonly forkedFrom?: string;
  /** Why an interrupted run is not resumed automatically (`REPLAY_MISMATCH`). */
  readonly problem?: RunError;
  /** Why its checkpoint was not used when it was last resumed, so that all of its journal was read. */
  readonly restoreNote?: string;
}

/** A filter of the history; an absent field matches all rows. */
export interface RunQuery {
  readonly path?: string;
  readonly status?: RunStatus;
  /** Only runs that started before this, in ms since the epoch: the next page. */
  readonly before?: number;
  readonly limit?: number;
}

/** An input from the user to a run that is executed. */
export type RunControl = Extract<
  RunInputDraft,
  {
    readonly type:
      | 'run.paused'
      | 'run.resumed'
      | 'run.stepped'
      | 'breakpoint.set'
      | 'output.pinned'
      | 'value.edited'
      | 'signal.received'
      | 'run.cancelled';
  }
>;

/** What a run needs besides its journal to be resumed. */
export interface RunSurroundings {
  /** The current variables of the workspace: values of secrets are never stored with a run. */
  readonly variables: readonly Variable[];
}

/** Where a fork begins: after the event `seq` of a recorded run. */
export interface ForkRequest extends RunSurroundings {
  readonly runId: string;
  readonly seq: number;
  /** True: it pauses there, so that values can be edited before it resumes. */
  readonly isPaused: boolean;
}

/** A run with its text and its events, which are replayed from its journal. */
export interface RunRecord extends RunSummary {
  readonly source: string;
  readonly input: Json;
  /** The texts it imports, by path; only of a run that was imported from a file. */
  readonly files?: ReadonlyMap<string, string>;
  readonly events: readonly RunEvent[];
  /** True: another tab executes it. */
  readonly isElsewhere?: boolean;
}

/** Events of one run since the last batch, at most one batch per frame (16 ms). */
export interface EventBatch {
  readonly runId: string;
  readonly events: readonly RunEvent[];
  /**
   * Set when it changes: why the run is blocked (its storage fails), or why it is no longer executed here (another tab
   * took it over). Null: the problem is gone.
   */
  readonly trouble?: RunError | null;
  /** Set to false when this tab resumes a run that it had not started: its earlier events are in its record. */
  readonly isElsewhere?: boolean;
}

/** A batch as it is sent to the page: its events as columns in one text, which is posted and parsed faster than objects. */
export interface EventPacket extends Omit<EventBatch, 'events'> {
  /** The events as `EventPacker` packs them; null where there are none. */
  readonly text: string | null;
}

/** One end of a channel for packets of events; the page acknowledges each. */
export type EventPort = Pick<MessagePort, 'postMessage' | 'addEventListener' | 'start'>;

/** A change of secrets by the user. Values are only sent to the engine: no call returns one. */
export type SecretChange =
  | { readonly type: 'set'; readonly name: string; readonly value: string; readonly keep: SecretKeep }
  | { readonly type: 'keep'; readonly name: string; readonly keep: SecretKeep }
  | { readonly type: 'grant'; readonly name: string; readonly grants: readonly SecretGrant[] }
  | { readonly type: 'remove'; readonly name: string }
  | { readonly type: 'unlock'; readonly passphrase: string };

/** A question that blocks a run: may a secret be sent to an origin; where `origin` is null, what is its value. */
export interface SecretQuestion {
  readonly id: string;
  readonly name: string;
  /** An origin, or the name of a store on this device that data of the run would be written to. */
  readonly origin: string | null;
  readonly as: SecretUse;
  readonly runId: string;
  /** The file that runs. */
  readonly path: string;
  /** The name of the file that the run was imported from; `path` is then what that file says. */
  readonly importedFrom?: string;
}

/** `always` allows it from now on, `once` in this run. */
export type SecretAnswer = 'always' | 'once' | 'never';

/** What the page knows of secrets. */
export interface SecretState {
  readonly secrets: readonly SecretInfo[];
  /** The open questions, oldest first. */
  readonly questions: readonly SecretQuestion[];
}

/** The stores of the engine on this device: the history, the values of `core:kv`, files of runs, memories, secrets. */
export type EngineStore = 'runs' | 'values' | 'files' | 'memories' | 'secrets';

/**
 * What happened to a store while the engine was open: `gone`, it was deleted with all its data; `outdated`, a newer version
 * of the app has upgraded it; `unavailable`, the browser fails to read it.
 */
export interface StorageReport {
  readonly store: EngineStore;
  readonly reason: Extract<StorageReason, 'gone' | 'outdated' | 'unavailable'>;
}

/** What a check uses of the workspace around a file. */
export interface CheckWorkspace {
  /** The texts it imports, by path; without them imports are not followed. */
  readonly files?: ReadonlyMap<string, string>;
  /** Names of the variables and secrets; without them none is reported as missing. */
  readonly variables?: readonly string[];
}

/**
 * Methods that can make the engine send a request or read a secret: the page calls them only for trusted workflows. All
 * others are in {@link LocalEngine}.
 */
export interface OutboundEngine {
  /** Starts a run; its events are sent to the subscriber. Answers with the id of the run once its first input is durable. */
  startRun(
    request: RunRequest,
  ): Promise<{ readonly ok: true; readonly runId: string } | { readonly ok: false; readonly failure: StartFailure }>;
  /** Lists the tools of an MCP server; the error says why it did not answer. */
  listMcpTools(server: McpServer, variables: readonly Variable[]): Promise<Result<ListedTools, RunError>>;
  /**
   * Resumes every unfinished run that no tab executes, now and whenever such a tab ends. Answers with the ids of those
   * resumed immediately. In a browser without locks it resumes none: `takeOver` does it there, for one run at a time.
   */
  recoverRuns(surroundings: RunSurroundings): Promise<readonly string[]>;
  /** Executes a run here from now on, wherever it was executed before; rejects with a message for the user. */
  takeOver(runId: string, surroundings: RunSurroundings): Promise<void>;
  /** Starts a fork of a recorded run. */
  forkRun(request: ForkRequest): ReturnType<EngineWorker['startRun']>;
  /** Asks a model for one word, in one request: its answer, or the error a run would end with. */
  testModel(request: ModelTestRequest): Promise<ModelTest>;
  /** Reads, searches, clears or exports memories. The `memory` of a question is as in its file; its templates may read `env`. */
  askMemory<Question extends MemoryQuestion>(
    question: Question,
    variables: readonly Variable[],
  ): Promise<Result<MemoryAnswers[Question['op']], RunError>>;
}

/** Methods that send nothing outside. `controlRun` is here: requests of its run were allowed when it started. */
export interface LocalEngine {
  /** Sets the files of the workspace and its MCP servers, which runs use from now on. */
  setWorkspace(files: WorkspaceFiles, mcpServers: readonly McpServer[]): Promise<void>;
  /** Sends an input to a run, in whatever tab it is executed; the run receives it within a second. No effect once it has ended. */
  controlRun(runId: string, control: RunControl): Promise<void>;
  /** Retries immediately to store the inputs that block a run. */
  retryStorage(runId: string): Promise<void>;
  /** Sets the one subscriber of event batches. */
  subscribe(listener: (batch: EventBatch) => void): Promise<void>;
  /** Sets the one subscriber of texts that models stream, by the key of the call: at most once per frame, never stored. */
  subscribeTexts(listener: (texts: readonly CallProgress[]) => void): Promise<void>;
  /** The shipped prices of models, each with its source and the day it was read. */
  listPrices(): Promise<readonly ShippedPrice[]>;
  /** Sets the one subscriber of the state of secrets: notified immediately, and whenever it changes. */
  subscribeSecrets(listener: (state: SecretState) => void): Promise<void>;
  /** Sets the one subscriber of reports on the engine's storage; it also receives the reports from before. */
  subscribeStorage(listener: (report: StorageReport) => void): Promise<void>;
  /** Answers with a message for the user where it is refused, else null. */
  changeSecret(change: SecretChange): Promise<string | null>;
  /** Answers a question; as {@link changeSecret}. */
  answerSecret(id: string, answer: SecretAnswer): Promise<string | null>;
  /** Newest first. */
  listRuns(query?: RunQuery): Promise<readonly RunSummary[]>;
  /** Null where there is none. If another tab executes the run, its next events are sent to the subscriber. */
  findRun(runId: string): Promise<RunRecord | null>;
  /** Keeps a run from being pruned, or no longer. */
  keepRun(runId: string, isKept: boolean): Promise<void>;
  /** A run as a text to save: all that is stored of it, without secrets. Null when there is none. */
  exportRun(runId: string): Promise<string | null>;
  /** Adds an exported run to the history, to view it; rejects with a message for the user where the text is not an exported run. */
  importRun(text: string, fileName: string): Promise<RunSummary>;
  /** Cancels the run first if it is executed here; rejects if another tab executes it. */
  deleteRun(runId: string): Promise<void>;
  /**
   * Parses a text that is too large for the page to parse: `deliver` is called with its parts in order, a few at a time.
   * Resolves after the last call. The next check of that text does not parse it again.
   */
  readText(path: string, text: string, deliver: (parts: readonly TextPart[]) => void): Promise<void>;
  /** All diagnostics of a text; `workspace` is what the check may use of the workspace around it. */
  checkText(path: string, text: string, workspace?: CheckWorkspace): Promise<readonly Diagnostic[]>;
  /** The input that a run of this text would start with, defaults filled in; or its errors. */
  checkInput(
    source: string,
    input: Json,
  ): Promise<
    | { readonly ok: true; readonly value: Json }
    | { readonly ok: false; readonly errors: readonly { readonly path: string; readonly message: string }[] }
  >;
}

/**
 * The methods of the engine's worker. They reject when the worker ends; those that read or change the history
 * (`listRuns`, `findRun`, `deleteRun`, …) also with an `Error` whose message is for the user, when the browser's storage
 * fails. A run whose storage fails is blocked, reports it, and resumes once storage is back.
 */
export type EngineWorker = OutboundEngine & LocalEngine;

/** The engine as the worker exposes it: event batches have a separate port. */
export interface PortEngine extends Omit<EngineWorker, 'subscribe' | 'askMemory'> {
  /** Sets the one subscriber: packets are sent to this port, and the page acknowledges each there. */
  subscribe(port: EventPort): Promise<void>;
  /** Name of a lock that the worker holds until it ends; null where the browser has no locks. */
  lifeLock(): Promise<string | null>;
  /** As that of the page, but typed for any question: a proxy loses type parameters of methods. */
  askMemory(
    question: MemoryQuestion,
    variables: readonly Variable[],
  ): Promise<Result<MemoryAnswers[keyof MemoryAnswers], RunError>>;
}
