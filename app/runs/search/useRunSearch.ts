import { useEffect, useMemo, useState } from 'react';
import type { ShownRun } from '../../session/run/index.ts';
import type { RunSource } from '../parts/toRunSource.ts';
import { type RunQuery, RunSearch } from './RunSearch.ts';

/** How long a search holds the page before it lets it draw and take keys, in ms. */
const TURN = 16;

/** A search as far as it has come. */
export interface SearchSoFar {
  readonly search: RunSearch;
  readonly count: number;
  readonly isDone: boolean;
}

/**
 * Searches a run by turns, and continues as more happens in it. Once it is over it is searched again: only then is it known which steps
 * fit the filters.
 */
export function useRunSearch({ runId, events, view }: ShownRun, query: RunQuery, { nameOf }: RunSource): SearchSoFar {
  const isOver = view.status !== 'running';
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another run, and the end of one, begin another search
  const search = useMemo(() => new RunSearch(query, nameOf), [query, nameOf, runId, isOver]);
  const [state, setState] = useState<SearchSoFar>({ search, count: 0, isDone: false });
  useEffect(() => {
    const turns = search.advance({ events, view });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = (): void => {
      const until = performance.now() + TURN;
      let isDone = turns.next().done === true;
      while (!isDone && performance.now() < until) isDone = turns.next().done === true;
      const count = search.hits.length;
      setState((before) =>
        before.search === search && before.count === count && before.isDone === isDone
          ? before
          : { search, count, isDone },
      );
      if (!isDone) timer = setTimeout(turn);
    };
    turn();
    return () => clearTimeout(timer);
  }, [search, events, view]);
  return state.search === search ? state : { search, count: 0, isDone: false };
}
