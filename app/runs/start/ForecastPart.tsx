import { type ReactNode, useEffect, useMemo } from 'react';
import type { Analysis } from '#engine';
import type { Workflow } from '#engine/model';
import { formatCost } from '#engine/numbers';
import { boundRun, type RunBound, type UsageView } from '#engine/run';
import { analysisOf, session, useSession } from '../../session/index.ts';
import { knownPrices, loadPrices } from '../../session/workspace/index.ts';
import { formatLength } from '../../ui/index.ts';
import styles from './ForecastPart.module.css';
import { tellCost, tellTime } from './tellBound.ts';

/** So few runs say little of the next one. */
const FEW = 10;

interface ForecastPartProps {
  readonly path: string;
  /** The server that is to execute it, by its address; null: this browser. */
  readonly address: string | null;
  /** What the last runs there took. */
  readonly found: Forecast | null | undefined;
}

/** What a run may take: by the last ones of its file where it is to run, on how many that is based, and at most by its text. */
export function ForecastPart({ path, address, found }: ForecastPartProps): ReactNode {
  const bound = useBound(path);
  // Budgets are of this browser.
  const budget = useSession((state) => (address === null ? state.workspace.budget.cost : undefined));
  if (bound === null) return null;
  const cost = budget === undefined ? tellCost(bound) : tellBudget(budget, { found, bound });
  return (
    <div className={styles.part}>
      {found === null && (
        <p className={styles.none}>No run of this file has ended {address === null ? 'here' : 'there'} yet.</p>
      )}
      {/* The place of one line is kept: the buttons below stay where they are. */}
      {found === undefined && <p className={styles.none}>{'\u00a0'}</p>}
      {found && <ForecastTable found={found} bound={bound} budget={budget} />}
      <p className={styles.none}>{tellTime(bound)}</p>
      {cost !== null && <p className={styles.none}>{cost}</p>}
      {found?.cost === null && found.isCostPartial && (
        <p className={styles.none}>What they cost is not known: the prices of their models are not set.</p>
      )}
    </div>
  );
}

/** When the budget stops a run; null where none has come to it, and where there is nothing to pay for. */
function tellBudget(
  budget: number,
  { found, bound }: { readonly found: Forecast | null | undefined; readonly bound: RunBound },
): string | null {
  const isReached = found == null || found.cost === null || budget < found.cost.most;
  return bound.answers !== 0 && isReached ? `It pauses once its models have cost ${formatCost(budget)}.` : null;
}

interface ForecastTableProps {
  readonly found: Forecast;
  readonly bound: RunBound;
  readonly budget: number | undefined;
}

function ForecastTable({ found, bound, budget }: ForecastTableProps): ReactNode {
  const { runs, time, cost, isCostPartial } = found;
  return (
    <table className={styles.table}>
      <caption>
        {runs === 1 ? 'What the last run took' : `What the last ${runs} runs took`}
        {runs < FEW && (
          <span>{runs === 1 ? ': one says little about the next' : ': so few say little about the next one'}</span>
        )}
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Half, at most</th>
          <th scope="col">9 of 10</th>
          <th scope="col">Most</th>
          <th scope="col">Bound</th>
        </tr>
      </thead>
      <tbody>
        <Row name="Time" spread={time} bound={bound.time === 0 ? null : bound.time} format={formatLength} />
        {cost !== null && (
          <Row
            name={isCostPartial ? 'Cost, at least' : 'Cost'}
            spread={cost}
            bound={budget ?? (bound.answers === 0 ? 0 : null)}
            format={formatCost}
          />
        )}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly name: string;
  readonly spread: Spread;
  /** What no run exceeds; null where there is no such thing. */
  readonly bound: number | null;
  readonly format: (value: number) => string;
}

function Row({ name, spread: { p50, p90, most }, bound, format }: RowProps): ReactNode {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{format(p50)}</td>
      <td>{format(p90)}</td>
      <td>{format(most)}</td>
      <td>{bound === null ? 'none' : format(bound)}</td>
    </tr>
  );
}

function withImports({ imports, workflow }: Analysis): Workflow {
  return imports?.workflow ?? workflow;
}

/** By the text with its imports, the files that it runs inside, and the prices that are known; null while the file is read. */
function useBound(path: string): RunBound | null {
  const analysis = useSession((state) => analysisOf(state, path, 'resolved'));
  const prices = useSession((state) => state.workspace.prices);
  const shippedPrices = useSession((state) => state.workspace.shippedPrices);
  useEffect(() => void loadPrices(), []);
  const files = useSession((state) => state.document.workspace.files);
  return useMemo(
    () =>
      analysis &&
      boundRun(withImports(analysis), knownPrices({ prices, shippedPrices }), {
        file: path,
        find: (file) => {
          const found = files.has(file) ? analysisOf(session.getState(), file, 'resolved') : null;
          return found && withImports(found);
        },
      }),
    [analysis, prices, shippedPrices, files, path],
  );
}

/** What half of some numbers, nine in ten of them, and none of them exceed. */
interface Spread {
  readonly p50: number;
  readonly p90: number;
  readonly most: number;
}

/** A run that a forecast depends on, of this browser or of a server. */
interface PastRun {
  readonly status: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly idle?: number;
  readonly usage?: UsageView | null;
  readonly simulate?: boolean;
  readonly forkedFrom?: string;
  readonly isImported?: boolean;
}

/** What a run may take, by the last ones of its file. */
export interface Forecast {
  /** How many runs it is based on. */
  readonly runs: number;
  /** In ms of work, without pauses. */
  readonly time: Spread;
  /** In US dollars; null where no run used a model whose price is known. */
  readonly cost: Spread | null;
  /** Whether the price of some answers is not known, so that the cost is more than that. */
  readonly isCostPartial: boolean;
}

/**
 * Forecasts the next run of a file by those that have ended by themselves: neither cancelled, nor simulated as a whole, nor forks, which
 * begin in the middle, nor from a file. Null where there are none.
 */
export function forecast(rows: readonly PastRun[]): Forecast | null {
  const runs = rows.filter(
    ({ status, simulate, forkedFrom, isImported }) =>
      (status === 'success' || status === 'error') &&
      simulate !== true &&
      forkedFrom === undefined &&
      isImported !== true,
  );
  const time = spreadOf(
    runs.map(({ startedAt, endedAt, idle = 0 }) => Math.max(0, (endedAt ?? startedAt) - startedAt - idle)),
  );
  if (time === null) return null;
  const isPriced = runs.some(({ usage }) => usage != null && usage.cost !== null);
  return {
    runs: runs.length,
    time,
    // A run that came to no model costs nothing.
    cost: isPriced ? spreadOf(runs.map(({ usage }) => usage?.cost ?? 0)) : null,
    isCostPartial: runs.some(({ usage }) => (usage?.unpriced ?? 0) > 0),
  };
}

function spreadOf(numbers: readonly number[]): Spread | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return sorted.length === 0 ? null : { p50: at(0.5), p90: at(0.9), most: at(1) };
}
