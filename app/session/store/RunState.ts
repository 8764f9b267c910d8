import type {
  Breakpoint,
  ErrorPause,
  ParentRun,
  Pin,
  RunError,
  RunEvent,
  RunStatus,
  RunView,
  UsageView,
} from '#engine/run';
import type { Json } from '#engine/values';
import type { RunSummary } from '#engine/worker';
import type {
  BacktestState,
  DrillState,
  KeptTest,
  MutationState,
  PaintedProof,
  PlayedGrid,
  PlayedRecord,
  TestedFile,
  TestProgress,
} from './ProofState.ts';

/** The events of a run, in order. A list does not change: another one, with what happened since, takes its place. */
export type RunEvents = Pick<readonly RunEvent[], 'length' | 'at' | 'slice'>;

/** The run on screen: one that is executed, or one opened from the history. */
export interface ShownRun {
  readonly runId: string;
  readonly path: string;
  /** The exact text that runs. */
  readonly source: string;
  readonly view: RunView;
  readonly events: RunEvents;
  /** An activation chosen in the timeline. */
  readonly selectedActivation: number | null;
  /** A step of a run inside, chosen in the timeline; then no activation of its own is. */
  readonly selectedInside: InsideStep | null;
  /** True between Stop and the end of the run. */
  readonly isStopping: boolean;
  /** True when its engine was gone before it ended: the view says `cancelled`, but it was not stopped. */
  readonly isInterrupted: boolean;
  /** True while the host that executes it says that nothing is under way in it or in the runs inside but waits. */
  readonly isIdle: boolean;
  /** Why it is blocked: nothing of it can be stored, or another tab executes it. Null while all is well. */
  readonly trouble: RunError | null;
  /** The instant that is looked at in place of now. */
  readonly moment: ShownMoment | null;
  /** True while another tab executes it: it is watched here. */
  readonly isElsewhere: boolean;
  /** True: it came from a file. */
  readonly isImported: boolean;
  /** True: a test played it. It is kept nowhere, and only looked at. */
  readonly isOfTest: boolean;
  /** The name of the file that it, or a run it was forked from, came from; null for a run that was started here. */
  readonly importedFrom: string | null;
  /** The server that executes it, or did; null for a run of this browser. */
  readonly server: ShownServer | null;
  /** The texts it imports, by path, where it came from a file; else empty. */
  readonly files: ReadonlyMap<string, string>;
  /** The run it was forked from. */
  readonly forkedFrom: string | null;
  /** When a fork was made, in ms since the epoch: its own work begins there, and its view with that of the other run. Null for any other run. */
  readonly forkedAt: number | null;
  /** The run that started it, and the call; null for one that a person started. */
  readonly parent: ParentRun | null;
  /** Why it does not resume by itself: this version of the engine cannot reproduce it. */
  readonly problem: RunError | null;
  /** By how much its clock is ahead of that of the wall, in ms: with virtual time, what passed at once, less what no one executed it for. */
  readonly ahead: number;
  /** Why its checkpoint was not used when it was last resumed, so that all of its journal was read; null: it was, or had none. */
  readonly restoreNote: string | null;
}

/** A run that the one on screen has started, directly or not, as far as it is read to show its steps inside. */
export type InsideRun = Pick<ShownRun, 'runId' | 'path' | 'source' | 'view' | 'events'>;

/** A step of a run inside. */
export interface InsideStep {
  readonly runId: string;
  readonly activation: number;
}

/** A run as it was at an instant. */
export interface ShownMoment {
  /** After how many events; from 1. */
  readonly count: number;
  /** When the last of these happened, in ms since the epoch. */
  readonly at: number;
  readonly view: RunView;
  /** Whether the runs inside only waited then; absent while that is not known. */
  readonly isIdle?: boolean;
}

/** Which part of a file a run is to play, seen from one task. */
export interface RunAim {
  readonly kind: 'from' | 'until' | 'only';
  readonly taskId: string;
}

/** What a run form starts, whatever file is open meanwhile. */
export interface RunFormSubject {
  readonly path: string;
  /** The part of the file to run; null: all of it. */
  readonly aim: RunAim | null;
  /** Whether the run starts at once where there is nothing to ask for. */
  readonly isShort: boolean;
}

/** Which two runs are compared, in any order. */
export interface Comparison {
  readonly runId: string;
  /** Null: the user is asked for it. */
  readonly other: string | null;
  /** The comparisons that led inside, the outermost first; empty for runs that were chosen. */
  readonly around: readonly ComparisonAround[];
  /** The task that is looked at first; null: the whole run. */
  readonly taskId: string | null;
}

/** A comparison whose runs have started those that are compared. */
export interface ComparisonAround {
  readonly runId: string;
  readonly other: string;
  /** Path of the file of its runs. */
  readonly file: string;
  /** The task that started the runs inside. */
  readonly taskId: string;
}

