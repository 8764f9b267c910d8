import type { ReactNode } from 'react';
import type { DatasetResult, Grid } from '../../session/tests/index.ts';
import { formatLength } from '../../ui/index.ts';
import styles from './dataset.module.css';
import { formatAnswers } from './formatAnswers.ts';
import { formatScore } from './gridRows.ts';

type Summary = Grid['summaries'][number];

interface GridSummaryProps {
  readonly result: DatasetResult;
  /** What it is compared with; null: nothing. */
  readonly against: string | null;
}

/** The result of each variant, and its result before. */
export function GridSummary({ result: { grid, comparison, answers }, against }: GridSummaryProps): ReactNode {
  const before = new Map(comparison?.variants.map((each) => [each.variant, each.before]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.summary} aria-label="Results of each variant" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {['Variant', 'Passed', ...grid.scores.map(({ name }) => name), 'Tokens', 'Cost', 'Time'].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.summaries.map((summary) => (
            <SummaryRow key={summary.variant} grid={grid} now={summary} old={before.get(summary.variant) ?? null} />
          ))}
        </tbody>
      </table>
      {formatAnswers(answers) !== '' && <p>{`Calls for real: ${formatAnswers(answers)}.`}</p>}
      {comparison !== null && against !== null && (
        <p>{`Compared with ${against}: ${comparison.same} cells the same, ${comparison.cells.length} not.`}</p>
      )}
    </section>
  );
}

function SummaryRow({
  grid,
  now,
  old,
}: {
  readonly grid: Grid;
  readonly now: Summary;
  readonly old: Summary | null;
}): ReactNode {
  return (
    <tr>
      <th scope="row">{now.variant}</th>
      <td>
        <Change old={old?.passed} now={now.passed} />
        {` of ${now.passed + now.failed}`}
      </td>
      {grid.scores.map(({ name, least }) => {
        const mean = now.scores[name] ?? null;
        const isPoor = least !== null && (mean === null || mean < least);
        return (
          <td
            key={name}
            data-poor={isPoor || undefined}
            title={least === null ? undefined : `At least ${least} is wanted`}
          >
            <Change old={old?.scores[name]} now={mean} />
            {isPoor && ` below ${least}`}
          </td>
        );
      })}
      <td>
        <Change old={old && tokensOf(old)} now={tokensOf(now)} />
      </td>
      <td>
        <Change old={old && costOf(old)} now={costOf(now)} />
      </td>
      <td>{formatLength(now.duration)}</td>
    </tr>
  );
}

function Change({ old, now }: { readonly old: number | null | undefined; readonly now: number | null }): ReactNode {
  const text = formatScore(now);
  const past = formatScore(old);
  return old === undefined || old === null || past === text ? text : `${past} → ${text}`;
}

function tokensOf({ usage, judging }: Summary): number {
  return usage.tokens + judging.tokens;
}

function costOf({ usage, judging }: Summary): number | null {
  return usage.cost === null && judging.cost === null ? null : (usage.cost ?? 0) + (judging.cost ?? 0);
}
