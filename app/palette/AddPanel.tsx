import { useMemo, useState } from 'react';
import { port, useAnalysis, useIsReadOnly, useSession } from '../session/index.ts';
import {
  addChoice,
  filterTaskChoices,
  listNearest,
  listTaskChoices,
  startTaskDrag,
  type TaskChoice,
  useNamedTools,
} from '../session/workspace/index.ts';
import { SearchIcon } from '../ui/icons.ts';
import { Kbd, KindIcon, PanelSection, TextField, VisuallyHidden } from '../ui/index.ts';
import styles from './AddPanel.module.css';
import { ADD_SEARCH_ID } from './paletteActions.tsx';

/** What can be added to the workflow: types of task, its agents and tools, and the built-ins. Click adds, dragging places. */
export function AddPanel() {
  const analysis = useAnalysis('own');
  const isReadOnly = useIsReadOnly() !== null;
  const [query, setQuery] = useState('');
  const workflow = analysis?.workflow ?? null;
  const mcpTools = useNamedTools();
  const all = useMemo(() => listTaskChoices(workflow, mcpTools), [workflow, mcpTools]);
  const groups = filterTaskChoices(all, query);
  const nearest = groups.length === 0 ? listNearest(all, query) : [];
  const shown = nearest.length === 0 ? groups : [{ heading: 'Nearest', choices: nearest }];
  const hasFile = useSession((state) => state.document.activePath !== null);
  const isDisabled = isReadOnly || (analysis === null ? hasFile : analysis.isBroken);
  const first = groups[0]?.choices[0];

  function add(choice: TaskChoice) {
    if (addChoice(choice.draft)) setQuery('');
  }

  return (
    <section className={`${styles.panel} nokey`} aria-label="Add a task">
      <VisuallyHidden as="h2">Add a task</VisuallyHidden>
      <div className={styles.search}>
        <TextField
          id={ADD_SEARCH_ID}
          type="search"
          autoFocus
          aria-label="Add a task"
          placeholder="Add a task"
          value={query}
          onChange={setQuery}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && first && !isDisabled) add(first);
            if (event.key === 'Escape' && query === '') port('canvas')?.focus();
            else if (event.key === 'Escape') setQuery('');
          }}
          prefix={<SearchIcon aria-hidden />}
          suffix={query === '' && <Kbd shortcut="A" />}
        />
      </div>
      <div className={styles.list}>
        {groups.length === 0 && <p className={styles.nothing}>Nothing matches “{query.trim()}”.</p>}
        {shown.map(({ heading, choices }) => (
          <PanelSection key={heading} title={heading}>
            <ul>
              {choices.map((choice) => (
                <ChoiceRow key={choice.id} choice={choice} isDisabled={isDisabled} onAdd={add} />
              ))}
            </ul>
          </PanelSection>
        ))}
      </div>
    </section>
  );
}

interface ChoiceRowProps {
  readonly choice: TaskChoice;
  readonly isDisabled: boolean;
  readonly onAdd: (choice: TaskChoice) => void;
}

/** One thing to add: a button that can also be dragged onto the canvas. */
function ChoiceRow({ choice, isDisabled, onAdd }: ChoiceRowProps) {
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
