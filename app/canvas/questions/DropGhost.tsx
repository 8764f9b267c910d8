import { ViewportPortal } from '@xyflow/react';
import { cardCorner, staysDropped } from '../commands/addDraft.ts';
import { middleOf } from '../model/cardSize.ts';
import { entrySide } from '../model/direction.ts';
import { listPorts } from '../model/listPorts.ts';
import { findPort, MAIN_PORT } from '../model/ports.ts';
import { edgePath } from '../route/edgePath.ts';
import { useArrangement } from '../state/arrangement.ts';
import type { PickRequest } from '../state/canvasView.ts';
import styles from './DropGhost.module.css';

/** Where the task that is being chosen will be: its card, and the wire that leads there. Nothing where the layout places it. */
export function DropGhost({ place, point }: Pick<PickRequest, 'place' | 'point'>) {
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
