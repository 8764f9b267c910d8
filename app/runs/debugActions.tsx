import type { Action, Contribution } from '../actions/index.ts';
import { openDialog, type SessionState, session, withModule } from '../session/index.ts';
import { openComparison } from '../session/relatedRuns/index.ts';
import {
  pinFromRun,
  pinOf,
  pinTask,
  type RunAim,
  selectedPlace,
  takeOverRun,
  toggleBreakpoint,
} from '../session/run/index.ts';
import {
  ChevronLastIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  CircleDotIcon,
  FastForwardIcon,
  GitCompareIcon,
  GitForkIcon,
  PinIcon,
  PinOffIcon,
  PlayIcon,
  SearchIcon,
} from '../ui/icons.ts';
import { lazyModule } from '../ui/lazyModule.ts';
import { hintOnServer } from './runActions.tsx';
import { canRun } from './startActions.tsx';

/** The one task that is selected; null where none is, or several. */
function selectedTask({
  document: {
    selection: { tasks },
  },
}: SessionState): string | null {
  const [id] = tasks;
  return id !== undefined && tasks.size === 1 ? id : null;
}

type Tools = typeof import('./parts/runTools.ts');

const tools = lazyModule(() => import('./parts/runTools.ts'));

function withTools(use: (tools: Tools) => void): void {
  withModule(tools, use);
}

const hasTask = (state: SessionState) => selectedTask(state) !== null;
const hasRun = ({ run: { shown: run } }: SessionState) => run !== null;
const hasMoment = ({ run: { shown: run } }: SessionState) => run !== null && run.moment !== null;
/** Whether something comes after the instant that is looked at: a fork from the end of a run has nothing to do. */
const canFork = ({ run: { shown: run } }: SessionState) => {
  if (run === null || run.isOfTest) return false;
  const { events, moment } = run;
  return events.at((moment?.count ?? events.length) - 1)?.type !== 'run.finished';
};

function part(kind: RunAim['kind']) {
  return () => {
    const taskId = selectedTask(session.getState());
    if (taskId !== null) withTools((tools) => tools.runPart({ kind, taskId }));
  };
}

/** The parts of a workflow take their values of the run on screen: those of a server are masked. */
const canRunTask = (state: SessionState) => canRun(state) && hasTask(state) && hintOnServer(state) === undefined;

/** Why a part cannot run now. */
const hintOnPart = (state: SessionState): string | undefined =>
  hasTask(state) ? hintOnServer(state) : 'Select one task first';

const canBreak = (state: SessionState) => selectedPlace(state) !== null && !isServed(state);

const isServed = ({ run: { shown: run } }: SessionState) => run?.view.status === 'running' && run.server !== null;

