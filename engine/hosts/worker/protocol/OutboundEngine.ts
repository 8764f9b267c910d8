import type { Result } from '../../../base/index.ts';
import type { ListedTools, McpServer, MemoryAnswers, MemoryQuestion } from '../../../effects/index.ts';
import type { ComparedGrid } from '../../../proof/index.ts';
import type { RunError, StepScope } from '../../../run/index.ts';
import type { RunRequest, StartFailure, Variable } from '../../RunRequest.ts';
import type { ModelTest, ModelTestRequest } from '../../testModel.ts';
import type { AuthorAnswer, AuthorRequest, AuthorStep } from './Author.ts';
import type {
  DatasetProgress,
  DatasetRequest,
  LiveRequest,
  PlayedDataset,
  RecordedAnswers,
  RecordRequest,
} from './Datasets.ts';
import type {
  ForkRequest,
  InspectRequest,
  RunSurroundings,
  SendRequest,
  SentAgain,
  StartedFork,
} from './RunControl.ts';
import type { RunServer, ServedNews, ServedSource, ServerAnswer, ServerRequest } from './RunServer.ts';
import type { RunSummary } from './RunSummary.ts';

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
   * Resumes every unfinished run that no tab executes, now and whenever such a tab ends, with the runs it has started. Answers
   * with the ids of those resumed immediately, without runs that others have started. In a browser without locks it
   * resumes none: `takeOver` does it there, for one run at a time.
   */
  recoverRuns(surroundings: RunSurroundings): Promise<readonly string[]>;
  /**
   * Executes a run here from now on, with all below it, wherever it was executed before; rejects with a message for the user.
   * Not for a run that another one has started.
   */
  takeOver(runId: string, surroundings: RunSurroundings): Promise<void>;
  /** Starts a fork of a recorded run. */
  forkRun(request: ForkRequest): Promise<StartedFork | { readonly ok: false; readonly failure: StartFailure }>;
  /** Makes a request of a recorded run once more; nothing of the run changes. The error says why it was not made. */
  sendAgain(request: SendRequest): Promise<Result<SentAgain, RunError>>;
  /**
   * As {@link LocalEngine.playDataset}, but what is not kept is asked for real, within a budget; each answer is kept before its run continues.
   * The person is asked about secrets as for a run. Rejects with a message for the user where an answer cannot be kept.
   */
  askDataset(
    request: DatasetRequest,
    given: { readonly before: ComparedGrid | null; readonly live: LiveRequest },
    deliver: (progress: DatasetProgress) => boolean | Promise<boolean>,
  ): Promise<PlayedDataset>;
  /**
   * Makes the calls of a test for real that it has no answer for any more, within a budget, and answers with the test file that has their answers. Nothing is written.
   * The person is asked about secrets as for a run. The error is a message for the user.
   */
  recordTest(request: RecordRequest): Promise<Result<RecordedAnswers, string>>;
  /**
   * Asks a model for a proposal, within a budget: it reads and tries with the tools of authors, which reach nothing. Told of each step; ends once
   * `stopped` resolves. Nothing is written. Rejects with a message for the user.
   */
  askAuthor(
    request: AuthorRequest,
    onStep: (step: AuthorStep) => void,
    stopped: () => Promise<void>,
  ): Promise<AuthorAnswer>;
  /** Asks a model for one word, in one request: its answer, or the error a run would end with. */
  testModel(request: ModelTestRequest): Promise<ModelTest>;
  /** Sends one request to a server of runs. Its token goes to its origin alone. */
  askServer(server: RunServer, request: ServerRequest): Promise<ServerAnswer>;
  /**
   * Tells of a run on a server from after so many of its events on. Resolves once nothing comes any more: it has ended, the
   * server refuses, or it is left. Connections that are lost are tried again, and no event is missed.
   */
  followServed(
    server: RunServer,
    run: { readonly runId: string; readonly after: number },
    deliver: (news: ServedNews) => void,
  ): Promise<void>;
  /** The text that a run on a server was started with; the error is a message for the user. */
  readServed(server: RunServer, runId: string): Promise<Result<ServedSource, string>>;
  /** Adds a run on a server to the history here as far as it has got, as one that came from a file; rejects with a message for the user. */
  importServed(server: RunServer, runId: string): Promise<RunSummary>;
  /** As {@link LocalEngine.inspectRun}, of a run on a server by its id there; nothing of it is kept. The error is a message for the user. */
  inspectServed(server: RunServer, request: InspectRequest): Promise<Result<StepScope, string>>;
  /** Reads, searches, clears or exports memories. The `memory` of a question is as in its file; its templates may read `env`. */
  askMemory<Question extends MemoryQuestion>(
    question: Question,
    variables: readonly Variable[],
  ): Promise<Result<MemoryAnswers[Question['op']], RunError>>;
}
