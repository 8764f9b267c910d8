import { useStore } from '@xyflow/react';
import { useMemo } from 'react';
import { useSession } from '../../session/index.ts';
import type { Arrangement, Box } from '../model/arrangeGraph.ts';
import { type DrawnPart, isDrawnWhole, pickDrawn } from '../model/pickDrawn.ts';

/** The part of a graph that is drawn where it is too large to be drawn as a whole; null where all of it is drawn. */
export function useDrawnPart(arrangement: Arrangement | null): DrawnPart | null {
  const isWhole = arrangement === null || isDrawnWhole(arrangement);
  const key = useStore(({ transform, width, height }) => (isWhole ? '' : describeRegion(transform, width, height)));
  const tasks = useSession((state) => (isWhole ? null : state.document.selection.tasks));
  const edge = useSession((state) => (isWhole ? null : state.document.selection.edge));
  return useMemo(() => {
    if (isWhole || tasks === null) return null;
    const region = key === '' ? aroundStart(arrangement) : readRegion(key);
    return pickDrawn(arrangement, region, { tasks, edge });
  }, [arrangement, isWhole, key, tasks, edge]);
}

/**
 * The part of the canvas in view with a margin, in steps of a part of the view: text that changes only when the view has
 * moved on by a step. Empty while the canvas has no size.
 */
function describeRegion([x, y, zoom]: readonly [number, number, number], width: number, height: number): string {
  if (width === 0 || height === 0) return '';
  const step = 2 ** Math.ceil(Math.log2(Math.min(width, height) / zoom / 4));
  const [left, top] = [Math.floor(-x / zoom / step) - 1, Math.floor(-y / zoom / step) - 1];
  const [right, bottom] = [Math.ceil((width - x) / zoom / step) + 1, Math.ceil((height - y) / zoom / step) + 1];
  return [left * step, top * step, (right - left) * step, (bottom - top) * step].join();
}

function readRegion(key: string): Box {
  const [x = 0, y = 0, width = 0, height = 0] = key.split(',').map(Number);
  return { x, y, width, height };
}

/** Before the canvas has a size: what it opens with. */
function aroundStart({ graph, boxes }: Arrangement): Box {
  const start = [...graph.nodes.values()].find(({ isStart }) => isStart);
  const { x, y } = boxes.get(start?.id ?? '') ?? { x: 0, y: 0 };
  return { x: x - 500, y: y - 500, width: 1_500, height: 1_500 };
}
