import type { Json, Result } from '../../../base/index.ts';
import type {
  CallProgress,
  McpServer,
  McpTool,
  MemoryAnswers,
  MemoryQuestion,
  SecretGrant,
  SecretInfo,
  SecretKeep,
  SecretUse,
  ShippedPrice,
  WorkspaceFiles,
} from '../../../effects/index.ts';
import type { RunError, RunEvent, RunInput, RunStatus } from '../../../run/index.ts';
import type { TextPart } from '../../../syntax/index.ts';
import type { Diagnostic } from '../../../text/index.ts';
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

/** What a run stands at that has not ended; empty while it goes on. */
export interface RunStanding {
  /** Set while it is paused: why. */
  readonly paused?: Extract<RunEvent, { readonly type: 'run.paused' }>['reason'];
  /** Set while it is not paused and waits for a signal: which. */
  readonly signal?: string;
}

/** One row of the history. What a run stands at is told of those that are executed here, and never stored. */
export interface RunSummary extends RunStanding {
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
  /** True: it is never removed to make room for newer ones. */
  readonly isKept?: boolean;
  /** True: it came from a file. It can be looked at and forked, but not continued. */
  readonly isImported?: boolean;
  /** Names of the secrets it used that are short enough to be guessed from its data. */
  readonly exposed?: readonly string[];
  /** The name of the file that it, or a run it was forked from, came from: what the run says of itself may be made up. */
  readonly importedFrom?: string;
  /** The run it was forked from. */
  readonly forkedFrom?: string;
  /** Why an interrupted run does not go on by itself (`REPLAY_MISMATCH`). */
  readonly problem?: RunError;
  /** Why its checkpoint was not used when it was last resumed, so that all of its journal was read. */
  readonly restoreNote?: string;
}

/** Which rows of the history; without a field, all. */
export interface RunQuery {
  readonly path?: string;
  readonly status?: RunStatus;
  /** Only runs that started before this, in ms since the epoch: the next page. */
  readonly before?: number;
  readonly limit?: number;
}

