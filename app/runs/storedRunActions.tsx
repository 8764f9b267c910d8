import type { Action, Contribution } from '../actions/index.ts';
import { openDialog, type SessionState, session, withModule } from '../session/index.ts';
import { retryRunStorage } from '../session/run/index.ts';
import { explainNoRecording, explainNoTest, openReport } from '../session/runSteps/index.ts';
import { DownloadIcon, FileUpIcon, FlaskConicalIcon, GitForkIcon, HistoryIcon, RotateCwIcon } from '../ui/icons.ts';
import { lazyModule } from '../ui/lazyModule.ts';
import { hintOnServer } from './runActions.tsx';

const tools = lazyModule(() => import('./parts/runTools.ts'));

/** Whether the text of its file is another one by now. What else may be in the way is told when it is tried. */
const canContinue = ({ run: { shown: run }, document: { workspace } }: SessionState) =>
  run !== null && !run.isOfTest && run.server === null && workspace.files.get(run.path) !== run.source;

const hasRun = ({ run: { shown: run } }: SessionState) => run !== null;

/** How a run is stored, and the files that are made of it: exported, as a report, as a test. */
export const storedRunActions = [
  {
    id: 'run.retry',
    label: 'Try again to store the run',
    group: 'Run',
    icon: <RotateCwIcon />,
    keywords: ['storage', 'quota', 'full'],
    isEnabled: ({ run: { shown: run } }) => run !== null && run.trouble !== null,
    run: () => void retryRunStorage(),
  },
  {
    id: 'run.export',
    label: 'Export the run',
    group: 'Run',
    icon: <DownloadIcon />,
    keywords: ['download', 'save', 'json', 'share'],
    isEnabled: (state) => hasRun(state) && state.run.shown?.isOfTest !== true && hintOnServer(state) === undefined,
    disabledHint: hintOnServer,
    run: () => {
      const {
        run: { shown: run },
      } = session.getState();
      if (run !== null) withModule(tools, ({ downloadRun }) => void downloadRun(run));
    },
  },
  {
    id: 'run.report',
    label: 'Save the run as a report…',
    group: 'Run',
    icon: <DownloadIcon />,
    keywords: ['export', 'html', 'download', 'print', 'pdf', 'share'],
    isEnabled: hasRun,
    run: () => {
      const { shown: run } = session.getState().run;
      if (run !== null) openReport(run.runId);
    },
  },
  {
    id: 'run.saveTest',
    label: 'Save as test',
    group: 'Run',
    icon: <FlaskConicalIcon />,
    keywords: ['record', 'answers', 'expect', 'signalbox test'],
    isEnabled: (state) => explainNoTest(state) === undefined,
    disabledHint: explainNoTest,
    run: () => withModule(tools, ({ keepAsTest }) => void keepAsTest()),
  },
  {
    id: 'run.backtest',
    label: 'What the edit would have changed in the last runs',
    group: 'Run',
    icon: <HistoryIcon />,
    keywords: ['backtest', 'replay', 'compare', 'before', 'regression'],
    isEnabled: ({ run: { backtest } }) => backtest !== null,
    run: () => openDialog('backtest'),
  },
  {
    id: 'run.continue',
    label: 'Continue the run on the new text',
    group: 'Run',
    icon: <GitForkIcon />,
    keywords: ['fork', 'resume', 'edited', 'fix', 'migrate'],
    isEnabled: (state) => hasRun(state) && canContinue(state),
    run: () => withModule(tools, ({ continueShown }) => void continueShown()),
  },
  {
    id: 'run.saveRecording',
    label: 'Save as test with the recorded run',
    group: 'Run',
    icon: <FlaskConicalIcon />,
    keywords: ['cassette', 'record', 'replay', 'expect', 'signalbox test'],
    isEnabled: (state) => explainNoRecording(state) === undefined,
    disabledHint: explainNoRecording,
    run: () => withModule(tools, ({ keepAsTest }) => void keepAsTest('recording')),
  },
  {
    id: 'run.import',
    label: 'Import a run…',
    group: 'Run',
    icon: <FileUpIcon />,
    keywords: ['open', 'upload', 'json', 'history'],
    run: () => withModule(tools, ({ chooseRuns }) => void chooseRuns()),
  },
] as const satisfies readonly Action[];

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof storedRunActions> {}
}
