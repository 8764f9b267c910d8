import type { Json, Result } from '../../../base/index.ts';
import type { CallProgress, McpServer, ReadableFiles, ShippedPrice } from '../../../effects/index.ts';
import type { ComparedGrid, UpdatedTest } from '../../../proof/index.ts';
import type { RunError, StepScope } from '../../../run/index.ts';
import type { TextPart } from '../../../syntax/index.ts';
import type { Diagnostic, Refusal } from '../../../text/index.ts';
import type { BacktestOutcome, BacktestRequest, BacktestRow, MergedRow, MergeProofRequest } from './Backtests.ts';
import type { AddedRows, DatasetCell, DatasetProgress, DatasetRequest, PlayedDataset } from './Datasets.ts';
import type { EventBatch } from './EventBatch.ts';
import type { HistoryAnswers, HistoryQuestion } from './HistoryQuestion.ts';
import type { OutboundEngine } from './OutboundEngine.ts';
import type { ProposalAnswers, ProposalQuestion } from './Proposals.ts';
import type { InspectRequest, RunControl } from './RunControl.ts';
import type { RunServer } from './RunServer.ts';
import type { RunQuery, RunRecord, RunSummary } from './RunSummary.ts';
import type { SecretAnswer, SecretChange, SecretState } from './SecretState.ts';
import type { StorageReport } from './StorageReport.ts';
import type {
  DrillNews,
  DrillOutcome,
  DrillRequest,
  FoundTests,
  MutationOutcome,
  MutationProgress,
  MutationRequest,
  OpenedCell,
  PlayedVerdict,
  SavedAsTest,
  TestRun,
  TestSource,
  TestsRequest,
} from './Tests.ts';

export type {
  CallProgress,
  KeptMemory,
  McpServer,
  McpTool,
  MemoryAnswers,
  MemoryExport,
  MemoryQuestion,
  ReadableFiles,
  SecretGrant,
  SecretInfo,
  SecretKeep,
  SecretUse,
  ShippedPrice,
  ThreadContent,
  ThreadSummary,
} from '../../../effects/index.ts';

export type { RunRequest, StartFailure, Variable } from '../../RunRequest.ts';
export type { ModelTest, ModelTestRequest } from '../../testModel.ts';
export type { FileStatistics } from '../facts/RunFacts.ts';
export type { AuthorAnswer, AuthorRequest, AuthorStep } from './Author.ts';
export type { BacktestRow, MergedRow, MergeProofRequest } from './Backtests.ts';
export type { EventBatch, EventPacket, EventPort } from './EventBatch.ts';
export type { HistoryAnswers, HistoryQuestion, RunTags } from './HistoryQuestion.ts';
export type { OutboundEngine } from './OutboundEngine.ts';
export type { JudgedChange, JudgedProposal, ProposalAnswers } from './Proposals.ts';
export type {
  ChangedMessage,
  ForkRequest,
  InspectRequest,
  RunControl,
  RunSurroundings,
  SendRequest,
  SentAgain,
} from './RunControl.ts';
export type { RunServer, ServedNews, ServedSource, ServerAnswer, ServerRequest } from './RunServer.ts';
export type { RunQuery, RunRecord, RunSummary, RunWait } from './RunSummary.ts';
export type { SecretAnswer, SecretChange, SecretQuestion, SecretState } from './SecretState.ts';
export type { EngineStore, StorageReport } from './StorageReport.ts';

/** What a check uses of the workspace around a file. */
export interface CheckWorkspace {
  /** The texts it imports, by path; without them imports are not followed. */
  readonly files?: ReadonlyMap<string, string>;
  /** Names of the variables and secrets; without them none is reported as missing. */
  readonly variables?: readonly string[];
  /** Paths of the files of the workspace, for `signalbox.serve.yaml`, which names workflows. */
  readonly paths?: readonly string[];
}

