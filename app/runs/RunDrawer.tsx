import { type ReactNode, useDeferredValue } from 'react';
import { clearSelection, closeDrawer, openDrawer, session, useDiagnostics, useSession } from '../session/index.ts';
import { type ShownRun, viewOf } from '../session/run/index.ts';
import type { StepTab } from '../session/runSteps/index.ts';
import { SearchIcon, XIcon } from '../ui/icons.ts';
import {
  countProblems,
  EmptyState,
  IconButton,
  keepNoticesAbove,
  lazyPart,
  Tabs,
  VisuallyHidden,
} from '../ui/index.ts';
import { type RunSource, useRunSource } from './parts/toRunSource.ts';
import styles from './RunDrawer.module.css';
import type { Hit } from './search/describeHit.ts';
import type { HitPart } from './search/partsOf.ts';
import { useSearch } from './search/useSearch.ts';
import { PausedBar } from './step/PausedBar.tsx';
import { StepDock } from './step/StepDock.tsx';
import { HeadlineBar } from './summary/HeadlineBar.tsx';
import { ContinueButton, FollowButton, ResultButton, RunMenu } from './summary/RunButtons.tsx';
import { ResultBar, RunResult } from './summary/RunResult.tsx';
import { RunStatusBadge } from './summary/RunStatusBadge.tsx';
import { useResult } from './summary/resultPanel.ts';
import { EventList } from './timeline/EventList.tsx';
import { Timeline } from './timeline/Timeline.tsx';

const InsideStepPanel = lazyPart(() => import('./step/InsideStepPanel.tsx').then((module) => module.InsideStepPanel));
const NextStepPanel = lazyPart(() => import('./step/NextStepPanel.tsx').then((module) => module.NextStepPanel));
const SearchBar = lazyPart(() => import('./search/SearchBar.tsx').then((module) => module.SearchBar));
const StepPanel = lazyPart(() => import('./step/StepPanel.tsx').then((module) => module.StepPanel));

/**
 * The drawer below the canvas: timeline and events of the shown run, next to them what it or one of its steps gave, and the problems of the file.
 * @param problems what the Problems tab holds; given by the app, since features do not import each other
 */
export function RunDrawer({ problems }: { readonly problems: ReactNode }): ReactNode {
  const tab = useSession((state) => state.view.drawer.tab);
  const runId = useSession((state) => state.run.shown?.runId);
  const { errors, warnings } = countProblems(useDiagnostics());
  const search = useSearch(runId !== undefined);
  const { isSearching, words, setWords, found, setFound, field, opener, open, close, onKeyDown } = search;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+F, wherever in it the focus is
    <section ref={keepNoticesAbove} className={styles.drawer} aria-label="Run" data-run={runId} onKeyDown={onKeyDown}>
      <VisuallyHidden as="h2">Run</VisuallyHidden>
      <Tabs
        label="Run"
        value={tab}
        onChange={openDrawer}
        tabs={[
          { value: 'timeline', label: 'Timeline', content: <RunBody part="timeline" found={found} /> },
          {
            value: 'events',
            label: 'Events',
            count: runId === undefined ? undefined : <EventCount />,
            content: <RunBody part="events" found={found} />,
          },
          { value: 'problems', label: 'Problems', count: errors + warnings, content: problems },
        ]}
        below={
          isSearching && (
            <SearchBar
              field={field}
              words={words}
              onWords={setWords}
              found={found}
              onFound={setFound}
              onClose={close}
            />
          )
        }
        trailing={
          <>
            <RunStatusBadge />
            {runId !== undefined && (
              <IconButton
                ref={opener}
                label="Search"
                icon={<SearchIcon />}
                shortcut="Mod+F"
                aria-expanded={isSearching}
                onClick={isSearching ? close : open}
              />
            )}
            <ResultButton />
            <ContinueButton />
            <FollowButton />
            {runId !== undefined && <RunMenu />}
            <IconButton label="Close the drawer" icon={<XIcon />} onClick={closeAll} />
          </>
        }
      />
    </section>
  );
}

/** On a phone the form of the task would take the place of its step. */
function closeAll(): void {
  if (session.getState().view.isNarrow) clearSelection();
  closeDrawer();
}

/** Where the words of a hit are read in a step. */
const TABS: Readonly<Partial<Record<HitPart, StepTab>>> = {
  input: 'input',
  passed: 'input',
  call: 'calls',
  request: 'calls',
  response: 'calls',
};

/** By itself, since it changes with every frame of a busy run. */
function EventCount(): ReactNode {
  return useSession((state) => state.run.shown?.events.length);
}

interface RunPartProps {
  readonly part: 'timeline' | 'events';
  readonly found: Hit | null;
}

/** Drawn after the rest of the drawer, so that the status of the run is seen first. */
function RunBody(props: RunPartProps): ReactNode {
  const isDrawn = useDeferredValue(true, false);
  return isDrawn && <RunPart {...props} />;
}

interface Details {
  readonly run: ShownRun;
  readonly source: RunSource;
  readonly found: Hit | null;
}

/** The step that is looked at, of the run or of one inside it; null: none. */
function toStep({ run, source, found }: Details): ReactNode {
  if (run.selectedInside !== null) return <InsideStepPanel key={run.selectedInside.runId} {...run.selectedInside} />;
  const step = run.selectedActivation === null ? undefined : viewOf(run).activations.get(run.selectedActivation);
  if (step === undefined) return null;
  const hit = found?.activation === step.activation ? found : null;
  return (
    <StepPanel
      key={`${step.activation} ${hit?.index ?? ''}`}
      step={step}
      name={source.nameOf(step.taskId)}
      run={run}
      nameOf={source.nameOf}
      opens={hit === null ? undefined : TABS[hit.part]}
    />
  );
}

/** The step that a paused run comes to next; null: none. */
function toNext({ run, source }: Details): ReactNode {
  const next = run.moment === null && run.view.status === 'running' ? run.view.paused?.next : null;
  if (next == null) return null;
  return <NextStepPanel key={next.activation} next={next} name={source.nameOf(next.taskId)} />;
}

function RunPart({ part, found }: RunPartProps): ReactNode {
  const run = useSession((state) => state.run.shown);
  const source = useRunSource();
  const isNarrow = useSession((state) => state.view.isNarrow);
  const result = useResult(run);
  if (run === null || source === null) {
    return (
      <EmptyState title="No run yet">Press Run to play this workflow. Every step shows here as it happens.</EmptyState>
    );
  }
  const step = toStep({ run, source, found });
  // On a phone there is room for one of them: a step says itself what it waits for, and why it failed.
  const isInBar = isNarrow && !result.isAsked;
  const whole = result.part === null || isInBar ? null : <RunResult run={run} part={result.part} />;
  const details = step ?? whole ?? toNext({ run, source, found });
  return (
    <div className={styles.column}>
      <PausedBar run={run} source={source} />
      {(!isNarrow || details === null) && <HeadlineBar run={run} source={source} />}
      {result.part !== null && isInBar && details === null && <ResultBar run={run} />}
      {part === 'events' && run.restoreNote !== null && (
        <p className={styles.note}>Resumed from all of its journal: {run.restoreNote}</p>
      )}
      <StepDock details={details}>
        {part === 'timeline' ? (
          <Timeline run={run} source={source} />
        ) : (
          <EventList run={run} source={source} found={found?.index ?? -1} />
        )}
      </StepDock>
    </div>
  );
}