/** What a person tells a run while it goes on. */
export type RunControl = RunInput extends infer Input
  ? Input extends {
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
    ? Omit<Input, 'at'>
    : never
  : never;

/** What a run that goes on needs beside its journal. */
export interface RunSurroundings {
  /** The workspace's variables now: values of secrets are never stored with a run. */
  readonly variables: readonly Variable[];
}

/** Where another run is to begin: after the event `seq` of the first one. */
export interface ForkRequest extends RunSurroundings {
  readonly runId: string;
  readonly seq: number;
  /** True: it pauses there, so that values can be changed before it goes on. */
  readonly isPaused: boolean;
}

/** One run with everything kept of it. `events` are replayed from the journal by the machine. */
export interface RunRecord extends RunSummary {
  readonly source: string;
  readonly input: Json;
  /** The texts it imports, by path; only of a run that came from a file. */
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
   * Set when it changes: why nothing of the run can be stored at the moment, so that it stands still (storage), or why it
   * does not go on here (another tab took it over). Null: all is well again.
   */
  readonly trouble?: RunError | null;
  /** Set to false when this tab begins to execute a run that it had not started: what it missed is in its record. */
  readonly isElsewhere?: boolean;
}

/** A batch on its way to the page: its events as columns in one text, which is posted and read faster than objects. */
export interface EventPacket extends Omit<EventBatch, 'events'> {
  /** The events as `EventPacker` packs them; null where there are none. */
  readonly text: string | null;
}

/** One end of a channel on which packets of events go to the page, each answered once it was taken. */
export type EventPort = Pick<MessagePort, 'postMessage' | 'addEventListener' | 'start'>;

/** What a person does with secrets. A value goes this way only: nothing ever answers with one. */
export type SecretChange =
  | { readonly type: 'set'; readonly name: string; readonly value: string; readonly keep: SecretKeep }
  | { readonly type: 'keep'; readonly name: string; readonly keep: SecretKeep }
  | { readonly type: 'grant'; readonly name: string; readonly grants: readonly SecretGrant[] }
  | { readonly type: 'remove'; readonly name: string }
  | { readonly type: 'unlock'; readonly passphrase: string };

/** A run waits: may a secret go to an origin; or, where `origin` is null, what is its value. */
export interface SecretQuestion {
  readonly id: string;
  readonly name: string;
  /** Or a store of this device, in words, for data of the run. */
  readonly origin: string | null;
  readonly as: SecretUse;
  readonly runId: string;
  /** The file that runs. */
  readonly path: string;
  /** The name of the file that the run came from, which then names `path` itself. */
  readonly importedFrom?: string;
}

/** `always` lets the secret go there from now on, `once` in this run. */
export type SecretAnswer = 'always' | 'once' | 'never';

/** What the page knows of secrets. */
export interface SecretState {
  readonly secrets: readonly SecretInfo[];
  /** What waits for a person, oldest first. */
  readonly questions: readonly SecretQuestion[];
}

/** What the engine keeps on the device: the history, the values of `core:kv`, files of runs, memories, secrets. */
export type EngineStore = 'runs' | 'values' | 'files' | 'memories' | 'secrets';

/**
 * What happened to one of them while the engine was open: `gone`, it was deleted with all that was in it; `outdated`, a newer
 * version of the app keeps it now; `unavailable`, the browser does not give it.
 */
export interface StorageReport {
  readonly store: EngineStore;
  readonly reason: Extract<StorageReason, 'gone' | 'outdated' | 'unavailable'>;
}

/** What a check may know of the workspace around a file. */
export interface CheckWorkspace {
  /** The texts it imports, by path; without them imports are not followed. */
  readonly files?: ReadonlyMap<string, string>;
  /** Names of the variables and secrets; without them none is said to be missing. */
  readonly variables?: readonly string[];
}

/**
 * What can make the engine send a request or read a secret: the page lets only what is trusted call it. All else is in
 * {@link LocalEngine}.
 */
export interface OutboundEngine {
  /** Starts a run; events go to the subscriber. Answers with the run's id once its first input is durable. */
  startRun(
    request: RunRequest,
  ): Promise<{ readonly ok: true; readonly runId: string } | { readonly ok: false; readonly failure: StartFailure }>;
  /** Asks an MCP server which tools it has; the error says what keeps it from answering. */
  listMcpTools(server: McpServer, variables: readonly Variable[]): Promise<Result<readonly McpTool[], RunError>>;
  /**
   * Goes on with every run that is not finished and that no tab executes, now and whenever such a tab dies. Answers with
   * those it goes on with at once. Without locks in this browser none: there `takeOver` does it, for one run at a time.
   */
  recoverRuns(surroundings: RunSurroundings): Promise<readonly string[]>;
  /** Executes a run here from now on, wherever it was executed before; rejects with words for the person. */
  takeOver(runId: string, surroundings: RunSurroundings): Promise<void>;
  /** Starts another run from a recorded moment. */
  forkRun(request: ForkRequest): ReturnType<EngineWorker['startRun']>;
  /** Asks a model for one word, in one request: what answers, or the error a run would end with. */
  testModel(request: ModelTestRequest): Promise<ModelTest>;
  /** Reads, searches, clears or exports memories. `memory` of a question is as its file has it; its templates may read `env`. */
  askMemory<Question extends MemoryQuestion>(
    question: Question,
    variables: readonly Variable[],
  ): Promise<Result<MemoryAnswers[Question['op']], RunError>>;
}

/** What reaches nothing outside. `controlRun` is here: its run was allowed to reach out when it started. */
export interface LocalEngine {
  /** Sets the files of the workspace and its MCP servers, which runs use from now on. */
  setWorkspace(files: WorkspaceFiles, mcpServers: readonly McpServer[]): Promise<void>;
  /** Tells a run something, in whatever tab it goes on; heard within a second whatever it does. No effect once it has ended. */
  controlRun(runId: string, control: RunControl): Promise<void>;
  /** Tries at once again to store what a run waits with. */
  retryStorage(runId: string): Promise<void>;
  /** Sets the one subscriber of event batches. */
  subscribe(listener: (batch: EventBatch) => void): Promise<void>;
  /** Sets the one subscriber of what models say while they say it, by the key of the call: at most once per frame, kept nowhere. */
  subscribeTexts(listener: (texts: readonly CallProgress[]) => void): Promise<void>;
  /** What models cost as far as it is known here: each with its source and the day it was read. */
  listPrices(): Promise<readonly ShippedPrice[]>;
  /** Sets the one subscriber of what the page knows of secrets: told at once, and whenever it changes. */
  subscribeSecrets(listener: (state: SecretState) => void): Promise<void>;
  /** Sets the one subscriber of what happens to the engine's storage from outside; it hears what happened before, too. */
  subscribeStorage(listener: (report: StorageReport) => void): Promise<void>;
  /** Answers with words for the person where it is refused, else null. */
  changeSecret(change: SecretChange): Promise<string | null>;
  /** Answers a question; as {@link changeSecret}. */
  answerSecret(id: string, answer: SecretAnswer): Promise<string | null>;
  /** Newest first. */
  listRuns(query?: RunQuery): Promise<readonly RunSummary[]>;
  /** Of a run another tab executes, the events that follow go to the subscriber. */
  findRun(runId: string): Promise<RunRecord | null>;
  /** Keeps a run for ever, or no longer. */
  keepRun(runId: string, isKept: boolean): Promise<void>;
  /** A run as a text to save: all that is kept of it, no secrets. Null when there is none. */
  exportRun(runId: string): Promise<string | null>;
  /** Adds an exported run to the history, to look at; rejects with words for the person where the text is none. */
  importRun(text: string, fileName: string): Promise<RunSummary>;
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

/**
 * What the page can ask of the engine's worker. Methods reject when the worker dies; those that read or change the
 * history (`listRuns`, `findRun`, `deleteRun`, …) also with an `Error` whose message is for the person, when the browser's
 * storage fails. A run that storage fails while it runs is blocked, says so, and resumes once storage is back.
 */
export type EngineWorker = OutboundEngine & LocalEngine;

/** The engine as it is behind the worker's door: event batches have a port of their own. */
export interface PortEngine extends Omit<EngineWorker, 'subscribe' | 'askMemory'> {
  /** Sets the one subscriber: packets go to this port, and each is answered there once it was taken. */
  subscribe(port: EventPort): Promise<void>;
  /** Name of a lock that the worker holds for as long as it lives; null where the browser gives none. */
  lifeLock(): Promise<string | null>;
  /** As the page's, with the answer to any question: types of one that depend on another do not cross a proxy. */
  askMemory(
    question: MemoryQuestion,
    variables: readonly Variable[],
  ): Promise<Result<MemoryAnswers[keyof MemoryAnswers], RunError>>;
}
