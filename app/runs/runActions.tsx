import { isServeConfig } from '#engine';
import type { Action, Contribution } from '../actions/index.ts';
import { closeDrawer, notify, openDialog, type SessionState, session, withModule } from '../session/index.ts';
import { closeRun, lastInput, openRunForm, startRun, stepRun, stopRun, togglePause } from '../session/run/index.ts';
import { CoinsIcon, PauseIcon, PlayIcon, SparklesIcon, SquareIcon, StepForwardIcon, XIcon } from '../ui/icons.ts';
import { lazyModule } from '../ui/lazyModule.ts';

const tools = lazyModule(() => import('./parts/runTools.ts'));

const isRunning = ({ run: { shown: run }, document: { activePath } }: SessionState) =>
  run?.view.status === 'running' && run.path === activePath;

/** Whether a run of the active file can start now. */
export const canRun = (state: SessionState) => {
  const { activePath } = state.document;
  return activePath !== null && !isServeConfig(activePath) && !state.run.isStarting && !isRunning(state);
};

const isPaused = ({ run: { shown: run } }: SessionState) => run?.view.status === 'running' && run.view.paused !== null;

/** Why what only a browser can do cannot be done to the run on screen; undefined where that is not because of a server. */
export const hintOnServer = ({ run: { shown: run } }: SessionState): string | undefined =>
  run === null || run.server === null ? undefined : 'On a server: fork it here first';

export const runActions = [
  {
    id: 'run.start',
    label: 'Run…',
    group: 'Run',
    icon: <PlayIcon />,
    isEnabled: canRun,
    run: () => openRunForm(),
  },
  {
    id: 'run.again',
    label: 'Run with the last input',
    group: 'Run',
    icon: <PlayIcon />,
    shortcuts: ['Mod+Enter'],
    keywords: ['start', 'repeat'],
    isEnabled: canRun,
    run: () => {
      const { document, workspace } = session.getState();
      const { activePath: path } = document;
      const input = lastInput(path);
      const server = workspace.servers.find(({ address }) => address === workspace.runOn);
      if (input === undefined || path === null) openRunForm();
      else if (server === undefined) void startRun(input);
      else withModule(tools, ({ startAgainOn }) => void startAgainOn(server, path, input));
    },
  },
  {
    id: 'run.simulate',
    label: 'Simulate with the last input',
    group: 'Run',
    icon: <SparklesIcon />,
    keywords: ['mock', 'dry run', 'pretend'],
    isEnabled: canRun,
    run: () => void startRun(lastInput(session.getState().document.activePath) ?? {}, { simulate: true }),
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
    id: 'run.close',
    label: 'Clear run',
    group: 'Run',
    icon: <XIcon />,
    keywords: ['close', 'hide', 'take off the canvas'],
    isEnabled: ({ run: { shown: run } }) => run !== null,
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
