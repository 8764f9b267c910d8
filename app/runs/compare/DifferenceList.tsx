import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { EqualNotIcon, MinusIcon, PlusIcon, TimerIcon, WorkflowIcon } from '../../ui/icons.ts';
import { classes, KindIcon, revealRow, Switch, useWindow } from '../../ui/index.ts';
import styles from './DifferenceList.module.css';
import { type Compared, type ComparedTask, describeDifferences } from './toCompared.ts';

export interface DifferenceListProps {
  readonly compared: Compared;
  /** Null: the whole run. */
  readonly selected: string | null;
  readonly onSelect: (taskId: string | null) => void;
}

/** Height of a row, px. */
const ROW = 34;

/** The whole run, then the tasks that differ in the order in which they started; all that ran, if wanted. */
export function DifferenceList({ compared, selected, onSelect }: DifferenceListProps): ReactNode {
  const [isAll, setAll] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const tasks = compared.tasks.filter(
    ({ taskId, mark }) => isAll || mark.verdict !== 'same' || mark.badge !== null || taskId === selected,
  );
  const ids = [null, ...tasks.map(({ taskId }) => taskId)];
  const [first, last] = useWindow(scroller, ids.length, ROW);
  const at = ids.indexOf(selected);
  useEffect(() => revealRow(scroller.current, at, ROW), [at]);

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const id = ids[at + by];
    if (by === 0 || id === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onSelect(id);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>('[aria-current]')?.focus());
  }

  return (
    <section className={styles.panel} aria-label="Differences">
      <header className={styles.header}>
        <h3>Differences</h3>
        <label className={styles.all}>
          All tasks
          <Switch checked={isAll} onChange={setAll} />
        </label>
      </header>
      <div ref={scroller} className={styles.scroller}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys continue from the row that has the focus */}
        <ul className={styles.list} style={{ height: ids.length * ROW }} onKeyDown={onKeyDown}>
          {ids.slice(first, last).map((id, index) => (
            <li key={id ?? ''} style={{ top: (first + index) * ROW, height: ROW }}>
              <Row
                task={tasks[first + index - 1]}
                runDiffers={describeDifferences(compared.differences)}
                isSelected={id === selected}
                onSelect={() => onSelect(id)}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface RowProps {
  /** Undefined: the whole run. */
  readonly task: ComparedTask | undefined;
  readonly runDiffers: string;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

const ICONS = { changed: EqualNotIcon, newer: PlusIcon, older: MinusIcon, same: TimerIcon } as const;

function Row({ task, runDiffers, isSelected, onSelect }: RowProps): ReactNode {
  const verdict = task?.mark.verdict ?? 'same';
  const Icon = ICONS[verdict];
  const badge = task === undefined ? null : task.mark.badge;
  const detail = task === undefined ? runDiffers || 'no difference' : describeDifferences(task.differences);
  return (
    <button
      type="button"
      className={classes(styles.row, styles[verdict])}
      aria-current={isSelected || undefined}
      onClick={onSelect}
    >
      {task === undefined ? <WorkflowIcon aria-hidden /> : <KindIcon kind={task.kind} size="plain" />}
      <span className={styles.name}>{task?.name ?? 'The whole run'}</span>
      <span className={styles.detail}>{detail}</span>
      {badge !== null && (
        <span className={styles.badge}>
          <Icon aria-hidden />
          {badge}
        </span>
      )}
    </button>
  );
}