/** What is done to a run besides starting and stopping it: parts of it, breakpoints, pins, instants, forks, other tabs. */
export const debugActions = [
  {
    id: 'run.from',
    label: 'Run from here',
    group: 'Run',
    icon: <FastForwardIcon />,
    keywords: ['task', 'selected', 'begin', 'reuse', 'part'],
    isEnabled: canRunTask,
    disabledHint: hintOnPart,
    run: part('from'),
  },
  {
    id: 'run.until',
    label: 'Run until here',
    group: 'Run',
    icon: <ChevronLastIcon />,
    keywords: ['task', 'selected', 'end', 'reuse', 'part'],
    isEnabled: canRunTask,
    disabledHint: hintOnPart,
    run: part('until'),
  },
  {
    id: 'run.only',
    label: 'Run only this task…',
    group: 'Run',
    icon: <PlayIcon />,
    keywords: ['selected', 'alone', 'test', 'single', 'input', 'part'],
    isEnabled: canRunTask,
    disabledHint: hintOnPart,
    run: part('only'),
  },
  {
    id: 'run.skipWait',
    label: 'Skip the wait',
    group: 'Run',
    icon: <FastForwardIcon />,
    keywords: ['delay', 'retry now', 'timeout', 'hurry', 'sleep', 'backoff'],
    isEnabled: ({ run: { shown } }) => shown?.view.status === 'running',
    run: () => withTools((tools) => void tools.skipAnyWait()),
  },
  {
    id: 'run.virtualTime',
    label: 'Turn virtual time on or off: waits pass at once',
    group: 'Run',
    icon: <FastForwardIcon />,
    keywords: ['clock', 'fast forward', 'delay', 'sleep', 'hurry', 'skip all waits'],
    isEnabled: (state) => !isServed(state),
    disabledHint: 'Servers do not support virtual time',
    run: () => withTools((tools) => tools.toggleVirtualTime()),
  },
  {
    id: 'run.breakpoint',
    label: 'Add or remove a breakpoint',
    group: 'Run',
    icon: <CircleDotIcon />,
    shortcuts: ['F9'],
    keywords: ['debug', 'pause', 'stop here', 'edge', 'task'],
    isEnabled: canBreak,
    disabledHint: (state) => (isServed(state) ? 'Servers do not support breakpoints' : undefined),
    run: () => {
      const place = selectedPlace(session.getState());
      if (place !== null) toggleBreakpoint(place);
    },
  },
  {
    id: 'run.condition',
    label: 'Set the condition of a breakpoint…',
    group: 'Run',
    icon: <CircleDotIcon />,
    keywords: ['debug', 'conditional', 'pause when'],
    isEnabled: canBreak,
    disabledHint: (state) => (isServed(state) ? 'Servers do not support breakpoints' : undefined),
    run: () => openDialog('breakpoint'),
  },
  {
    id: 'run.pin',
    label: 'Pin the output…',
    group: 'Run',
    icon: <PinIcon />,
    keywords: ['mock', 'freeze', 'fix', 'stub', 'task'],
    isEnabled: hasTask,
    run: () => openDialog('pin'),
  },
  {
    id: 'run.pinLast',
    label: 'Pin the output of the last run',
    group: 'Run',
    icon: <PinIcon />,
    keywords: ['freeze', 'keep', 'task'],
    isEnabled: (state) => {
      const id = selectedTask(state);
      return id !== null && pinFromRun(state, id) !== null;
    },
    run: () => {
      const id = selectedTask(session.getState());
      const pin = id === null ? null : pinFromRun(session.getState(), id);
      if (id !== null && pin !== null) pinTask(id, pin);
    },
  },
  {
    id: 'run.unpin',
    label: 'Unpin the output',
    group: 'Run',
    icon: <PinOffIcon />,
    keywords: ['mock', 'release', 'task'],
    isEnabled: (state) => {
      const id = selectedTask(state);
      return id !== null && pinOf(state, id) !== undefined;
    },
    run: () => {
      const id = selectedTask(session.getState());
      if (id !== null) pinTask(id, null);
    },
  },
  {
    id: 'run.back',
    label: 'Show the instant before',
    group: 'Run',
    icon: <ChevronLeftIcon />,
    shortcuts: ['Shift+F7'],
    keywords: ['scrub', 'time travel', 'replay', 'step back'],
    isEnabled: hasRun,
    run: () => withTools((tools) => tools.moveMoment(-1)),
  },
  {
    id: 'run.ahead',
    label: 'Show the instant after',
    group: 'Run',
    icon: <ChevronRightIcon />,
    shortcuts: ['Shift+F8'],
    keywords: ['scrub', 'time travel', 'replay'],
    isEnabled: hasMoment,
    run: () => withTools((tools) => tools.moveMoment(1)),
  },
  {
    id: 'run.now',
    label: 'Leave the replay',
    group: 'Run',
    icon: <ChevronLastIcon />,
    keywords: ['scrub', 'time travel', 'end', 'now', 'live'],
    isEnabled: hasMoment,
    run: () => withTools((tools) => tools.showMoment(null)),
  },
  {
    id: 'run.search',
    label: 'Search in the run',
    group: 'Run',
    icon: <SearchIcon />,
    keywords: ['find', 'filter', 'failed', 'slow', 'retried', 'model', 'http'],
    isEnabled: hasRun,
    run: () => withTools((tools) => tools.openSearch()),
  },
  {
    id: 'run.fork',
    label: 'Fork the run from here',
    group: 'Run',
    icon: <GitForkIcon />,
    keywords: ['branch', 'copy', 'again', 'time travel', 'instant'],
    isEnabled: canFork,
    run: () => withTools((tools) => void tools.forkHere()),
  },
  {
    id: 'run.compare',
    label: 'Compare the run with another…',
    group: 'Run',
    icon: <GitCompareIcon />,
    keywords: ['difference', 'diff', 'two runs', 'side by side', 'history'],
    isEnabled: hasRun,
    run: () => {
      const {
        run: { shown: run },
      } = session.getState();
      if (run !== null) openComparison(run.runId);
    },
  },
  {
    id: 'run.takeOver',
    label: 'Continue the run here',
    group: 'Run',
    icon: <PlayIcon />,
    keywords: ['take over', 'other tab', 'interrupted', 'resume'],
    isEnabled: ({ run: { shown: run } }) => run !== null && !run.isImported && (run.isElsewhere || run.isInterrupted),
    run: () => void takeOverRun(),
  },
] as const satisfies readonly Action[];

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof debugActions> {}
}
