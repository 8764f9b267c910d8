import type { Action, Contribution } from '../actions/index.ts';
import {
  closeDrawer,
  notify,
  openDialog,
  type SessionState,
  selectActivation,
  session,
  withModule,
} from '../session/index.ts';
import { closeRun, lastInput, openRunForm, startRun, stepRun, stopRun, togglePause } from '../session/run/index.ts';
import { explainNoRepeat, explainNoRetry, failedSteps } from '../session/runSteps/index.ts';
import {
  CoinsIcon,
  ExpandIcon,
  FileClockIcon,
  FlagIcon,
  HistoryIcon,
  InboxIcon,
  LayersIcon,
  PauseIcon,
  PlayIcon,
  RotateCwIcon,
  ServerIcon,
  SparklesIcon,
  SquareIcon,
  StepForwardIcon,
  TriangleAlertIcon,
  XIcon,
} from '../ui/icons.ts';
import { lazyModule } from '../ui/lazyModule.ts';
import { canRun } from './startActions.tsx';

const tools = lazyModule(() => import('./parts/runTools.ts'));
const panel = lazyModule(() => import('./summary/resultPanel.ts'));
const news = lazyModule(() => import('./watchRuns.ts'));

const isRunning = ({ run: { shown: run }, document: { activePath } }: SessionState) =>
  run?.view.status === 'running' && run.path === activePath;

/** The step of the live run on screen that an answer is asked of: the selected one, or the first. */
const awaitedStep = ({ run: { shown: run } }: SessionState) => {
  if (run === null || run.view.status !== 'running' || run.moment !== null || run.isImported) return undefined;
  const selected = run.selectedActivation === null ? undefined : run.view.activations.get(run.selectedActivation);
  if (selected?.awaits !== undefined) return selected;
  return [...run.view.tasks.values()].find(({ awaits }) => awaits !== undefined);
};

const isPaused = ({ run: { shown: run } }: SessionState) => run?.view.status === 'running' && run.view.paused !== null;

const hasRun = ({ run: { shown: run } }: SessionState) => run !== null;
const NO_RUN = 'No run is shown';
const hasEnded = ({ run: { shown: run } }: SessionState) => run !== null && run.view.status !== 'running';
const hasStep = ({ run: { shown: run } }: SessionState) => run !== null && run.selectedActivation !== null;
const hasFailed = ({ run: { shown: run } }: SessionState) => run !== null && failedSteps(run).length > 0;

/** Why what only a browser can do cannot be done to the run on screen; undefined where that is not because of a server. */
export const hintOnServer = ({ run: { shown: run } }: SessionState): string | undefined =>
  run === null || run.server === null ? undefined : 'On a server: fork it here first';

