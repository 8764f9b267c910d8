import { useEffect } from 'react';
import styles from './App.module.css';
import { Dialogs } from './Dialogs.tsx';
import { DropTarget, FileMenu } from './files/index.ts';
import { Pane } from './Pane.tsx';
import { onNotice, useSession } from './session/index.ts';
import { type Persistence } from './session/storage/index.ts';
import { StatusArea, TopBar } from './shell/index.ts';
import {
  CodeEditors,
  type CodeTools,
  LiveRegion,
  LoadBoundary,
  lazyModule,
  lazyPart,
  showToast,
  Toasts,
} from './ui/index.ts';
import { Workbench } from './Workbench.tsx';

const RunPath = lazyPart(() => import('./runs/RunPath.tsx').then((module) => module.RunPath));
const BarChips = lazyPart(() => import('./BarChips.tsx').then((module) => module.BarChips));
const BacktestChip = lazyPart(() => import('./runs/BacktestChip.tsx').then((module) => module.BacktestChip));
const RunBanner = lazyPart(() => import('./runs/RunBanner.tsx').then((module) => module.RunBanner));

const SecretQuestions = lazyPart(() =>
  import('./variables/SecretQuestions.tsx').then((module) => module.SecretQuestions),
);

const CODE_TOOLS: CodeTools = {
  open: (container, code) =>
    import('./source/createCodeEditor.ts').then(({ createCodeEditor }) => createCodeEditor(container, code)),
  reader: lazyModule(() => import('./source/readCode.ts').then((module) => module.CODE_READER)),
};

/** The whole window: bar, panes, and what floats above them. */
export function App({ persistence }: { readonly persistence: Pick<Persistence, 'takeOver' | 'flush'> }) {
  const announcement = useSession((state) => state.view.announcement);
  const path = useSession((state) => state.document.activePath);
  const hasQuestion = useSession((state) => state.workspace.secrets.questions.length > 0);
  const hasRun = useSession((state) => state.run.shown !== null);
  const hasRuns = useSession((state) => state.run.history.length > 0);
  const isInside = useSession((state) => (state.run.shown?.parent ?? null) !== null);
  useEffect(() => onNotice(showToast), []);
  useEffect(() => {
    document.title = path === null ? 'Signalbox' : `${path} · Signalbox`;
  }, [path]);
  return (
    <CodeEditors value={CODE_TOOLS}>
      <div className={styles.app}>
        <TopBar fileMenu={<FileMenu />} waits={<BarChips />} backtest={hasRuns && <BacktestChip />} />
        <StatusArea onTakeOver={persistence.takeOver} onRetry={() => void persistence.flush()} />
        <LoadBoundary message="The bar of the run is missing.">
          {isInside && <RunPath />}
          {hasRun && <RunBanner />}
        </LoadBoundary>
        <Workbench />
      </div>
      <Pane name="A dialog">
        <Dialogs />
        {hasQuestion && <SecretQuestions />}
      </Pane>
      <DropTarget />
      <LiveRegion message={announcement} />
      <Toasts />
    </CodeEditors>
  );
}
