import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import { useSession } from '../../session/index.ts';
import { type ShownRun, showMoment } from '../../session/run/index.ts';
import { showFound } from '../../session/runSteps/index.ts';
import { ArrowDownIcon, ArrowUpIcon, HistoryIcon, SearchIcon, XIcon } from '../../ui/icons.ts';
import { IconButton, TextField, VisuallyHidden } from '../../ui/index.ts';
import { type RunSource, useRunSource } from '../parts/toRunSource.ts';
import { countHits, describeHit, type Hit, sayHit } from './describeHit.ts';
import { findNext, InsideHits, placeFrom } from './InsideHits.tsx';
import { type RunQuery, RunSearch } from './RunSearch.ts';
import styles from './SearchBar.module.css';
import { STEP_FILTERS, type StepFilter } from './StepFilters.ts';

export interface SearchBarProps {
  readonly field: RefObject<HTMLInputElement | null>;
  /** What is looked for. */
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** The hit that is shown; null: none yet. */
  readonly found: Hit | null;
  readonly onFound: (hit: Hit | null) => void;
  readonly onClose: () => void;
}

/** Searches the run on screen: its field, its filters, how many hits there are, and the one that is shown. */
export function SearchBar(props: SearchBarProps): ReactNode {
  const run = useSession((state) => state.run.shown);
  const source = useRunSource();
  return run !== null && source !== null && <Search {...props} key={run.runId} run={run} source={source} />;
}

interface SearchProps extends SearchBarProps {
  readonly run: ShownRun;
  readonly source: RunSource;
}

function Search({ run, source, field, words, onWords, found, onFound, onClose }: SearchProps): ReactNode {
  const [filters, setFilters] = useState<readonly StepFilter[]>([]);
  const query = useMemo(() => ({ words: words.trim(), filters }), [words, filters]);
  const { search, count, isDone } = useRunSearch(run, query, source);
  const { nameOf } = source;
  const isEmpty = query.words === '' && filters.length === 0;
  const { events, view } = run;
  const hitAt = (place: number): Hit | undefined => {
    const index = search.hits[place];
    return index === undefined ? undefined : describeHit({ run: { events, view }, index, query, nameOf });
  };
  const place = found === null ? -1 : placeFrom(search.hits, found.index);
  const isAt = found !== null && search.hits[place] === found.index;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- its value may be large, and stays the same while more is found
  const first = useMemo(() => hitAt(0), [search, count > 0]);
  const shown = isAt ? found : first;
  const go = (by: 1 | -1): void => {
    const next = findNext(search.hits, found?.index ?? null, by);
    const hit = hitAt(next);
    if (hit === undefined) return;
    onFound(hit);
    showFound({ count: hit.index + 1, activation: hit.activation, words: sayHit(hit, next, search.hits.length) });
  };
  useEffect(() => onFound(null), [query, onFound]);
  // F3 continues wherever in the drawer the focus is.
  useEffect(() => {
    const drawer = field.current?.closest('section');
    const onF3 = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'F3') return;
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    };
    drawer?.addEventListener('keydown', onF3);
    return () => drawer?.removeEventListener('keydown', onF3);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target === field.current) go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles.search} aria-label="Search in the run" onKeyDown={onKeyDown}>
      <div className={styles.line}>
        <TextField
          ref={field}
          type="search"
          size="small"
          autoFocus
          className={styles.field}
          aria-label="Search in the run"
          placeholder="Names, inputs, outputs, errors, events"
          value={words}
          onChange={onWords}
          prefix={<SearchIcon aria-hidden />}
        />
        <div className={styles.filters} role="group" aria-label="Only steps that fit">
          {STEP_FILTERS.map((filter) => (
            <button
              key={filter}
              type="button"
              className={styles.filter}
              title={MEANINGS[filter]}
              aria-pressed={filters.includes(filter)}
              onClick={() => setFilters(withToggled(filters, filter))}
            >
              {LABELS[filter]}
            </button>
          ))}
        </div>
        <span className={styles.count} aria-hidden>
          {isEmpty ? '' : `${isAt ? `${(place + 1).toLocaleString('en')} of ` : ''}${countHits(count, isDone)}`}
        </span>
        <span role="status">
          <VisuallyHidden>{isEmpty || !isDone ? '' : countHits(count, isDone)}</VisuallyHidden>
        </span>
        <IconButton
          size="small"
          label="Previous hit"
          shortcut="Shift+F3"
          icon={<ArrowUpIcon />}
          disabled={count === 0}
          onClick={() => go(-1)}
        />
        <IconButton
          size="small"
          label="Next hit"
          shortcut="F3"
          icon={<ArrowDownIcon />}
          disabled={count === 0}
          onClick={() => go(1)}
        />
        <IconButton size="small" label="Close the search" shortcut="Escape" icon={<XIcon />} onClick={onClose} />
      </div>
      {!isEmpty && shown !== undefined && (
        <div className={styles.hit} role="group" aria-label="Hit">
          <button type="button" className={styles.place} onClick={() => go(1)} disabled={isAt}>
            {shown.step}
            {shown.place !== '' && <span className={styles.part}>{shown.place}</span>}
          </button>
          <span className={styles.text}>
            {shown.before}
            {shown.match !== '' && <mark>{shown.match}</mark>}
            {shown.after}
          </span>
          <IconButton
            size="small"
            label="Show the instant of the hit"
            icon={<HistoryIcon />}
            onClick={() => showMoment(shown.index + 1)}
          />
        </div>
      )}
      {!isEmpty && isDone && <InsideHits key={JSON.stringify(query)} run={run} query={query} />}
    </search>
  );
}

const LABELS: Readonly<Record<StepFilter, string>> = {
  failed: 'Failed',
  slow: 'Slow',
  retried: 'Retried',
  http: 'HTTP',
  model: 'Model',
};

const MEANINGS: Readonly<Record<StepFilter, string>> = {
  failed: 'Steps that failed by themselves, and collections whose items did',
  slow: 'Steps that worked for a second or longer, and are among the slowest tenth of the run',
  retried: 'Steps that were tried again, or that made a call again',
  http: 'Steps that made an HTTP request',
  model: 'Steps that called a model',
};

function withToggled(filters: readonly StepFilter[], filter: StepFilter): readonly StepFilter[] {
  return filters.includes(filter) ? filters.filter((each) => each !== filter) : [...filters, filter];
}

/** How long a search holds the page before it lets it draw and take keys, in ms. */
const TURN = 16;

/** A search as far as it has come. */
interface SearchSoFar {
  readonly search: RunSearch;
  readonly count: number;
  readonly isDone: boolean;
}

/**
 * Searches a run by turns, and continues as more happens in it. Once it is over it is searched again: only then is it known which steps
 * fit the filters.
 */
function useRunSearch({ runId, events, view }: ShownRun, query: RunQuery, { nameOf }: RunSource): SearchSoFar {
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
