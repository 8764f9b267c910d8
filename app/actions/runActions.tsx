import {
  closeDrawer,
  closeRun,
  lastInput,
  notify,
  openDialog,
  openRunForm,
  pauseRun,
  resumeRun,
  type SessionState,
  session,
  startRun,
  stepRun,
  stopRun,
} from '../session/index.ts';
import { CoinsIcon, PauseIcon, PlayIcon, SparklesIcon, SquareIcon, StepForwardIcon, XIcon } from '../ui/icons.ts';
import type { Action } from './Action.ts';

const isRunning = ({ run, activePath }: SessionState) => run?.view.status === 'running' && run.path === activePath;

/** Whether a run of the active file can start now. */
export const canRun = (state: SessionState) => state.activePath !== null && !state.isStarting && !isRunning(state);

const isPaused = ({ run }: SessionState) => run?.view.status === 'running' && run.view.paused !== null;

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
      const input = lastInput(session.getState().activePath);
      if (input === undefined) openRunForm();
      else void startRun(input);
    },
  },
  {
    id: 'run.simulate',
    label: 'Simulate with the last input',
    group: 'Run',
    icon: <SparklesIcon />,
    keywords: ['mock', 'dry run', 'pretend'],
    isEnabled: canRun,
    run: () => void startRun(lastInput(session.getState().activePath) ?? {}, { simulate: true }),
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
    keywords: ['hold', 'continue', 'go on', 'debug'],
    isEnabled: ({ run }) => run?.view.status === 'running' && !run.isStopping,
    run: () => void (isPaused(session.getState()) ? resumeRun() : pauseRun()),
  },
  {
    id: 'run.step',
    label: 'Step: start the next task',
    group: 'Run',
    icon: <StepForwardIcon />,
    shortcuts: ['F10'],
    keywords: ['next', 'over', 'debug'],
    isEnabled: (state) => isPaused(state) && state.run?.isStopping === false,
    run: () => void stepRun(),
  },
  {
    id: 'run.stop',
    label: 'Stop the run',
    group: 'Run',
    icon: <SquareIcon />,
    shortcuts: ['Mod+.'],
    keywords: ['cancel', 'abort'],
    isEnabled: ({ run }) => run?.view.status === 'running' && !run.isStopping,
    run: () => void stopRun(),
  },
  {
    id: 'run.close',
    label: 'Take the run off the canvas',
    group: 'Run',
    icon: <XIcon />,
    keywords: ['close', 'clear', 'hide'],
    isEnabled: ({ run }) => run !== null,
    run: () => {
      const isRunning = session.getState().run?.view.status === 'running';
      closeRun();
      closeDrawer();
      if (isRunning) notify({ kind: 'info', message: 'The run continues. It is in the history of runs.' });
    },
  },
] as const satisfies readonly Action[];
