import { ViewportPortal } from '@xyflow/react';
import { useMemo } from 'react';
import { type Analysis, drawnGraph, nameTask } from '#engine';
import { connectTasks, reconnectEdge } from '#engine/edit';
import { activeAnalysis, dispatch, port, useAnalysis } from '../../session/index.ts';
import { listNearest, listTaskChoices, useNamedTools } from '../../session/workspace/index.ts';
import { type CommandItem, CommandMenu, KindIcon, Popover } from '../../ui/index.ts';
import { addDraft, cardCorner, staysDropped } from '../commands/addDraft.ts';
import { middleOf } from '../model/cardSize.ts';
import { entrySide } from '../model/direction.ts';
import { listPorts } from '../model/listPorts.ts';
import { findPort, MAIN_PORT } from '../model/ports.ts';
import { edgePath } from '../route/edgePath.ts';
import { useArrangement } from '../state/arrangement.ts';
import { type PickPlace, type PickRequest, setCanvasView, useCanvasView } from '../state/canvasView.ts';
import { choiceGroups, listTargets } from './choices.tsx';
import styles from './TaskPicker.module.css';

/** The list of everything that can be added, open where a wire was dropped, on a line, or at the pointer. */
export function TaskPicker() {
  const pick = useCanvasView((view) => view.pick);
  const analysis = useAnalysis('shown');
  const mcpTools = useNamedTools();
  const resolved = useAnalysis('resolved');
  const choices = useMemo(() => listTaskChoices(analysis?.workflow ?? null, mcpTools), [analysis, mcpTools]);
  const added = useMemo(() => {
    if (!pick) return [];
    return choiceGroups(choices, (draft) => {
      setCanvasView({ pick: null });
      addDraft(draft, pick.place, pick.point);
    });
  }, [pick, choices]);
  const groups = useMemo(() => {
    if (!pick || resolved === null) return added;
    return [...added, { heading: 'Or lead to', items: listPresent(resolved, pick.place) }];
  }, [pick, added, resolved]);
  if (!pick) return null;
  return (
    <Popover
      label="Add a task"
      className={styles.picker}
      at={pick.at}
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
    >
      <CommandMenu
        label="Tasks"
        placeholder="Add a task"
        groups={groups}
        nearest={(search) => {
          const near = new Set(listNearest(choices, search).map(({ id }) => id));
          return added.flatMap(({ items }) => items.filter(({ id }) => near.has(id)));
        }}
      />
      <DropGhost place={pick.place} point={pick.point} />
    </Popover>
  );
}

/** The tasks that are there already, for a wire that was dropped on nothing; none elsewhere. */
function listPresent(analysis: Analysis, place: PickPlace): readonly CommandItem[] {
  if (place.kind !== 'after') return [];
  const graph = drawnGraph(analysis);
  const { source, via, instead } = place;
  return listTargets(analysis, source, via).map(({ id, task }) => ({
    id: `task:${id}`,
    label: nameTask(graph, id),
    hint: task.name === null || task.id === '' ? undefined : task.id,
    icon: <KindIcon kind={task.type} size="plain" />,
    onSelect: () => {
      close();
      const now = activeAnalysis('resolved');
      if (now === null) return;
      if (instead === undefined) dispatch(connectTasks(now, { source, via, target: id }));
      else dispatch(reconnectEdge(now, { edgeId: instead, target: id }));
    },
  }));
}

/** Closes the list; the canvas has the keys again. */
function close(): void {
  setCanvasView({ pick: null });
  requestAnimationFrame(() => port('canvas')?.focus());
}

/** Where the task that is being chosen will be: its card, and the wire that leads there. Nothing where the layout places it. */
function DropGhost({ place, point }: Pick<PickRequest, 'place' | 'point'>) {
  const shown = useArrangement();
  if (shown === null || place.kind === 'edge' || !staysDropped(shown, place)) return null;
  const { x, y, width, height } = cardCorner(point);
  const side = entrySide(shown.direction);
  const entry = side === 'left' ? { x, y: y + middleOf(height), side } : { x: x + middleOf(width), y, side };
  const start = place.kind === 'after' ? findExit(shown, place) : null;
  return (
    <ViewportPortal>
      <div className={styles.card} style={{ left: x, top: y, width, height }} aria-hidden data-ghost />
      {start && (
        <svg className={styles.wire} aria-hidden>
          <path d={edgePath(start, entry).d} />
        </svg>
      )}
    </ViewportPortal>
  );
}

type Shown = NonNullable<ReturnType<typeof useArrangement>>;

/** Where a line leaves a card. */
function findExit(
  { graph, boxes, direction }: Shown,
  { source, via }: Extract<PickRequest['place'], { kind: 'after' }>,
) {
  const [node, box] = [graph.nodes.get(source), boxes.get(source)];
  if (!node || !box) return null;
  const ports = listPorts(node.task, { ...box, direction, used: new Set() });
  const port = via === 'routes' ? ports.find(({ id }) => id === MAIN_PORT) : findPort(ports, via);
  return port ? { x: box.x + port.x, y: box.y + port.y, side: port.side } : null;
}
