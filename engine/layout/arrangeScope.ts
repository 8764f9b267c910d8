import { arrangePlainly } from './arrangePlainly.ts';
import { type Block, type Box, boundsOf, joinBlocks, moveBlock, type Rect, type Scope, snapUp } from './Box.ts';
import { breakRows } from './breakRows.ts';
import { rankBoxes } from './rankBoxes.ts';
import { splitComponents } from './splitComponents.ts';

/** Up to this many boxes without lines form one row; more are wrapped. */
const ROW_LIMIT = 5;

/**
 * Places all boxes of a scope, in ranks along the flow. Parts without lines between them follow one another across it, and
 * boxes that nothing joins come last.
 */
export function arrangeScope(scope: Scope): Block {
  if (scope.isPlain) return { rects: arrangePlainly(scope), lanes: [] };
  const placed: Block[] = [];
  const singles: Box[] = [];
  let y = 0;
  for (const group of splitComponents(scope.boxes, scope.links)) {
    const [first] = group;
    if (group.length === 1 && first) {
      singles.push(first);
      continue;
    }
    const block = rankBoxes(group, scope);
    placed.push(moveBlock(block, { x: 0, y }));
    y = snapUp(y + boundsOf(block.rects.values()).height + scope.gap);
  }
  const whole = joinBlocks([...placed, moveBlock({ rects: stackSingles(singles, scope), lanes: [] }, { x: 0, y })]);
  return scope.rowWidth === null ? whole : breakRows(whole, scope.links, scope.rowWidth);
}

/** Lays boxes that nothing joins in lines of at most {@link ROW_LIMIT}, or as many as make the whole about square. */
function stackSingles(boxes: readonly Box[], { gap, stacksAlong, share = 1 }: Scope): Map<string, Rect> {
  const perLine = boxes.length <= ROW_LIMIT ? ROW_LIMIT : Math.ceil(Math.sqrt((boxes.length * 2) / share));
  const placed = new Map<string, Rect>();
  let line = 0;
  for (let start = 0; start < boxes.length; start += perLine) {
    let along = 0;
    let depth = 0;
    for (const box of boxes.slice(start, start + perLine)) {
      const [x, y] = stacksAlong ? [along, line] : [line, along];
      placed.set(box.id, { x, y, width: box.width, height: box.height });
      along = snapUp(along + (stacksAlong ? box.width : box.height) + gap);
      depth = Math.max(depth, stacksAlong ? box.height : box.width);
    }
    line = snapUp(line + depth + gap);
  }
  return placed;
}
