import { type ReactNode, useEffect, useRef, useState } from 'react';
import { session, useSession } from '../../session/index.ts';
import { type InsideRun, selectInside } from '../../session/relatedRuns/index.ts';
import { openRun, type ShownRun } from '../../session/run/index.ts';
import { SearchIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import { describeHit } from './describeHit.ts';
import { type InsideHits as Found, type RunQuery, runsInside, searchInside } from './RunSearch.ts';
import styles from './SearchBar.module.css';

interface InsideHitsProps {
  readonly run: ShownRun;
  /** Another one is for another element. */
  readonly query: RunQuery;
}

function runOf(runId: string): InsideRun | null | undefined {
  return session.getState().run.inside.get(runId);
}

/** What is found in the runs inside of the one on screen, which are read once that is asked for. Nothing where it has started none. */
export function InsideHits({ run, query }: InsideHitsProps): ReactNode {
  const [found, setFound] = useState<readonly Found[] | 'searching' | null>(null);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  if (runsInside(run).size === 0) return null;
  const search = async (): Promise<void> => {
    setFound('searching');
    const isWanted = (): boolean => isShown.current && session.getState().run.shown?.runId === run.runId;
    const { files } = session.getState().document.workspace;
    const all = await searchInside(run, { query, files, runOf, isWanted });
    if (isWanted()) setFound(all);
  };
  return (
    <div className={styles.inside} role="group" aria-label="In the runs inside">
      {found === null ? (
        <Button size="small" variant="ghost" icon={<SearchIcon />} onClick={() => void search()}>
          Search the runs inside
        </Button>
      ) : (
        <span className={styles.text} role="status">
          {describeFound(found)}
        </span>
      )}
      {Array.isArray(found) && found.map((each: Found) => <HitsOf key={each.run.runId} {...each} />)}
    </div>
  );
}

function describeFound(found: readonly Found[] | 'searching'): string {
  if (found === 'searching') return 'Searching the runs inside…';
  return found.length === 0 ? 'Nothing found in the runs inside' : 'In the runs inside:';
}

/** The hits of one run inside: each press shows the next one, at its step. */
function HitsOf({ run, hits, nameOf }: Found): ReactNode {
  const [at, setAt] = useState(-1);
  const isShown = useSession(({ run: { shown } }) => shown?.selectedInside?.runId === run.runId);
  const hit = (index: number) =>
    describeHit({ run, index: hits[index] ?? -1, query: { words: '', filters: [] }, nameOf });
  const go = (): void => {
    const next = (at + 1) % hits.length;
    setAt(next);
    const activation = hit(next)?.activation ?? null;
    if (activation === null) void openRun(run.runId);
    else selectInside(run.runId, activation);
  };
  const count = hits.length === 1 ? '1 hit' : `${hits.length.toLocaleString('en')} hits`;
  return (
    <Button size="small" aria-pressed={isShown} onClick={go}>
      {isShown && at >= 0 ? `${run.path}: ${at + 1} of ${count}` : `${run.path}: ${count}`}
    </Button>
  );
}

/** The place of the first of some ascending numbers that is not less than one; their count where all are. */
export function placeFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the hit after the one at an event, or before it, from the last one on the first; -1 where there is none. */
export function findNext(hits: readonly number[], current: number | null, by: 1 | -1): number {
  const { length } = hits;
  if (length === 0) return -1;
  if (current === null) return by === 1 ? 0 : length - 1;
  const at = placeFrom(hits, current);
  const isThere = hits[at] === current;
  const next = by === 1 ? at + (isThere ? 1 : 0) : at - 1;
  return (next + length) % length;
}