export const runActions = [
  {
    id: 'run.again',
    label: 'Run again',
    group: 'Run',
    icon: <PlayIcon />,
    shortcuts: ['Mod+Enter'],
    keywords: ['start', 'repeat', 'last', 'input'],
    isEnabled: canRun,
    run: () => {
      const { document, workspace } = session.getState();
      const { activePath: path } = document;
      const input = lastInput(path);
      const server = workspace.servers.find(({ address }) => address === workspace.runOn);
      // Next to a run that continues, another one is asked for first: the key may have been meant for that one.
      if (input === undefined || path === null || isRunning(session.getState())) openRunForm(null, true);
      else if (server === undefined) void startRun(input);
      else withModule(tools, ({ startAgainOn }) => void startAgainOn(server, path, input));
    },
  },
  {
    id: 'run.simulate',
    label: 'Simulate',
    group: 'Run',
    icon: <SparklesIcon />,
    keywords: ['mock', 'dry run', 'pretend'],
    isEnabled: canRun,
    run: () => void startRun(lastInput(session.getState().document.activePath) ?? {}, { simulate: true }),
  },
  {
    id: 'run.repeat',
    label: 'Run again with the same input',
    group: 'Run',
    icon: <RotateCwIcon />,
    keywords: ['repeat', 'rerun', 'same'],
    isEnabled: (state) => hasEnded(state) && explainNoRepeat(state) === undefined,
    disabledHint: (state) => (hasEnded(state) ? explainNoRepeat(state) : 'No run has ended here'),
    run: () => withModule(tools, ({ repeatShown }) => void repeatShown()),
  },
  {
    id: 'run.history',
    label: 'All runs as a table',
    group: 'Run',
    icon: <HistoryIcon />,
    shortcuts: ['H'],
    keywords: ['history', 'search', 'find', 'sort', 'filter', 'tags', 'past'],
    run: () => openDialog('history'),
  },
  {
    id: 'run.server',
    label: 'Server: schedules, limits, audit log',
    group: 'Run',
    icon: <ServerIcon />,
    keywords: ['retention'],
    run: () => openDialog('servers'),
  },
  {
    id: 'run.prices',
    label: 'Model prices…',
    group: 'Run',
    icon: <CoinsIcon />,
    keywords: ['cost', 'tokens', 'budget', 'money'],
    run: () => openDialog('prices'),
  },
  {
    id: 'run.answer',
    label: 'Answer what the run waits for…',
    group: 'Run',
    icon: <InboxIcon />,
    shortcuts: ['Y'],
    keywords: ['approve', 'decline', 'signal', 'yes', 'no', 'form', 'wait'],
    isEnabled: (state) => awaitedStep(state) !== undefined,
    run: () => {
      const step = awaitedStep(session.getState());
      if (step === undefined) return;
      selectActivation(step.activation);
      openDialog('answer');
    },
  },
  {
    id: 'run.pause',
    label: 'Pause or resume the run',
    group: 'Run',
    icon: <PauseIcon />,
    shortcuts: ['F8'],
    keywords: ['hold', 'continue', 'debug'],
    isEnabled: ({ run: { shown: run } }) =>
      run?.view.status === 'running' && !run.isStopping && run.view.paused?.reason !== 'interrupted',
    run: () => void togglePause(),
  },
  {
    id: 'run.step',
    label: 'Step: start the next task',
    group: 'Run',
    icon: <StepForwardIcon />,
    shortcuts: ['F10'],
    keywords: ['next', 'over', 'debug'],
    isEnabled: (state) =>
      isPaused(state) &&
      state.run.shown?.server === null &&
      !state.run.shown.isStopping &&
      state.run.shown.view.paused?.reason !== 'interrupted',
    disabledHint: hintOnServer,
    run: () => void stepRun(),
  },
  {
    id: 'run.stop',
    label: 'Stop the run',
    group: 'Run',
    icon: <SquareIcon />,
    shortcuts: ['Mod+.'],
    keywords: ['cancel', 'abort'],
    isEnabled: ({ run: { shown: run } }) => run?.view.status === 'running' && !run.isStopping,
    run: () => void stopRun(),
  },
  {
    id: 'run.read',
    label: 'Read the values of the step',
    group: 'Run',
    icon: <ExpandIcon />,
    shortcuts: ['O'],
    keywords: ['output', 'input', 'error', 'value', 'full screen', 'open', 'markdown', 'table', 'json'],
    isEnabled: hasStep,
    run: () => openDialog('value'),
  },
  {
    id: 'run.result',
    label: 'Show the result of the run',
    group: 'Run',
    icon: <FlagIcon />,
    keywords: ['output', 'answer', 'input', 'gave', 'started with'],
    isEnabled: hasRun,
    disabledHint: NO_RUN,
    run: () => withModule(panel, ({ showResult }) => showResult('output')),
  },
  {
    id: 'run.text',
    label: 'Show the text that ran',
    group: 'Run',
    icon: <FileClockIcon />,
    keywords: ['source', 'yaml', 'executed', 'earlier', 'version'],
    isEnabled: hasRun,
    disabledHint: NO_RUN,
    run: () => withModule(panel, ({ showResult }) => showResult('text')),
  },
  {
    id: 'run.nextFailed',
    label: 'Show the next failed step',
    group: 'Run',
    icon: <TriangleAlertIcon />,
    shortcuts: ['E'],
    keywords: ['error', 'item', 'find', 'jump'],
    isEnabled: hasFailed,
    run: () => withModule(tools, ({ nextFailed }) => void nextFailed(1)),
  },
  {
    id: 'run.previousFailed',
    label: 'Show the failed step before',
    group: 'Run',
    icon: <TriangleAlertIcon />,
    shortcuts: ['Shift+E'],
    keywords: ['error', 'item', 'find', 'jump'],
    isEnabled: hasFailed,
    run: () => withModule(tools, ({ nextFailed }) => void nextFailed(-1)),
  },
  {
    id: 'run.items',
    label: 'Show all items or rounds of the step',
    group: 'Run',
    icon: <LayersIcon />,
    shortcuts: ['I'],
    keywords: ['collections', 'loop', 'table', 'failed', 'filter', 'sort'],
    isEnabled: hasStep,
    run: () => openDialog('items'),
  },
  {
    id: 'run.retryFailed',
    label: 'Retry failed items only',
    group: 'Run',
    icon: <RotateCwIcon />,
    keywords: ['again', 'collections', 'error'],
    isEnabled: (state) => hasFailed(state) && explainNoRetry(state) === undefined,
    disabledHint: (state) => (hasFailed(state) ? explainNoRetry(state) : undefined),
    run: () => withModule(tools, ({ retryItems }) => void retryItems()),
  },
  {
    id: 'run.tell',
    label: 'Notify me when runs end or wait, or stop that',
    group: 'Run',
    icon: <InboxIcon />,
    keywords: ['notification', 'alert', 'badge', 'told', 'desktop'],
    run: () => withModule(news, ({ toggleNews }) => void toggleNews()),
  },
  {
    id: 'run.close',
    label: 'Clear run',
    group: 'Run',
    icon: <XIcon />,
    keywords: ['close', 'hide', 'take off the canvas'],
    isEnabled: hasRun,
    disabledHint: NO_RUN,
    run: () => {
      const isRunning = session.getState().run.shown?.view.status === 'running';
      closeRun();
      closeDrawer();
      if (isRunning) notify({ kind: 'info', message: 'The run continues. It is in the history of runs.' });
    },
  },
] as const satisfies readonly Action[];

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof runActions> {}
}