/** Methods that send nothing outside. `controlRun` is here: requests of its run were allowed when it started. */
export interface LocalEngine {
  /** Sets the files of the workspace and its MCP servers, which runs use from now on. */
  setWorkspace(files: ReadableFiles, mcpServers: readonly McpServer[]): Promise<void>;
  /**
   * Sends an input to a run, in whatever tab it is executed; the run receives it within a second. No effect once it has ended.
   * A run that another one has started is paused, resumed and cancelled with its outermost run: these go there. Answers with a
   * `VALIDATION_ERROR` where a signal is refused (`checkSignal`): then the run does not receive it.
   */
  controlRun(runId: string, control: RunControl): Promise<RunError | undefined>;
  /** Ends following a run on a server. */
  leaveServed(server: RunServer, runId: string): Promise<void>;
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
  /** Finds runs by words, reads and gives tags, or tells how tasks did; answered from indexes, without reading a journal. */
  askHistory<Question extends HistoryQuestion>(question: Question): Promise<HistoryAnswers[Question['op']]>;
  /**
   * Null where there is none. If another tab executes the run, or another run has started it, its next events are sent to
   * the subscriber from now on; those of other runs always are.
   */
  findRun(runId: string): Promise<RunRecord | null>;
  /** What a step saw at an instant of a run, and what expressions give there; null where there is no such run, or it came from a file. */
  inspectRun(request: InspectRequest): Promise<StepScope | null>;
  /**
   * Adds a test to the text of a test file that plays a run again; it passes. Refused where that text cannot be changed; rejects with a
   * message for the user where the run that it is to name cannot be read.
   */
  saveTest(run: TestSource): Promise<Result<SavedAsTest, Refusal>>;
  /**
   * Plays tests of a file on a virtual clock; they reach nothing. `deliver` is called with each verdict as it comes, and says whether
   * to continue. Answers with the tests that there are.
   */
  playTests(request: TestsRequest, deliver: (played: PlayedVerdict) => boolean | Promise<boolean>): Promise<FoundTests>;
  /** Plays the test at a place of a file and answers with its run; null where there is none, or it cannot be played. */
  playTestRun(request: TestsRequest, index: number): Promise<TestRun | null>;
  /** What a failed test becomes that expects its result; null where there is no such test, or it cannot be played. Nothing is written. */
  updateTest(request: TestsRequest, index: number): Promise<Result<UpdatedTest, Refusal> | null>;
  /** Injects each fault into each task of a workflow, and into each tool call of its agent. `deliver` is called with each cell as it comes, and says whether to continue. Nothing is reached. */
  drill(request: DrillRequest, deliver: (news: DrillNews) => boolean | Promise<boolean>): Promise<DrillOutcome>;
  /** Plays the run of one cell of a drill; null where there is none. */
  playDrillCell(
    request: DrillRequest,
    cell: Pick<DrillNews['cell'], 'place' | 'fault' | 'test'>,
  ): Promise<OpenedCell | null>;
  /** Plays the tests of a workflow on each of its changes. `goesOn` is called with how far that is, and says whether to continue. */
  mutate(
    request: MutationRequest,
    goesOn: (progress: MutationProgress) => boolean | Promise<boolean>,
  ): Promise<MutationOutcome>;
  /**
   * Plays a dataset of a test file with the answers that the file has and with those that are kept, and compares it with another result.
   * `deliver` is called with each cell, and says whether to continue. Rejects with a message for the user where this device cannot be read.
   */
  playDataset(
    request: DatasetRequest,
    before: ComparedGrid | null,
    deliver: (progress: DatasetProgress) => boolean | Promise<boolean>,
  ): Promise<PlayedDataset>;
  /** Plays one cell of a dataset and answers with its run; null where there is none, or it cannot be played. */
  playDatasetRun(request: DatasetRequest, place: DatasetCell): Promise<TestRun | null>;
  /** A test file with a first draft of a dataset of a file of rows, and what it is called; the error is a message for the user. Nothing is written. */
  addDataset(rows: AddedRows): Promise<Result<{ readonly text: string; readonly name: string }, string>>;
  /** A file that is no document, as this device keeps it; null where there is none. */
  readKeptFile(path: string): Promise<string | null>;
  /** Keeps a file that is no document on this device; rejects with a message for the user. */
  keepFile(path: string, text: string): Promise<void>;
  /**
   * Plays the newest runs of a file on another text, with what they were answered then; they reach nothing. `deliver` is called with
   * each as it comes, and says whether to continue. Runs that came from files are not among them.
   */
  backtestRuns(
    request: BacktestRequest,
    deliver: (run: BacktestRow) => boolean | Promise<boolean>,
  ): Promise<BacktestOutcome>;
  /** Plays one of these runs and answers with what happens in it; null where it is no longer kept, or cannot be played. */
  playBacktest(request: BacktestRequest, runId: string): Promise<TestRun | null>;
  /**
   * Plays the newest runs of a file on a merged text and on both sides of that, with what they were answered then; they reach nothing.
   * `deliver` is called with each as it comes, and says whether to continue. The error says why nothing is proved, as a message for the user.
   */
  playMerge(
    request: MergeProofRequest,
    deliver: (run: MergedRow) => boolean | Promise<boolean>,
  ): Promise<Result<null, string>>;
  /** What a proposal that waits would do, and what accepts or drops parts of it. */
  askProposal<Question extends ProposalQuestion>(question: Question): Promise<ProposalAnswers[Question['op']]>;
  /** Keeps a run and its family from being pruned, or no longer. */
  keepRun(runId: string, isKept: boolean): Promise<void>;
  /** A run as a text to save: all that is stored of it, without secrets. Null when there is none. */
  exportRun(runId: string): Promise<string | null>;
  /** Adds an exported run to the history, to view it; rejects with a message for the user where the text is not an exported run. */
  importRun(text: string, fileName: string): Promise<RunSummary>;
  /** Removes a run with its family. Cancels it first if it is executed here; rejects if another tab executes it. */
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
