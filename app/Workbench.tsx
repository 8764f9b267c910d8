import { type ComponentProps, type ComponentType, useLayoutEffect } from 'react';
import { isTestFile } from '#engine';
import { Canvas } from './canvas/index.ts';
import { Inspector } from './inspector/index.ts';
import { Pane } from './Pane.tsx';
import {
  clearSelection,
  inspected,
  type PanelName,
  type SessionState,
  setNarrow,
  setPanel,
  toggleInspector,
  useAnalysis,
  useIsReading,
  useSession,
} from './session/index.ts';
import { viewOf } from './session/run/index.ts';
import { loadMemoryTrust } from './session/workspace/index.ts';
import { Rail } from './shell/index.ts';
import { ChevronLeftIcon, XIcon } from './ui/icons.ts';
import {
  Button,
  classes,
  IconButton,
  LoadBoundary,
  lazyPart,
  Movable,
  type MovableFrame,
  MovablePlace,
  Spinner,
  SplitGroup,
  SplitHandle,
  SplitPane,
  useMovableFrame,
} from './ui/index.ts';
import { usePhone } from './usePhone.ts';
import styles from './Workbench.module.css';

/** Without its editor, which is the largest part by far and comes only when it is shown. */
const SourcePane = lazyPart(() => import('./source/index.ts').then((module) => module.SourcePane));

const StartScreen = lazyPart(() => import('./palette/StartScreen.tsx').then((module) => module.StartScreen));

const TestsTable = lazyPart(() => import('./tests/index.ts').then((module) => module.TestsTable));

const PANELS = {
  add: lazyPart(() => import('./palette/index.ts').then((module) => module.AddPanel)),
  outline: lazyPart(() => import('./outline/index.ts').then((module) => module.OutlinePanel)),
  find: lazyPart(() => import('./find/index.ts').then((module) => module.FindPanel)),
  files: lazyPart(() => import('./files/FilesPanel.tsx').then((module) => module.FilesPanel)),
  resources: lazyPart(() => import('./resources/index.ts').then((module) => module.ResourcesPanel)),
  memory: lazyPart(() =>
    Promise.all([import('./memory/index.ts'), loadMemoryTrust()]).then(([module]) => module.MemoryPanel),
  ),
  runs: lazyPart(() => import('./runs/index.ts').then((module) => module.RunsPanel)),
  inbox: lazyPart(() => import('./runs/InboxPanel.tsx').then((module) => module.InboxPanel)),
  breakpoints: lazyPart(() => import('./runs/BreakpointsPanel.tsx').then((module) => module.BreakpointsPanel)),
  tests: lazyPart(() => import('./tests/index.ts').then((module) => module.TestsPanel)),
  variables: lazyPart(() => import('./variables/index.ts').then((module) => module.VariablesPanel)),
  proposals: lazyPart(() => import('./Proposals.tsx').then((module) => module.Proposals)),
  assistant: lazyPart(() => import('./assistant/index.ts').then((module) => module.AssistantPanel)),
  versions: lazyPart(() => import('./Versions.tsx').then((module) => module.Versions)),
} as const satisfies Record<PanelName, ComponentType>;

const PhoneBar = lazyPart(() => import('./shell/PhoneBar.tsx').then((module) => module.PhoneBar));
const RunDrawer = lazyPart(() => import('./runs/RunDrawer.tsx').then((module) => module.RunDrawer));
const CardAnswer = lazyPart(() => import('./runs/index.ts').then((module) => module.CardAnswer));
const ProblemsList = lazyPart(() => import('./problems/index.ts').then((module) => module.ProblemsList));

/** Parts in which something may be typed or open: a layout says where each is drawn, and none of them is made again for another. */
interface Frames {
  readonly panel: MovableFrame;
  readonly inspector: MovableFrame;
  readonly drawer: MovableFrame;
}

/** The panes: rail, side panel, canvas and text, inspector, drawer. They resize, close and are remembered. */
export function Workbench() {
  const isPhone = usePhone();
  useLayoutEffect(() => setNarrow(isPhone), [isPhone]);
  const panel = useSession((state) => state.view.panel);
  const isDrawerOpen = useSession((state) => state.view.drawer.isOpen);
  // On a phone it is there behind a panel, too, with what was typed in it.
  const hasInspector = useSession((state) => inspected(state) !== null || (isPhone && selectsSomething(state)));
  const frames: Frames = { panel: useMovableFrame(), inspector: useMovableFrame(), drawer: useMovableFrame() };
  return (
    <main className={styles.main}>
      {isPhone ? <PhoneWorkbench frames={frames} /> : <DeskWorkbench frames={frames} />}
      {panel && (
        <Movable frame={frames.panel}>
          <Pane key={panel} name="The panel">
            <SidePanel name={panel} />
          </Pane>
        </Movable>
      )}
      {hasInspector && (
        <Movable frame={frames.inspector}>
          <Pane name="The inspector">
            <Inspector />
          </Pane>
        </Movable>
      )}
      {isDrawerOpen && (
        <Movable frame={frames.drawer}>
          <Pane name="The drawer">
            <RunDrawer problems={<ProblemsList />} />
          </Pane>
        </Movable>
      )}
    </main>
  );
}

interface LayoutProps {
  readonly frames: Frames;
}

