import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import type { ShownRun } from '../../session/run/index.ts';
import { revealRow, useWindow } from '../../ui/index.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import type { FamilyRow } from './outline/FamilyOutline.ts';
import type { TimeSpan } from './outline/toCallBars.ts';
import styles from './Timeline.module.css';
import { NoteLine, ROW_HEIGHT, RoundsLine, RunLine, TimelineLine } from './TimelineLine.tsx';
import type { TimeScale } from './TimeScale.ts';
import { selectStep, useFamily, useInsideSources, useSelectedStep } from './useFamily.ts';
import { useRowKeys } from './useRowKeys.ts';

export interface TimelineRowsProps {
  readonly run: ShownRun;
  readonly source: RunSource;
  readonly scale: TimeScale;
  readonly frame: TimeSpan;
}

/** The rows of a run and of the runs inside it that are unfolded. Those in view are drawn. */
export function TimelineRows({ run, source, scale, frame }: TimelineRowsProps): ReactNode {
  const selected = useSelectedStep(run);
  const { outline, inside, shown, toggle, unfold, chooseRound } = useFamily(run, selected);
  const sources = useInsideSources();
  const scroller = useRef<HTMLDivElement>(null);
  const [first, last] = useWindow(scroller, outline.length, ROW_HEIGHT);
  const shownIndex = shown === null ? -1 : outline.indexOf(shown);
  useEffect(() => revealRow(scroller.current, shownIndex, ROW_HEIGHT), [shownIndex]);
  const selectedRounds = selected === null ? null : outline.roundsOf(selected);
  const onKeyDown = useRowKeys(scroller, outline);
  const draw = (line: FamilyRow, at: number): ReactNode => {
    const { runId, kind } = line;
    const index = first + at;
    if (kind === 'run')
      return <RunLine key={runId} runId={runId} index={index} head={line.head} depth={line.depth} onUnfold={unfold} />;
    if (kind === 'note') return <NoteLine key={`${runId} …`} depth={line.depth} isGone={line.isGone} />;
    const own = inside.get(runId);
    const shared = { runId, index, scale, source: own == null ? source : sources.of(own), onToggle: toggle };
    const chosen = selected?.runId === runId ? selected.activation : null;
    if (kind === 'rounds') {
      const { row } = line;
      // Unfolded, the chosen round has a row for itself.
      const isSelected = chosen !== null && !row.isOpen && selectedRounds === row.key;
      const id = `${runId}/${row.key}`;
      return <RoundsLine key={id} {...shared} row={row} isSelected={isSelected} onSelect={chooseRound} />;
    }
    const { row } = line;
    const id = `${runId}/${row.activation}`;
    const isSelected = chosen === row.activation;
    return <TimelineLine key={id} {...shared} row={row} isSelected={isSelected} onSelect={selectStep} />;
  };
  return (
    <div ref={scroller} className={styles.rows}>
      {outline.length === 0 && <p className={styles.empty}>Nothing has started yet.</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the rows inside */}
      <ol style={listStyle(outline.length, first)} aria-label="Steps of the run" onKeyDown={onKeyDown}>
        {outline.rows(first, last, frame).map(draw)}
      </ol>
    </div>
  );
}

function listStyle(rows: number, first: number): CSSProperties {
  return { height: rows * ROW_HEIGHT, paddingTop: first * ROW_HEIGHT };
}
