import { useDeferredValue, useMemo } from 'react';
import { useSession } from '../../session/index.ts';
import { type Arrangement, type Box, isDrawnWhole } from '../model/arrangeGraph.ts';
import { type DrawnPart, pickDrawn } from '../model/pickDrawn.ts';
import { useRegion } from './useRegion.ts';

/** The part of a graph that is drawn where it is too large to be drawn as a whole; null where all of it is drawn. */
export function useDrawnPart(arrangement: Arrangement | null): DrawnPart | null {
  const isWhole = arrangement === null || isDrawnWhole(arrangement);
  const region = useRegion(!isWhole);
  // What is selected is marked, and its form shown, before other lines are chosen for it.
  const tasks = useDeferredValue(useSession((state) => (isWhole ? null : state.document.selection.tasks)));
  const edge = useDeferredValue(useSession((state) => (isWhole ? null : state.document.selection.edge)));
  return useMemo(() => {
    if (isWhole || tasks === null) return null;
    return pickDrawn(arrangement, region ?? aroundStart(arrangement), { tasks, edge });
  }, [arrangement, isWhole, region, tasks, edge]);
}

/** Before the canvas has a size: what it opens with. */
function aroundStart({ graph, boxes }: Arrangement): Box {
  const start = [...graph.nodes.values()].find(({ isStart }) => isStart);
  const { x, y } = boxes.get(start?.id ?? '') ?? { x: 0, y: 0 };
  return { x: x - 500, y: y - 500, width: 1_500, height: 1_500 };
}
