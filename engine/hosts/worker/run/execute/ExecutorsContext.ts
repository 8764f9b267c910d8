import type { Exposure, ReadableFiles } from '../../../../effects/index.ts';
import type { RunError, RunEvent, RunView } from '../../../../run/index.ts';
import type { ChildRuns } from '../../../children/ChildRuns.ts';
import type { JournaledRun, RunStore } from '../../journal/RunStore.ts';
import type { RunLocks } from '../../platform/locks.ts';
import type { RunSummary, RunWait, Variable } from '../../protocol/protocol.ts';
import type { PerformerHost } from '../../workspace/openPerformer.ts';
import type { Execution } from '../open/Execution.ts';
import type { ExecutionEnd } from './ExecutorContext.ts';
import type { FamilyTime } from './FamilyTime.ts';
import type { RunExecutor } from './RunExecutor.ts';

/** A run that is executed. */
export interface ExecutorEntry {
  readonly executor: RunExecutor;
  /** Resolves once the run and all that it has started have ended here, and its row is stored. */
  readonly ended: Promise<ExecutionEnd>;
  /** Its current row; the stored one is updated later. */
  readonly summary: () => RunSummary;
  readonly wait: () => RunWait;
  /** Its inputs since the newest checkpoint, stored or not. */
  readonly recorded: () => JournaledRun;
  /** As in {@link ExecutionStart}, with what happened since. */
  readonly view: () => RunView | undefined;
}

/** What starts an executor. */
export interface ExecutionStart {
  readonly execution: Execution;
  readonly variables: readonly Variable[];
  /** True: the events of its first inputs were not shown yet. */
  readonly isNew: boolean;
  /** Guessable secrets that its family has used. */
  readonly exposure: Exposure;
  readonly children: ChildRuns;
  /** The clock of its family. */
  readonly time: FamilyTime;
  /** Only of a run that another one has started, which needs it for the outcome of its call. It holds the last activation of each task. */
  readonly view?: RunView;
}

/** What all executors share. */
export interface ExecutorsContext extends PerformerHost {
  readonly store: RunStore;
  readonly locks: RunLocks;
  /** The workflows of the workspace, which runs start; null while the page has given none. */
  readonly workflows: () => ReadableFiles | null;
  /** `isInside`: another run has started it. */
  readonly onEvents: (runId: string, events: readonly RunEvent[], isInside: boolean) => void;
  /** Called when nothing is under way in a run or below it any more but waits, and when something is again. */
  readonly onIdle: (runId: string, isIdle: boolean, isInside: boolean) => void;
  readonly onTrouble: (runId: string, trouble: RunError | null) => void;
  /** Called when a run that was executed before is resumed here. */
  readonly onResumedHere: (runId: string) => void;
  /** Loads what executes runs, with the first of them. */
  readonly load: () => Promise<Executing>;
  /** Gives secrets their values, which are read when they are needed. */
  readonly fill: (variables: readonly Variable[]) => readonly Variable[];
  /** How many events of a run wait to be sent to the page. */
  readonly backlog: (runId: string) => number;
}

/** What executes runs, and those that they start. */
export interface Executing {
  readonly executeRun: (context: ExecutorsContext, start: ExecutionStart) => ExecutorEntry;
  readonly openChildren: (host: ChildrenHost, root: ChildrenRoot) => ChildRuns;
}

/** An outermost run as those below it see it. */
export interface ChildrenRoot extends Pick<ExecutionStart, 'execution' | 'variables' | 'exposure'> {
  /** How many runs there are below it already. */
  readonly count: number;
}

/** What executes child runs, and keeps a list of them. */
export interface ChildrenHost {
  /** With the clock of the family. */
  readonly context: ExecutorsContext;
  readonly time: FamilyTime;
  readonly execute: (start: ExecutionStart) => ExecutorEntry;
}

/** How a run is resumed. */
export interface ResumeOptions {
  /** The current variables of the workspace. */
  readonly variables: readonly Variable[];
  /** True: immediately, even if another tab executes it. */
  readonly steal?: boolean;
}

/** Delays before retries of storage, in ms; who gives up does so after the last one, others repeat it. */
export const RETRIES = [250, 500, 1_000, 2_000, 5_000];
