import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';

export interface RowLimitProps<T> {
  readonly rows: readonly T[];
  readonly children: (row: T) => ReactNode;
}

/** The first rows of a list that may be very long, with a button below them that shows more. */
export function RowLimit<T>({ rows, children }: RowLimitProps<T>) {
  const [shown, more] = useRowLimit(rows);
  return (
    <>
      {shown.map(children)}
      {more}
    </>
  );
}

/**
 * The first rows of a list that may be very long, and a button that shows as many more; null where all are shown.
 * @param step how many rows are drawn per step
 */
export function useRowLimit<T>(rows: readonly T[], step = 100): readonly [readonly T[], ReactNode] {
  const [limit, setLimit] = useState(step);
  const left = rows.length - limit;
  if (left <= 0) return [rows, null];
  const label = `Show ${Math.min(step, left)} more of ${left.toLocaleString('en')}`;
  const more = (
    <Button variant="ghost" size="small" onClick={() => setLimit(limit + step)}>
      {label}
    </Button>
  );
  return [rows.slice(0, limit), more];
}
