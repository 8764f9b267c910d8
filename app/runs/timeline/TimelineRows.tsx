import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
} from 'react';
import type { ShownRun } from '../../session/run/index.ts';
import { revealRow, useWindow } from '../../ui/index.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import type { FamilyOutline, FamilyRow } from './outline/FamilyOutline.ts';
import type { TimeSpan } from './outline/toBars.ts';
import styles from './Timeline.module.css';
import { NoteLine, ROW_HEIGHT, RoundsLine, RunLine, TimelineLine } from './TimelineLine.tsx';
import type { TimeScale } from './TimeScale.ts';
import { selectStep, useFamily, useInsideSources, useSelectedStep } from './useFamily.ts';

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

/**
 * The keys of the rows: up and down walk from row to row, Home and End go to the first and the last. Right unfolds a row, or goes to the
 * first one inside; left folds it, or goes to the row that it is inside of, also where that is far out of view.
 */
function useRowKeys(
  scroller: RefObject<HTMLElement | null>,
  outline: FamilyOutline,
): (event: KeyboardEvent<HTMLElement>) => void {
  /** The row that gets the focus once it is drawn. */
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current !== null && focusRow(scroller.current, wanted.current)) wanted.current = null;
  });
  return useCallback(
    (event) => {
      const line = event.target instanceof Element ? event.target.closest('[data-index]') : null;
      if (line === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      wanted.current = null;
      const index = Number(line.getAttribute('data-index'));
      const go = (to: number): void => {
        if (to < 0) return;
        revealRow(scroller.current, to, ROW_HEIGHT);
        if (!focusRow(scroller.current, to)) wanted.current = to;
      };
      if (!act(event.key, { line, index, last: outline.length - 1, go, around: () => outline.indexAround(index) }))
        return;
      event.preventDefault();
    },
    [scroller, outline],
  );
}

interface RowFocus {
  readonly line: Element;
  readonly index: number;
  readonly last: number;
  readonly go: (index: number) => void;
  /** The row that it is inside of; -1: none. */
  readonly around: () => number;
}

function act(key: string, { line, index, last, go, around }: RowFocus): boolean {
  const turn = line.querySelector<HTMLElement>('[aria-expanded]');
  const isOpen = turn?.getAttribute('aria-expanded');
  switch (key) {
    case 'ArrowDown':
      focusIn(line, 'nextElementSibling');
      return true;
    case 'ArrowUp':
      focusIn(line, 'previousElementSibling');
      return true;
    case 'Home':
      go(0);
      return true;
    case 'End':
      go(last);
      return true;
    case 'ArrowRight':
      if (isOpen === 'false') turn?.click();
      else if (isOpen === 'true') go(index + 1);
      return true;
    case 'ArrowLeft':
      if (isOpen === 'true') turn?.click();
      else go(around());
      return true;
    default:
      return false;
  }
}

/** Gives the focus to the next row in a direction; rows beyond the visible ones are drawn. */
function focusIn(line: Element, way: 'nextElementSibling' | 'previousElementSibling'): void {
  let at = line[way];
  while (at !== null && rowIn(at) === null) at = at[way];
  if (at !== null) rowIn(at)?.focus();
}

function focusRow(scroller: HTMLElement | null, index: number): boolean {
  const line = scroller?.querySelector(`[data-index="${index}"]`) ?? null;
  const row = line === null ? null : rowIn(line);
  row?.focus();
  return row !== null;
}

function rowIn(line: Element): HTMLElement | null {
  return line.querySelector<HTMLElement>('[data-row]');
}
