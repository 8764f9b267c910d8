import type { ReactNode } from 'react';
import { Badge } from '../ui/index.ts';
import styles from './CompareScreen.module.css';
import { useChanges } from './useChanges.ts';

/** Most changes that are listed: more says nothing more. */
const MOST = 200;

const TONES = { breaking: 'error', behaviour: 'neutral', cosmetic: 'neutral' } as const;

interface ChangeListProps {
  readonly title: string;
  readonly path: string;
  readonly before: string;
  /** Undefined: the file is gone. */
  readonly after: string | undefined;
}

/** What differs between two texts of a file, in sentences; nothing where lines alone can say it. */
export function ChangeList({ title, path, before, after = '' }: ChangeListProps): ReactNode {
  const changes = useChanges(path, before, after);
  if (changes === null || changes.length === 0) return null;
  const rest = changes.length - MOST;
  return (
    <aside className={styles.changes} aria-label={title}>
      <h3 className={styles.since}>{title}</h3>
      <ul className={styles.list} tabIndex={0} aria-label="Changes">
        {changes.slice(0, MOST).map(({ sentence, severity }, index) => (
          <li key={index} className={styles.change}>
            <span>{sentence}</span>
            {severity !== 'behaviour' && <Badge tone={TONES[severity]}>{severity}</Badge>}
          </li>
        ))}
        {rest > 0 && <li>{rest} more</li>}
      </ul>
    </aside>
  );
}