/** Which runs the history shows; null and empty: all. */
export interface RunFilter {
  readonly path: string | null;
  readonly status: RunSummary['status'] | null;
  readonly text: string;
}

/** A breakpoint as it is kept: a muted one is there, and does nothing. */
export interface KeptBreakpoint extends Breakpoint {
  readonly isMuted?: boolean;
}

/** The run on screen, the history of runs, and how the next one starts. */
export interface RunState {
  /** Why there is no engine, so that nothing runs and nothing is checked; null while there is one. */
  readonly engineLost: string | null;
  readonly shown: ShownRun | null;
  /** Runs inside the one on screen whose steps are looked at, by id; null for one that is no longer kept. */
  readonly inside: ReadonlyMap<string, InsideRun | null>;
  /** What models of the run on screen say at the moment, by the key of the call. */
  readonly texts: ReadonlyMap<string, string>;
  /** The newest runs that fit the filter. */
  readonly history: readonly RunSummary[];
  /** Runs of servers, by the server's address. */
  readonly served: ReadonlyMap<string, ServedRuns>;
  readonly filter: RunFilter;
  /** Whether there are older ones. */
  readonly hasMore: boolean;
  /** Where runs of a file pause by themselves, by path; on this device only. */
  readonly breakpoints: ReadonlyMap<string, readonly KeptBreakpoint[]>;
  /** True: all breakpoints are muted, whatever each of them says. */
  readonly areMuted: boolean;
  /** Which failures of tasks pause runs that this browser executes. */
  readonly errorPause: ErrorPause;
  /** Whether time passes at once while runs that this browser executes only wait; forgotten with the page. */
  readonly virtualTime: boolean;
  /** What tasks of a file answer with in place of running, by path, then by task id; on this device only. */
  readonly pins: ReadonlyMap<string, Readonly<Record<string, Pin>>>;
  readonly comparison: Comparison | null;
  /** Null: the text is that of the last run, or none was played on it yet. */
  readonly backtest: BacktestState | null;
  /** The runs of a comparison that are kept nowhere. */
  readonly playedRuns: readonly PlayedRecord[];
  /** The run that a report is offered of, by its id. */
  readonly reported: string | null;
  /** What the run form is for, while it is open. */
  readonly form: RunFormSubject | null;
  /** True from the press on Run until the run is durable and has started. */
  readonly isStarting: boolean;
  readonly lastInputs: ReadonlyMap<string, Json>;
  /** The tests of the workspace and their results, by the path of their file; as far as they were asked for. */
  readonly tested: ReadonlyMap<string, TestedFile>;
  /** The test that was made of a run last, which the panel of tests shows first; null: none since the app was opened. */
  readonly keptTest: KeptTest | null;
  /** The results of datasets, by the place of each (`keyOf`). */
  readonly grids: ReadonlyMap<string, PlayedGrid>;
  /** Null: none is painted. */
  readonly painted: PaintedProof | null;
  /** What is drilled, or was last; null: nothing yet. */
  readonly drill: DrillState | null;
  /** What tests of a workflow notice, as it was tried last; null: nothing yet. */
  readonly mutation: MutationState | null;
  /** Null while none is played. */
  readonly testing: TestProgress | null;
}

/** How a run on a server is; `queued`: it has not begun. */
export type ServedStatus = RunStatus | 'queued' | 'waiting' | 'paused';

/** A run as a server lists it. Times in ms since the epoch. */
export interface ServedRun {
  readonly runId: string;
  /** Path of its file on the server. */
  readonly path: string;
  readonly status: ServedStatus;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** What started it, such as a schedule; null: a caller of the API. */
  readonly trigger: string | null;
  /** Its error in short; empty without one. */
  readonly failure: string;
  /** How long it was paused or interrupted, in ms; 0 until it has ended, and of a server that does not say. */
  readonly idle: number;
  /** What its models, and those of the runs it started, have used; null until it has ended, where none has answered, and of a server that does not say. */
  readonly usage: UsageView | null;
  /** How many warnings it has; 0 until it has ended, and of a server that does not say. */
  readonly warnings: number;
}

/** What is known of the runs of a server. */
export interface ServedRuns {
  /** The newest first, as they were when it last answered. */
  readonly runs: readonly ServedRun[];
  /** Why it did not answer when it was last asked, or what of its list cannot be read, in a sentence that names it; null: all is well. */
  readonly problem: string | null;
}

/** The server that executes the run on screen. */
export interface ShownServer {
  readonly address: string;
  /** Why nothing comes from it at the moment; null while it is connected. */
  readonly problem: string | null;
  /** True: the server refuses, and is not asked again. */
  readonly isRefused: boolean;
}
