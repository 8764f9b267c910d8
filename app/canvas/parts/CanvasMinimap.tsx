import { MiniMap } from '@xyflow/react';
import { memo } from 'react';
import type { FlowNode } from '../flow/toFlowNodes.ts';
import styles from './CanvasMinimap.module.css';

/** The whole graph in small at the lower right: drag to look elsewhere, click to go there. */
export const CanvasMinimap = memo(function CanvasMinimap() {
  return (
    <MiniMap<FlowNode>
      className={styles.map}
      position="bottom-right"
      ariaLabel="Minimap"
      pannable
      zoomable
      nodeClassName={classOf}
      nodeBorderRadius={8}
      bgColor="var(--raised)"
      maskColor="color-mix(in srgb, var(--background) 55%, transparent)"
      maskStrokeColor="var(--accent)"
      maskStrokeWidth={2}
      style={{ width: 150, height: 84 }}
    />
  );
});

function classOf(node: FlowNode): string {
  if (node.type === 'end') return styles.end ?? '';
  const own = node.type === 'frame' ? styles.frame : styles.task;
  return `${own} ${node.selected ? styles.selected : ''}`;
}