function DeskWorkbench({ frames }: LayoutProps) {
  const isDrawerOpen = useSession((state) => state.view.drawer.isOpen);
  return (
    <SplitGroup id="window" direction="vertical">
      <SplitPane id="panes" minSize={160}>
        <div className={styles.row}>
          <Rail />
          <Columns frames={frames} />
        </div>
      </SplitPane>
      {isDrawerOpen && (
        <>
          <SplitHandle label="Height of the drawer" />
          <SplitPane id="drawer" defaultSize={290} minSize={120} isFixed>
            <MovablePlace frame={frames.drawer} />
          </SplitPane>
        </>
      )}
    </SplitGroup>
  );
}

function Columns({ frames }: LayoutProps) {
  const panel = useSession((state) => state.view.panel);
  const hasInspector = useSession((state) => inspected(state) !== null);
  return (
    <SplitGroup id="columns" direction="horizontal">
      {panel && (
        <>
          <SplitPane id="panel" defaultSize={232} minSize={200} maxSize={460} isFixed>
            <MovablePlace frame={frames.panel} />
          </SplitPane>
          <SplitHandle label="Width of the side panel" />
        </>
      )}
      <SplitPane id="stage" minSize={240}>
        <Stage />
      </SplitPane>
      {hasInspector && (
        <>
          <SplitHandle label="Width of the inspector" />
          <SplitPane id="inspector" defaultSize={326} minSize={264} maxSize={620} isFixed>
            <MovablePlace frame={frames.inspector} />
          </SplitPane>
        </>
      )}
    </SplitGroup>
  );
}

function Stage() {
  const mode = useSession((state) => state.view.mode);
  return (
    <SplitGroup id="stage" direction="horizontal">
      {mode !== 'code' && (
        <SplitPane id="canvas" minSize={160}>
          <CanvasOrStart />
        </SplitPane>
      )}
      {mode === 'split' && <SplitHandle label="Between canvas and text" />}
      {mode !== 'design' && (
        <SplitPane id="source" minSize={160}>
          <Source />
        </SplitPane>
      )}
    </SplitGroup>
  );
}

/** On a phone: read, run and watch. One thing fills the window, the rest comes from the foot. */
function PhoneWorkbench({ frames }: LayoutProps) {
  const panel = useSession((state) => state.view.panel);
  const mode = useSession((state) => state.view.mode);
  const isDrawerOpen = useSession((state) => state.view.drawer.isOpen);
  const hasSelection = useSession(selectsSomething);
  const isInspected = useSession((state) => hasSelection || inspected(state) !== null);
  const hasStep = useSession(selectsStep);
  // What a step gave comes before the form of its task, which the step leads to.
  const sheet = panel !== null ? null : isInspected && !(isDrawerOpen && hasStep) ? 'inspector' : 'drawer';
  return (
    <div className={styles.phone}>
      <div className={styles.stage}>
        {panel ? (
          <>
            <div className={styles.back}>
              <Button variant="ghost" size="small" icon={<ChevronLeftIcon />} onClick={() => setPanel(null)}>
                Back to the workflow
              </Button>
            </div>
            <MovablePlace frame={frames.panel} />
          </>
        ) : mode === 'code' ? (
          <Source />
        ) : (
          <CanvasOrStart />
        )}
      </div>
      {sheet === 'inspector' && (
        <div className={styles.sheet}>
          <div className={styles.grip}>
            <IconButton
              size="small"
              label="Close the inspector"
              icon={<XIcon />}
              onClick={() => (hasSelection ? clearSelection() : toggleInspector())}
            />
          </div>
          <MovablePlace frame={frames.inspector} />
        </div>
      )}
      {sheet === 'drawer' && isDrawerOpen && (
        <div className={classes(styles.sheet, styles.low)}>
          <MovablePlace frame={frames.drawer} />
        </div>
      )}
      <div className={styles.foot}>
        <LoadBoundary message="The bar at the bottom is missing.">
          <PhoneBar />
        </LoadBoundary>
      </div>
    </div>
  );
}

/** Whether the step that is chosen in the run on screen is one of the selected task. */
function selectsStep({ run: { shown: run }, document: { activePath, selection } }: SessionState): boolean {
  if (run === null || run.path !== activePath || run.selectedActivation === null) return false;
  const step = viewOf(run).activations.get(run.selectedActivation);
  return step !== undefined && selection.tasks.has(step.taskId);
}

function SidePanel({ name }: { readonly name: PanelName }) {
  const Part = PANELS[name];
  return <Part />;
}

const answerOnCard: ComponentProps<typeof Canvas>['answer'] = (wait) => <CardAnswer {...wait} />;

function CanvasOrStart() {
  const isBlank = useSession(
    (state) =>
      state.document.activePath === null ||
      state.document.workspace.files.get(state.document.activePath)?.trim() === '',
  );
  const workflow = useAnalysis('own')?.workflow;
  const isTests = useSession(({ document: { activePath } }) => activePath !== null && isTestFile(activePath));
  const isLoading = useSession((state) => state.storage.save.state === 'loading');
  const reading = useIsReading();
  const hasBeginning = useAnalysis('beginning') !== null;
  const hasFormAlone = workflow?.tasks.length === 0 && workflow.inputSchema !== null;
  if (reading !== null && !hasBeginning) return <Spinner label={reading} />;
  if (isBlank && isLoading) return <Spinner label="Opening the workspace" />;
  return (
    <Pane name="The canvas">
      {isTests ? <TestsTable /> : isBlank || hasFormAlone ? <StartScreen /> : <Canvas answer={answerOnCard} />}
    </Pane>
  );
}

function Source() {
  return (
    <Pane name="The text pane">
      <SourcePane />
    </Pane>
  );
}

function selectsSomething({ document: { selection } }: SessionState): boolean {
  return selection.tasks.size > 0 || selection.edge !== null || selection.resource !== null;
}
