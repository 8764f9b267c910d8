import { type ReactNode, useEffect, useState } from 'react';
import { readEnded } from '../../session/history/index.ts';
import { useSession } from '../../session/index.ts';
import { formatLength } from '../../ui/index.ts';
import { formatCost } from '../parts/formatUsage.ts';
import styles from './ForecastPart.module.css';
import { type Forecast, forecast, type Spread } from './forecast.ts';

/** So few runs say little of the next one. */
const FEW = 10;

/** What a run may take, by the last ones of its file, and on how many that stands. */
export function ForecastPart({ path }: { readonly path: string }): ReactNode {
  const found = useForecast(path);
  const budget = useSession((state) => state.workspace.budget.cost);
  if (found === undefined) return null;
  if (found === null)
    return (
      <p className={styles.none}>No run of this file has ended here yet, so nothing can be said of the next one.</p>
    );
  const { runs, time, cost, isCostPartial } = found;
  const isLimited = budget !== undefined && (cost === null || budget < cost.most);
  return (
    <div className={styles.part}>
      <table className={styles.table}>
        <caption>
          {runs === 1 ? 'What the last run took' : `What the last ${runs} runs took`}
          {runs < FEW && (
            <span>{runs === 1 ? ': one says little of the next' : ': so few say little of the next one'}</span>
          )}
        </caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Half, at most</th>
            <th scope="col">9 of 10</th>
            <th scope="col">Most</th>
          </tr>
        </thead>
        <tbody>
          <Row name="Time" spread={time} format={formatLength} />
          {cost !== null && <Row name={isCostPartial ? 'Cost, at least' : 'Cost'} spread={cost} format={formatCost} />}
        </tbody>
      </table>
      {isLimited && <p className={styles.none}>{`It pauses once its models have cost ${formatCost(budget)}.`}</p>}
      {cost === null && isCostPartial && (
        <p className={styles.none}>What they cost is not known: the prices of their models are not set.</p>
      )}
    </div>
  );
}

interface RowProps {
  readonly name: string;
  readonly spread: Spread;
  readonly format: (value: number) => string;
}

function Row({ name, spread: { p50, p90, most }, format }: RowProps): ReactNode {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{format(p50)}</td>
      <td>{format(p90)}</td>
      <td>{format(most)}</td>
    </tr>
  );
}

/** Undefined while it is read, and where there is no engine. */
function useForecast(path: string): Forecast | null | undefined {
  const [found, setFound] = useState<Forecast | null>();
  useEffect(() => {
    let isWanted = true;
    void readEnded(path).then((rows) => {
      if (isWanted && rows !== null) setFound(forecast(rows));
    });
    return () => {
      isWanted = false;
    };
  }, [path]);
  return found;
}
