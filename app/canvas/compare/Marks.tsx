import type { TaskMark, TaskSide } from '../../session/relatedRuns/index.ts';
import { ArrowRightIcon, EqualNotIcon, MinusIcon, PlusIcon, TimerIcon } from '../../ui/icons.ts';
import { StatusMark } from '../../ui/index.ts';
import styles from './Marks.module.css';

const ICONS = { changed: EqualNotIcon, newer: PlusIcon, older: MinusIcon, same: TimerIcon } as const;

/** How two runs differ in a task, at the border of its card; nothing where they do not. */
export function MarkBadge({ mark }: { readonly mark: TaskMark }) {
  if (mark.badge === null) return null;
  const Icon = ICONS[mark.verdict];
  return (
    <span className={styles.badge} data-verdict={mark.verdict}>
      <Icon aria-hidden />
      {mark.badge}
    </span>
  );
}

/** How both runs left a task: the older one first. */
export function Sides({ mark }: { readonly mark: TaskMark }) {
  return (
    <span className={styles.sides}>
      <Side side={mark.older} title="Older run" />
      <ArrowRightIcon aria-hidden />
      <Side side={mark.newer} title="Newer run" />
    </span>
  );
}

function Side({ side, title }: { readonly side: TaskSide | null; readonly title: string }) {
  if (side === null)
    return (
      <span className={styles.side} title={`${title}: its workflow does not have this task`}>
        not there
      </span>
    );
  const { status, length, count } = side;
  return (
    <span className={styles.side} title={title}>
      <StatusMark status={status} size="small" />
      {count > 1 ? `×${count}` : (length ?? '')}
    </span>
  );
}
