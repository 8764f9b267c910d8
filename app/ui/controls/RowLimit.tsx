import type { ReactNode } from 'react';
import { useRowLimit } from './useRowLimit.tsx';

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
