import { useEffect, useState } from 'react';
import styles from './App.module.css';
import { DropTarget, FileMenu } from './files/index.ts';
import { Pane } from './Pane.tsx';
import { type DialogName, onNotice, useSession } from './session/index.ts';
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

const DIALOGS = {
  'run-form': lazyPart(() => import('./runs/index.ts').then((module) => module.RunDialog)),
  answer: lazyPart(() => import('./runs/AnswerDialog.tsx').then((module) => module.AnswerDialog)),
  value: lazyPart(() => import('./runs/ValueDialog.tsx').then((module) => module.ValueDialog)),
  items: lazyPart(() => import('./runs/ItemsDialog.tsx').then((module) => module.ItemsDialog)),
  pin: lazyPart(() => import('./runs/PinDialog.tsx').then((module) => module.PinDialog)),
  breakpoint: lazyPart(() => import('./inspector/BreakpointDialog.tsx').then((module) => module.BreakpointDialog)),
  templates: lazyPart(() => import('./files/gallery/TemplateGallery.tsx').then((module) => module.TemplateGallery)),
  paste: lazyPart(() => import('./files/PasteDialog.tsx').then((module) => module.PasteDialog)),
  conflict: lazyPart(() => import('./files/ConflictDialog.tsx').then((module) => module.ConflictDialog)),
  extract: lazyPart(() => import('./inspector/ExtractDialog.tsx').then((module) => module.ExtractDialog)),
  prices: lazyPart(() => import('./runs/PricesDialog.tsx').then((module) => module.PricesDialog)),
  compare: lazyPart(() => import('./Comparison.tsx').then((module) => module.Comparison)),
  backtest: lazyPart(() => import('./runs/BacktestDialog.tsx').then((module) => module.BacktestDialog)),
  history: lazyPart(() => import('./runs/HistoryDialog.tsx').then((module) => module.HistoryDialog)),
  servers: lazyPart(() => import('./servers/index.ts').then((module) => module.ServerDialog)),
  report: lazyPart(() => import('./Report.tsx').then((module) => module.Report)),
  trust: lazyPart(() => import('./runs/TrustDialog.tsx').then((module) => module.TrustDialog)),
  shortcuts: lazyPart(() => import('./Shortcuts.tsx').then((module) => module.Shortcuts)),
  'command-palette': lazyPart(() => import('./shell/CommandPalette.tsx').then((module) => module.CommandPalette)),
} satisfies Record<DialogName, ReturnType<typeof lazyPart>>;

/** The dialogs, each loaded when it is first opened. One that was open stays, so that it can close and give the focus back. */
function Dialogs() {
  const open = useSession((state) => state.view.dialog);
  const [opened, setOpened] = useState<ReadonlySet<DialogName>>(new Set());
  if (open !== null && !opened.has(open)) setOpened(new Set([...opened, open]));
  return [...opened].map((name) => {
    const Dialog = DIALOGS[name];
    return <Dialog key={name} />;
  });
}
