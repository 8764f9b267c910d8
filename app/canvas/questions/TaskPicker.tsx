import { useMemo } from 'react';
import { port, useAnalysis } from '../../session/index.ts';
import { listTaskChoices, useNamedTools } from '../../session/workspace/index.ts';
import { CommandMenu, KindIcon, Popover } from '../../ui/index.ts';
import { addDraft } from '../commands/addDraft.ts';
import { setCanvasView, useCanvasView } from '../state/canvasView.ts';
import styles from './TaskPicker.module.css';

/** The list of everything that can be added, open where a wire was dropped, on a line, or at the pointer. */
export function TaskPicker() {
  const pick = useCanvasView((view) => view.pick);
  const analysis = useAnalysis('shown');
  const mcpTools = useNamedTools();
  const groups = useMemo(() => {
    if (!pick) return [];
    return listTaskChoices(analysis?.workflow ?? null, mcpTools).map(({ heading, choices }) => ({
      heading,
      items: choices.map((choice) => ({
        id: choice.id,
        label: choice.label,
        hint: choice.description,
        icon: <KindIcon kind={choice.kind} size="plain" />,
        onSelect: () => {
          setCanvasView({ pick: null });
          addDraft(choice.draft, pick.place, pick.point);
        },
      })),
    }));
  }, [pick, analysis, mcpTools]);
  if (!pick) return null;
  return (
    <Popover
      label="Add a task"
      className={styles.picker}
      at={pick.at}
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
    >
      <CommandMenu label="Tasks" placeholder="Add a task" groups={groups} />
    </Popover>
  );
}

/** Closes the list; the canvas has the keys again. */
function close(): void {
  setCanvasView({ pick: null });
  requestAnimationFrame(() => port('canvas')?.focus());
}
