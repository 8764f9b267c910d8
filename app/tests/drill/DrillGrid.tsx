import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { DrillCell } from '../../session/tests/index.ts';
import { classes } from '../../ui/index.ts';
import styles from './drill.module.css';

interface DrillGridProps {
  readonly cells: readonly DrillCell[];
  /** Key of the chosen cell; null: none. */
  readonly chosen: string | null;
  readonly keyOf: (cell: DrillCell) => string;
  readonly onChoose: (cell: DrillCell) => void;
  readonly onOpen: (cell: DrillCell) => void;
}

/** Tasks, and calls of the tools of their agents, by faults. One stop of the Tab key: arrows, Home and End choose a cell, Enter or a click opens its run. */
export function DrillGrid({ cells, chosen, keyOf, onChoose, onOpen }: DrillGridProps): ReactNode {
  const grid = useRef<HTMLTableElement>(null);
  const places = [...new Set(cells.map(({ place }) => place))];
  const faults = listFaults(cells);
  const byPlace = new Map(cells.map((cell) => [`${cell.place}\n${cell.fault}`, cell]));
  const stop = cells.some((cell) => keyOf(cell) === chosen) ? chosen : cells[0] && keyOf(cells[0]);
  const move = (event: KeyboardEvent): void => {
    const from = cells.find((cell) => keyOf(cell) === stop);
    const to = from && findNext(event.key, from, { places, faults, byPlace });
    if (to === undefined) return;
    event.preventDefault();
    onChoose(to);
    const key = keyOf(to);
    [...(grid.current?.querySelectorAll('button') ?? [])].find((button) => button.dataset['key'] === key)?.focus();
  };
  return (
    <div className={styles.scroller}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are walked by arrows */}
      <table ref={grid} className={styles.grid} role="grid" aria-label="Faults by task" onKeyDown={move}>
        <thead>
          <tr>
            <td />
            {faults.map((fault) => (
              <th key={fault} scope="col">
                <span>{nameFault(fault)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place}>
              <th scope="row" title={place}>
                {place}
              </th>
              {faults.map((fault) => {
                const cell = byPlace.get(`${place}\n${fault}`);
                return (
                  <td key={fault} role="gridcell">
                    {cell && (
                      <Cell
                        cell={cell}
                        id={keyOf(cell)}
                        isChosen={keyOf(cell) === chosen}
                        isStop={keyOf(cell) === stop}
                        onOpen={onOpen}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  readonly cell: DrillCell;
  readonly id: string;
  readonly isChosen: boolean;
  readonly isStop: boolean;
  readonly onOpen: (cell: DrillCell) => void;
}

function Cell({ cell, id, isChosen, isStop, onOpen }: CellProps): ReactNode {
  const { place, fault, verdict, allowed, why } = cell;
  return (
    <button
      type="button"
      className={classes(styles.sign, styles.cell, isChosen && styles.chosen)}
      data-verdict={verdict}
      data-key={id}
      data-wanted={allowed !== null || undefined}
      aria-label={`${place}, ${nameFault(fault)}: ${wordsFor(cell)}`}
      aria-current={isChosen || undefined}
      tabIndex={isStop ? 0 : -1}
      title={`${place}, ${nameFault(fault)}: ${wordsFor(cell)}\n${why}`}
      onClick={() => onOpen(cell)}
    >
      <span aria-hidden>{VERDICTS.find((each) => each.verdict === verdict)?.sign}</span>
    </button>
  );
}

/** Codes first, in the order in which tasks have them, then the other kinds of faults. */
function listFaults(cells: readonly DrillCell[]): readonly string[] {
  const codes = cells.filter(({ kind }) => kind === 'code').map(({ fault }) => fault);
  return [...new Set([...codes, ...cells.map(({ fault }) => fault)])];
}

interface Places {
  readonly places: readonly string[];
  readonly faults: readonly string[];
  readonly byPlace: ReadonlyMap<string, DrillCell>;
}

/** The next cell in the direction of a key, over those that are empty; Home and End are those of the row. */
function findNext(
  key: string,
  { place, fault }: DrillCell,
  { places, faults, byPlace }: Places,
): DrillCell | undefined {
  const row = faults.flatMap((each) => byPlace.get(`${place}\n${each}`) ?? []);
  const at = row.findIndex((cell) => cell.fault === fault);
  switch (key) {
    case 'ArrowRight':
      return row[at + 1];
    case 'ArrowLeft':
      return row[at - 1];
    case 'Home':
      return row[0];
    case 'End':
      return row.at(-1);
    case 'ArrowDown':
    case 'ArrowUp': {
      const step = key === 'ArrowDown' ? 1 : -1;
      const next = places[places.indexOf(place) + step];
      if (next === undefined) return undefined;
      return byPlace.get(`${next}\n${fault}`) ?? faults.flatMap((each) => byPlace.get(`${next}\n${each}`) ?? [])[0];
    }
    default:
      return undefined;
  }
}

type Verdict = DrillCell['verdict'];

/** How each verdict is called, as in `DRILL_WORDS` of the engine, and drawn; from the worst to the best. */
export const VERDICTS: readonly { readonly verdict: Verdict; readonly words: string; readonly sign: string }[] = [
  { verdict: 'leaks', words: 'leaks a secret', sign: '◉' },
  { verdict: 'repeats', words: 'repeats a consequence', sign: '2×' },
  { verdict: 'hangs', words: 'hangs', sign: '∞' },
  { verdict: 'unhandled', words: 'unhandled', sign: '✕' },
  { verdict: 'as-written', words: 'ends in an error as written', sign: '◼' },
  { verdict: 'handled', words: 'handled', sign: '✓' },
];

/** The words for a cell: its verdict, and whether that is wanted. */
export function wordsFor({ verdict, allowed }: DrillCell): string {
  const words = VERDICTS.find((each) => each.verdict === verdict)?.words ?? verdict;
  return allowed === null ? words : `${words}, as is wanted`;
}

/** The fault of a cell in words. */
export function nameFault(fault: string): string {
  return fault === 'none' ? 'no fault' : fault;
}
