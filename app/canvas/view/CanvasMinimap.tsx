import { MiniMap, type MiniMapNodeProps, Panel, useStore } from '@xyflow/react';
import { memo } from 'react';
import { useSession } from '../../session/index.ts';
import { lookOf } from '../../session/runSteps/index.ts';
import { classes, lazyPart } from '../../ui/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import { isSmall } from '../model/openingView.ts';
import type { DrawnNode } from '../model/toFlowNodes.ts';
import styles from './CanvasMinimap.module.css';

const LargeMinimap = lazyPart(() => import('./largeParts.ts').then((module) => module.LargeMinimap));

/**
 * The whole graph in small at the lower right, with the status of each task and what is wrong: drag to look elsewhere, scroll to zoom. Small panes go without. `large` is
 * the arrangement of a graph of which only a part is drawn.
 */
export const CanvasMinimap = memo(function CanvasMinimap({ large }: { readonly large: Arrangement | null }) {
  if (useStore(isSmall)) return null;
  if (large !== null) {
    return (
      <Panel position="bottom-right">
        <LargeMinimap arrangement={large} />
      </Panel>
    );
  }
  return (
    <MiniMap<DrawnNode>
      className={styles.map}
      position="bottom-right"
      ariaLabel="Minimap"
      pannable
      zoomable
      nodeClassName={classOf}
      nodeComponent={MapMark}
      bgColor="var(--raised)"
      maskColor="color-mix(in srgb, var(--background) 55%, transparent)"
      maskStrokeColor="var(--accent)"
      maskStrokeWidth={2}
      style={{ width: 150, height: 84 }}
    />
  );
});

function classOf(node: DrawnNode): string {
  if (node.type === 'end' || node.type === 'note' || node.type === 'cardFrame') return styles[node.type] ?? '';
  const own = node.type === 'frame' ? styles.frame : styles.task;
  return classes(own, node.data.problems?.severity === 'error' && styles.wrong, node.selected && styles.selected);
}

/** One card in small, in the colour of how it does in the run on screen. Only this one is drawn again when that changes. */
function MapMark({ id, x, y, width, height, className }: MiniMapNodeProps) {
  const status = useSession((state) => lookOf(state, id));
  return <rect className={className} data-status={status} x={x} y={y} width={width} height={height} rx={8} />;
}
