import { Handle, useReactFlow } from '@xyflow/react';
import { type MouseEvent, memo } from 'react';
import type { ExitName } from '#engine/edit';
import { classes } from '../../ui/index.ts';
import { POSITIONS } from '../model/direction.ts';
import { PORT_SIZE, type Port } from '../model/listPorts.ts';
import { setCanvasView } from '../state/canvasView.ts';
import { useCanEdit } from '../state/useCanEdit.ts';
import styles from './Ports.module.css';

/** From a port's centre to the corner of its box, past the border of its card, px. */
const OFFSET = PORT_SIZE / 2 + 1;

interface PortsProps {
  /** The node they belong to; null where nothing is added. */
  readonly id: string | null;
  readonly ports: readonly Port[];
}

/**
 * The ports of a card: those that lead somewhere at all times, the others on hover, on focus and while a wire is drawn. Where
 * the flow may continue and does not yet, a plus and the name of the route are next to the port.
 */
export const Ports = memo(function Ports({ id: node, ports }: PortsProps) {
  const canEdit = useCanEdit();
  return ports.map(({ id, type, side, x, y, look, via, isMain, isRoute, isShown, isUsed, label }) => (
    <Handle
      key={id}
      id={id}
      type={type}
      position={POSITIONS[side]}
      className={classes(styles.port, styles[look], isShown ? styles.shown : styles.hidden)}
      style={{ left: x - OFFSET, top: y - OFFSET, right: 'auto', bottom: 'auto', transform: 'none' }}
      title={type === 'target' ? 'Drop a line here' : `Draw a line from here: ${label}`}
    >
      {canEdit && node !== null && via !== null && isMain && !isUsed && (
        <Plus node={node} via={via} name={isRoute ? label : ''} side={side} />
      )}
    </Handle>
  ));
});

interface PlusProps {
  readonly node: string;
  readonly via: ExitName;
  readonly name: string;
  readonly side: Port['side'];
}

/** Opens the list of tasks to continue; dragging it draws a line, as from its port. */
function Plus({ node, via, name, side }: PlusProps) {
  const { screenToFlowPosition } = useReactFlow();

  function open(event: MouseEvent) {
    event.stopPropagation();
    const at = { x: event.clientX, y: event.clientY };
    const place = { kind: 'after', source: node, via } as const;
    const { x, y } = screenToFlowPosition(at);
    const point = side === 'right' ? { x: x + AHEAD.right, y } : { x, y: y + AHEAD.down };
    setCanvasView({ pick: { place, at, point } });
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a focus of its own would be one stop more for each port: keys open the same list by Connect
    <span className={classes(styles.plus, side === 'right' ? styles.ahead : styles.below)} aria-hidden onClick={open}>
      {name !== '' && <span className={styles.name}>{name}</span>}
      <span className={styles.sign}>+</span>
    </span>
  );
}

/** From the plus to the middle of the card that follows, px. */
const AHEAD = { right: 160, down: 80 };
