import type { ConnectionLineComponentProps } from '@xyflow/react';
import type { DrawnNode } from '../model/toFlowNodes.ts';
import { edgePath } from '../route/edgePath.ts';
import styles from './ConnectionLine.module.css';

/** The wire while it is drawn: in the accent where it may be dropped. */
export function ConnectionLine(props: ConnectionLineComponentProps<DrawnNode>) {
  const { fromX, fromY, toX, toY, fromPosition, toPosition, connectionStatus, fromHandle } = props;
  const from = { x: fromX, y: fromY, side: fromPosition };
  const to = { x: toX, y: toY, side: toPosition };
  const { d } = fromHandle.type === 'source' ? edgePath(from, to) : edgePath(to, from);
  return (
    <g className={styles.wire} data-status={connectionStatus}>
      <path d={d} />
      <circle cx={toX} cy={toY} r={4} />
    </g>
  );
}
