import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import type { RunView } from '#engine/run';
import { selectActivation, session } from '../../session/index.ts';
import { selectInside } from '../../session/relatedRuns/index.ts';
import { type ShownRun } from '../../session/run/index.ts';
import { formatLength, revealRow, useNow, useWindow } from '../../ui/index.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import type { FamilyRow } from './FamilyOutline.ts';
import { moveFocus } from './moveFocus.ts';
import { Playhead } from './Playhead.tsx';
import { ScrubBar, toInstant } from './ScrubBar.tsx';
import styles from './Timeline.module.css';
import { NoteLine, ROW_HEIGHT, RunLine, TimelineLine } from './TimelineLine.tsx';
import { toTicks } from './toTicks.ts';
import { type TimeSpan, toTimeSpan } from './toTimelineRow.ts';
import { useFamily, useInsideSources, useSelectedStep } from './useFamily.ts';

const TICKS = 6;

/**
 * A run over time: a row per activation, nested by container, with a bar per attempt. Choosing a row shows the step and
 * selects its card; a card chosen on the canvas brings its row into view. Arrow keys walk along the rows. A step that has
 * started a run of another workflow unfolds into the steps of that run.
 */
export function Timeline({ run, source }: { readonly run: ShownRun; readonly source: RunSource }): ReactNode {
  const { view } = run;
  const now = useNow(view.status === 'running' && run.moment === null && view.paused?.next == null);
  const selected = useSelectedStep(run);
  const { outline, inside, toggle, unfold } = useFamily(run, selected);
  const sources = useInsideSources();
  const frame = toTimeSpan(view, now);
  const span = Math.max(frame.end - frame.origin, 1);
  const scroller = useRef<HTMLDivElement>(null);
  const [first, last] = useWindow(scroller, outline.length, ROW_HEIGHT);
  const selectedIndex = selected === null ? -1 : outline.indexOf(selected);
  useEffect(() => revealRow(scroller.current, selectedIndex, ROW_HEIGHT), [selectedIndex]);
  const draw = (line: FamilyRow): ReactNode => {
    const { runId } = line;
    if (line.kind === 'run')
      return <RunLine key={runId} runId={runId} head={line.head} depth={line.depth} onUnfold={unfold} />;
    if (line.kind === 'note') return <NoteLine key={`${runId} …`} depth={line.depth} isGone={line.isGone} />;
    const { row } = line;
    const own = inside.get(runId);
    return (
      <TimelineLine
        key={`${runId}/${row.activation}`}
        runId={runId}
        row={row}
        source={own == null ? source : sources.of(own)}
        isSelected={selected?.runId === runId && selected.activation === row.activation}
        onToggle={toggle}
        onSelect={selectStep}
      />
    );
  };
  return (
    <div className={styles.timeline}>
      <div className={styles.chart}>
        <Playhead run={run} span={span}>
          {toTicks(span, TICKS).map(({ at, label }) => (
            <span key={at} className={styles.tick} style={{ left: `${(at / span) * 100}%` }} aria-hidden>
              {label}
            </span>
          ))}
        </Playhead>
        <div ref={scroller} className={styles.rows}>
          {outline.length === 0 && <p className={styles.empty}>Nothing has started yet.</p>}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the rows inside */}
          <ol style={listStyle(outline.length, first, span)} aria-label="Steps of the run" onKeyDown={moveFocus}>
            {outline.rows(first, last, frame).map(draw)}
          </ol>
        </div>
        <Interruptions idle={view.idle} frame={frame} span={span} />
        {run.moment !== null && <Shade at={run.moment.at - (view.startedAt ?? 0)} span={span} />}
      </div>
      <ScrubBar {...toInstant(run)} />
    </div>
  );
}

/** Shows a step, of the run on screen or of one inside it. */
function selectStep(runId: string, activation: number): void {
  if (session.getState().run.shown?.runId === runId) selectActivation(activation);
  else selectInside(runId, activation);
}

function listStyle(rows: number, first: number, span: number): CSSProperties {
  const style = { height: rows * ROW_HEIGHT, paddingTop: first * ROW_HEIGHT, '--span': span };
  return style;
}

/** How many interruptions are drawn: the latest ones. */
const MOST_INTERRUPTIONS = 20;

/** A line where the run was interrupted, with how long. */
function Interruptions({ idle, frame, span }: InterruptionsProps): ReactNode {
  const shown = idle.filter(({ reason }) => reason === 'interrupted').slice(-MOST_INTERRUPTIONS);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.breaks} aria-label="Interruptions of the run">
      {shown.map(({ from, to }) => (
        <li key={from} style={{ left: `${Math.min(1, Math.max(0, from - frame.origin) / span) * 100}%` }}>
          <span>Interrupted for {formatLength((to ?? frame.end) - from)}</span>
        </li>
      ))}
    </ul>
  );
}

interface InterruptionsProps {
  readonly idle: RunView['idle'];
  readonly frame: TimeSpan;
  /** The length of the time axis, in ms. */
  readonly span: number;
}

/** What had not yet happened at the instant that is looked at. */
function Shade({ at, span }: { readonly at: number; readonly span: number }): ReactNode {
  const share = Math.min(Math.max(at / span, 0), 1);
  return (
    <span className={styles.shade} aria-hidden>
      <span style={{ left: `${share * 100}%` }} />
    </span>
  );
}
