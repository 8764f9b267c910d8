import { useStore } from '@xyflow/react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { isFrame } from '#engine/layout';
import { useSession } from '../../session/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import type { DrawnPart } from '../model/pickDrawn.ts';
import styles from './Backdrop.module.css';
import { listShapes, paintShapes } from './paintShapes.ts';

export interface BackdropProps {
  readonly arrangement: Arrangement;
  readonly drawn: DrawnPart;
}

/** Everything of a large graph that is not drawn as cards and lines, as plain boxes and straight lines behind them. */
export function Backdrop(props: BackdropProps) {
  // Another theme has other colours, which are read while painting.
  return <Painting key={useSession((state) => state.view.theme)} {...props} />;
}

function Painting({ arrangement, drawn }: BackdropProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const transform = useStore((state) => state.transform);
  const { graph, boxes } = arrangement;
  const shapes = useMemo(() => {
    const frames = new Set([...graph.nodes.values()].filter(isFrame).map(({ id }) => id));
    return listShapes({ boxes, edges: graph.edges, frames, drawn });
  }, [graph, boxes, drawn]);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const style = getComputedStyle(element);
    const colors = {
      card: style.getPropertyValue('--raised'),
      border: style.getPropertyValue('--line-strong'),
      line: style.getPropertyValue('--ink-3'),
    };
    paintShapes(context, shapes, { width, height, transform, ratio: devicePixelRatio, colors });
  }, [shapes, width, height, transform]);
  return (
    <canvas
      ref={canvas}
      className={styles.backdrop}
      width={Math.round(width * devicePixelRatio)}
      height={Math.round(height * devicePixelRatio)}
      aria-hidden
    />
  );
}
