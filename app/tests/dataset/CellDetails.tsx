import type { ReactNode } from 'react';
import type { Json } from '#engine/values';
import { EyeIcon } from '../../ui/icons.ts';
import { Button, formatLength, StatusMark, shortText } from '../../ui/index.ts';
import { FailureDiff } from '../FailureDiff.tsx';
import styles from './dataset.module.css';
import { type CellChange, formatScore, type GridCell, type GridRow } from './gridRows.ts';

/** How much of a value is shown: its run has all of it. */
const MOST_CHARACTERS = 4_000;

interface CellDetailsProps {
  readonly row: GridRow;
  readonly variants: readonly string[];
  readonly onShow: (cell: GridCell) => void;
}

/** A row of a dataset whole: what it gives, and under each variant the output, the scores with why, and what it took. */
export function CellDetails({ row, variants, onShow }: CellDetailsProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.details} aria-label={`Row ${row.name}`} tabIndex={0}>
      <h3>{row.name}</h3>
      <Value value={row.row} />
      {variants.map((variant, index) => {
        const cell = row.cells[index];
        return (
          cell !== undefined && (
            <Cell key={variant} variant={variant} cell={cell} change={row.changes[index]} onShow={onShow} />
          )
        );
      })}
    </section>
  );
}

interface CellProps {
  readonly variant: string;
  readonly cell: GridCell;
  readonly change: CellChange | undefined;
  readonly onShow: (cell: GridCell) => void;
}

function Cell({ variant, cell, change, onShow }: CellProps): ReactNode {
  const { passed, output, scores, failures, usage, duration } = cell;
  const before = change?.before ?? null;
  return (
    <article aria-label={variant}>
      <div className={styles.cellHead}>
        <StatusMark size="small" status={passed ? 'success' : 'error'} />
        <strong>{variant}</strong>
        <Button size="small" variant="ghost" icon={<EyeIcon />} onClick={() => onShow(cell)}>
          Show its run
        </Button>
      </div>
      <ul>
        {failures.map((failure) => (
          <li key={`${failure.code} ${failure.message}`} className={styles.failure}>
            {failure.message}
            <FailureDiff failure={failure} />
          </li>
        ))}
        {Object.entries(scores).map(([name, { value, why }]) => (
          <li key={name}>
            <strong>{`${name} ${formatScore(value)}`}</strong>
            {before !== null &&
              before.scores[name]?.value !== value &&
              ` (before: ${formatScore(before.scores[name]?.value)})`}
            {why !== '' && ` ${why}`}
          </li>
        ))}
        <li>{`${usage.tokens} tokens, ${formatLength(duration)}`}</li>
      </ul>
      <Value value={output} />
      {before !== null && JSON.stringify(before.output) !== JSON.stringify(output) && (
        <>
          <p className={styles.before}>Before</p>
          <Value value={before.output} />
        </>
      )}
    </article>
  );
}

function Value({ value }: { readonly value: Json }): ReactNode {
  return <pre>{shortText(typeof value === 'string' ? value : JSON.stringify(value, null, 2), MOST_CHARACTERS)}</pre>;
}
