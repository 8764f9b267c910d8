import { Handle, type NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { classes } from '../../ui/index.ts';
import { POSITIONS } from '../model/direction.ts';
import { entryOfEnd } from '../model/placeEnds.ts';
import type { EndFlowNode } from '../model/toFlowNodes.ts';
import { useEdgeState } from '../state/useCardState.ts';
import styles from './EndMark.module.css';

/** Marks where a branch ends (`next: end`). */
export const EndMark = memo(function EndMark({ data, width = 0, height = 0 }: NodeProps<EndFlowNode>) {
  const state = useEdgeState(data.runId, { from: data.from, to: null });
  const entry = entryOfEnd({ width, height, shape: data.shape }, data.direction);
  return (
    <span className={classes(styles.end, styles[data.shape])} data-state={state} title="The branch ends here">
      {data.shape === 'pill' && 'End'}
      <Handle id="in" type="target" position={POSITIONS[entry.side]} className={styles.entry} isConnectable={false} />
    </span>
  );
});
