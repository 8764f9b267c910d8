import { useStoreApi, ViewportPortal } from '@xyflow/react';
import { useMemo } from 'react';
import { isFrame } from '#engine/layout';
import type { Arrangement } from '../model/arrangeGraph.ts';
import type { DrawnPart } from '../model/pickDrawn.ts';
import styles from './Backdrop.module.css';
import { backdropPaths } from './backdropPaths.ts';

export interface BackdropProps {
  readonly arrangement: Arrangement;
  readonly drawn: DrawnPart;
}

/**
 * Everything of a large graph that is not drawn as cards and lines, as plain boxes and straight lines behind them. It moves with
 * the view, and is painted again only when another part of the graph is drawn.
 */
export function Backdrop({ arrangement: { graph, boxes }, drawn }: BackdropProps) {
  const store = useStoreApi();
  const frames = useMemo(() => new Set([...graph.nodes.values()].filter(isFrame).map(({ id }) => id)), [graph]);
  const paths = useMemo(
    () => backdropPaths({ boxes, edges: graph.edges, frames, drawn }),
    [graph, boxes, frames, drawn],
  );
  const { x, y, width, height } = drawn.region;
  // About 1 px on the screen until it is painted for another zoom.
  const strokeWidth = 1 / store.getState().transform[2];
  return (
    <ViewportPortal>
      <svg
        className={styles.backdrop}
        style={{ transform: `translate(${x}px, ${y}px)` }}
        width={width}
        height={height}
        viewBox={`${x} ${y} ${width} ${height}`}
        strokeWidth={strokeWidth}
        aria-hidden
      >
        {(['lines', 'frames', 'cards'] as const).map((kind) => (
          <g key={kind} className={styles[kind]}>
            {paths[kind].map((d) => (
              <path key={d} d={d} />
            ))}
          </g>
        ))}
      </svg>
    </ViewportPortal>
  );
}
