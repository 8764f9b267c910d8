import { Handle } from '@xyflow/react';
import { memo } from 'react';
import { classes } from '../../ui/index.ts';
import { POSITIONS } from '../model/direction.ts';
import { PORT_SIZE, type Port } from '../model/listPorts.ts';
import styles from './Ports.module.css';

/** From a port's centre to the corner of its box, past the border of its card, px. */
const OFFSET = PORT_SIZE / 2 + 1;

/** The ports of a card: those that lead somewhere at all times, the others on hover, on focus and while a wire is drawn. */
export const Ports = memo(function Ports({ ports }: { readonly ports: readonly Port[] }) {
  return ports.map(({ id, type, side, x, y, look, isShown, label }) => (
    <Handle
      key={id}
      id={id}
      type={type}
      position={POSITIONS[side]}
      className={classes(styles.port, styles[look], isShown ? styles.shown : styles.hidden)}
      style={{ left: x - OFFSET, top: y - OFFSET, right: 'auto', bottom: 'auto', transform: 'none' }}
      title={type === 'target' ? 'Drop a line here' : `Draw a line from here: ${label}`}
    />
  ));
});
