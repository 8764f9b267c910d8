import { type ReactNode, useMemo } from 'react';
import { type ActivationView, listItems, type RunView, tellWarning } from '#engine/run';
import { shortText } from '../../ui/index.ts';
import { ErrorNote } from './StepParts.tsx';
import styles from './step.module.css';

/** How many warnings of one task are listed: the first ones. */
const MOST_LISTED = 20;

/** What a run warned of at the task of a step: a value that is missing, for one, is told here and nowhere else. Nothing without any. */
export function StepWarnings({ taskId, view }: Pick<ActivationView, 'taskId'> & { readonly view: RunView }): ReactNode {
  const own = useMemo(() => groupWarnings(view, taskId), [view, taskId]);
  if (own.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label="Warnings">
      {own.slice(0, MOST_LISTED).map(({ code, message, count }) => (
        <li key={`${code} ${message}`}>
          <code>{code}</code>
          {count > 1 && ` ×${count.toLocaleString('en')}`}
          <p>{shortText(message, 2_000)}</p>
        </li>
      ))}
      {own.length > MOST_LISTED && <li>{own.length - MOST_LISTED} more among the events</li>}
    </ul>
  );
}

/** Why the first item failed of a collection that calls for each by itself and continued: no step of its own says so. */
export function FailedCall({ step, view }: { readonly step: ActivationView; readonly view: RunView }): ReactNode {
  if (step.error !== null || step.effects.length === 0 || (step.progress?.failed ?? 0) === 0) return null;
  const failed = listItems(view, step, () => []).find(({ error }) => error !== null);
  if (failed?.error == null) return null;
  return (
    <>
      <p className={styles.place}>Item {failed.index + 1} failed first:</p>
      <ErrorNote error={failed.error} />
    </>
  );
}

/** What a run warned of, and how often. */
interface Warned {
  readonly code: string;
  readonly message: string;
  readonly count: number;
}

/** What a run warned of at one task, each once, in the order in which they first came: a loop warns of the same in each round. */
export function groupWarnings(view: Pick<RunView, 'warnings' | 'input' | 'tasks'>, taskId: string): readonly Warned[] {
  const found = new Map<string, Warned>();
  for (const warning of view.warnings) {
    if (warning.taskId !== taskId) continue;
    const { code } = warning;
    const message = tellWarning(warning, view);
    const key = `${code} ${message}`;
    found.set(key, { code, message, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()];
}
