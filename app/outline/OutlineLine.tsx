import { type ReactNode, useRef, useState } from 'react';
import { effectiveWorkflow, type Graph, isLoose, type ShownAnalysis } from '#engine';
import { kindOf, useSession } from '../session/index.ts';
import { lookOf } from '../session/runSteps/index.ts';
import { ChevronRightIcon } from '../ui/icons.ts';
import {
  describeProblems,
  familyOf,
  formatStatus,
  KindIcon,
  type ProblemCount,
  StatusMark,
  TextField,
} from '../ui/index.ts';
import styles from './OutlinePanel.module.css';
import { describeTargets, isDisabled, type OutlineRow, titleOf } from './outlineRows.ts';

export interface OutlineLineProps {
  readonly row: OutlineRow;
  readonly analysis: ShownAnalysis;
  readonly graph: Graph;
  readonly elementId: string;
  /** In px. */
  readonly height: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly problems: ProblemCount | undefined;
  readonly onPress: () => void;
  readonly onToggle: () => void;
  readonly onMenu: () => void;
  /** Takes the new name, or null where it stays; null while the row is not being renamed. */
  readonly onRename: ((to: string | null) => void) | null;
}

/** A task in a line: its kind and name, where it leads, its state in the run on screen, its problems. */
export function OutlineLine(props: OutlineLineProps): ReactNode {
  const { row, analysis, graph, elementId, height, isActive, isSelected, problems } = props;
  const { onPress, onToggle, onMenu, onRename } = props;
  const { node, level, position, siblings, isOpen } = row;
  const status = useSession((state) => lookOf(state, node.id));
  const targets = [...(isLoose(graph, node) ? ['not connected yet'] : []), ...describeTargets(graph, node.id)];
  const title = titleOf(node);
  const isOff = isDisabled(graph, node);
  const kind = kindOf(effectiveWorkflow(analysis), node.task);
  const words = [
    title,
    node.task.name !== null && node.task.id !== '' && node.task.id !== title ? `id ${node.task.id}` : '',
    `${familyOf(kind)} task`,
    node.isStart ? 'start' : '',
    isOff ? 'disabled' : '',
    ...targets,
    status === undefined ? '' : formatStatus(status),
    problems === undefined ? '' : describeProblems(problems),
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active row.
    <div
      id={elementId}
      className={styles.row}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isSelected}
      aria-label={words.filter(Boolean).join(', ')}
      data-active={isActive || undefined}
      style={{ height, paddingLeft: 8 + (level - 1) * 16 }}
      onClick={onPress}
      onContextMenu={onMenu}
    >
      <ChevronRightIcon
        aria-hidden
        className={styles.chevron}
        data-open={isOpen === true || undefined}
        data-leaf={isOpen === null || undefined}
        onClick={(event) => {
          if (isOpen === null) return;
          event.stopPropagation();
          onToggle();
        }}
      />
      <KindIcon kind={kind} size="plain" />
      {onRename === null ? (
        <>
          <span className={styles.name} data-off={isOff || undefined} title={title}>
            {title}
          </span>
          <span className={styles.targets} title={targets.join('\n')}>
            {targets.join(' · ')}
          </span>
        </>
      ) : (
        <RenameField value={node.task.name ?? ''} placeholder={title} onDone={onRename} />
      )}
      {problems !== undefined && (
        <span className={problems.errors > 0 ? styles.errors : styles.warnings} title={describeProblems(problems)}>
          {problems.errors + problems.warnings}
        </span>
      )}
      {status !== undefined && <StatusMark status={status} size="small" isDecorative />}
    </div>
  );
}

interface RenameFieldProps {
  readonly value: string;
  readonly placeholder: string;
  readonly onDone: (to: string | null) => void;
}

function RenameField({ value, placeholder, onDone }: RenameFieldProps): ReactNode {
  const [text, setText] = useState(value);
  // What is taken away while it has the focus may lose that once more.
  const isDone = useRef(false);
  const finish = (to: string | null): void => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(to);
  };
  return (
    <TextField
      size="small"
      autoFocus
      aria-label="Name of the task"
      placeholder={placeholder}
      value={text}
      onChange={setText}
      onFocus={(event) => event.target.select()}
      onBlur={() => finish(text)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') finish(text);
        if (event.key === 'Escape') finish(null);
      }}
    />
  );
}
