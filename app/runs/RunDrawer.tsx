import { type ReactNode, useDeferredValue } from 'react';
import { actionOf, runAction } from '../actions/index.ts';
import { closeDrawer, openDrawer, useDiagnostics, useSession } from '../session/index.ts';
import { viewOf } from '../session/run/index.ts';
import { explainNoRepeat, repeatRun } from '../session/runSteps/index.ts';
import { RotateCwIcon, XIcon } from '../ui/icons.ts';
import { Button, EmptyState, IconButton, lazyPart, Tabs } from '../ui/index.ts';
import { useRunSource } from './parts/useRunSource.ts';
import styles from './RunDrawer.module.css';
import { PausedBar } from './step/PausedBar.tsx';
import { HeadlineBar } from './summary/HeadlineBar.tsx';
import { RunStatusBadge } from './summary/RunStatusBadge.tsx';
import { EventList } from './timeline/EventList.tsx';
import { Timeline } from './timeline/Timeline.tsx';

const RunOutput = lazyPart(() => import('./summary/RunOutput.tsx').then((module) => module.RunOutput));
const RunText = lazyPart(() => import('./summary/RunText.tsx').then((module) => module.RunText));
const InsideStepPanel = lazyPart(() => import('./step/InsideStepPanel.tsx').then((module) => module.InsideStepPanel));
const NextStepPanel = lazyPart(() => import('./step/NextStepPanel.tsx').then((module) => module.NextStepPanel));
const StepPanel = lazyPart(() => import('./step/StepPanel.tsx').then((module) => module.StepPanel));

/**
 * The drawer below the canvas: timeline, events, output and text of the shown run, and the problems of the file.
 * @param problems what the Problems tab holds; given by the app, since features do not import each other
 */
export function RunDrawer({ problems }: { readonly problems: ReactNode }): ReactNode {
  const tab = useSession((state) => state.view.drawer.tab);
  const runId = useSession((state) => state.run.shown?.runId);
  const isOver = useSession((state) => state.run.shown !== null && state.run.shown.view.status !== 'running');
  const problemCount = useDiagnostics().length;
  return (
    <section className={styles.drawer} aria-label="Run" data-run={runId}>
      <Tabs
        label="Run"
        value={tab}
        onChange={openDrawer}
        tabs={[
          { value: 'timeline', label: 'Timeline', content: <RunBody part="timeline" /> },
          {
            value: 'events',
            label: 'Events',
            count: runId === undefined ? undefined : <EventCount />,
            content: <RunBody part="events" />,
          },
          { value: 'output', label: 'Output', content: <RunBody part="output" /> },
          { value: 'text', label: 'Text', content: <RunBody part="text" /> },
          { value: 'problems', label: 'Problems', count: problemCount, content: problems },
        ]}
        trailing={
          <>
            <RunStatusBadge />
            {isOver && <RepeatButton />}
            {isOver && (
              <Button variant="ghost" size="small" onClick={() => runAction(actionOf('run.close'))}>
                {actionOf('run.close').label}
              </Button>
            )}
            <IconButton label="Close the drawer" icon={<XIcon />} onClick={closeDrawer} />
          </>
        }
      />
    </section>
  );
}

/** Runs the file once more with the input of the run on screen, which need not be the newest. */
function RepeatButton(): ReactNode {
  const hint = useSession(explainNoRepeat);
  return (
    <Button
      variant="ghost"
      size="small"
      icon={<RotateCwIcon />}
      title={hint ?? 'Run again with the input of this run'}
      disabled={hint !== undefined}
      onClick={() => void repeatRun()}
    >
      Repeat
    </Button>
  );
}

/** By itself, since it changes with every frame of a busy run. */
function EventCount(): ReactNode {
  return useSession((state) => state.run.shown?.events.length);
}

type RunTab = 'timeline' | 'events' | 'output' | 'text';

/** Drawn after the rest of the drawer, so that the status of the run is seen first. */
function RunBody({ part }: { readonly part: RunTab }): ReactNode {
  const isDrawn = useDeferredValue(true, false);
  return isDrawn && <RunPart part={part} />;
}

function RunPart({ part }: { readonly part: RunTab }): ReactNode {
  const run = useSession((state) => state.run.shown);
  const source = useRunSource();
  if (run === null || source === null) {
    return (
      <EmptyState title="No run yet">Press Run to play this workflow. Every step shows here as it happens.</EmptyState>
    );
  }
  const step = run.selectedActivation === null ? undefined : viewOf(run).activations.get(run.selectedActivation);
  const next = run.moment === null && run.view.status === 'running' ? run.view.paused?.next : undefined;
  const details =
    run.selectedInside !== null ? (
      <InsideStepPanel key={run.selectedInside.runId} {...run.selectedInside} />
    ) : (
      ((step && <StepPanel key={step.activation} step={step} name={source.nameOf(step.taskId)} />) ??
      (next && <NextStepPanel key={next.activation} next={next} name={source.nameOf(next.taskId)} />))
    );
  switch (part) {
    case 'timeline':
      return (
        <div className={styles.column}>
          <PausedBar run={run} source={source} />
          <HeadlineBar run={run} source={source} />
          <div className={styles.body}>
            <Timeline run={run} source={source} />
            {details}
          </div>
        </div>
      );
    case 'events':
      return (
        <div className={styles.column}>
          <PausedBar run={run} source={source} />
          <HeadlineBar run={run} source={source} />
          {run.restoreNote !== null && (
            <p className={styles.note}>Resumed from all of its journal: {run.restoreNote}</p>
          )}
          <div className={styles.body}>
            <EventList run={run} source={source} />
            {details}
          </div>
        </div>
      );
    case 'output':
      return <RunOutput run={run} />;
    case 'text':
      return <RunText run={run} />;
  }
}
