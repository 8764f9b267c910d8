import type { TaskChoice } from '../session/workspace/index.ts';
import { startTaskDrag } from '../session/workspace/index.ts';
import { KindIcon } from '../ui/index.ts';
import styles from './ChoiceRow.module.css';

export interface ChoiceRowProps {
  readonly choice: TaskChoice;
  readonly isDisabled: boolean;
  readonly onAdd: (choice: TaskChoice) => void;
}

/** One thing to add: a button that can also be dragged onto the canvas. */
export function ChoiceRow({ choice, isDisabled, onAdd }: ChoiceRowProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        disabled={isDisabled}
        draggable={!isDisabled}
        title="Click to add, or drag onto the canvas"
        onClick={() => onAdd(choice)}
        onDragStart={(event) => startTaskDrag(event.dataTransfer, choice.draft)}
      >
        <KindIcon kind={choice.kind} />
        <span className={styles.text}>
          <span className={styles.label}>{choice.label}</span>
          <span className={styles.description}>{choice.description}</span>
        </span>
      </button>
    </li>
  );
}
