import type { Err } from '../../base/index.ts';
import type { Analysis, GraphNode } from '../../graph/index.ts';
import { traitsOf } from '../../model/index.ts';
import type { Layout, Path, Point, Refusal } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';
import type { Selection } from '../find/selection.ts';
import { startsWith } from '../find/shiftPath.ts';
import type { Step } from '../steps/editFile.ts';
import { memberOf } from '../steps/memberOf.ts';
import { findReferences, rewriteTemplates } from '../steps/rewriteReferences.ts';

/** The layout with cards inside a container that takes their place; undefined where none of them has one. */
export function placeWrapped(layout: Layout | undefined, { nodes }: Selection, id: string): Layout | undefined {
  if (!layout) return undefined;
  const placed = nodes.flatMap((node): [string, Point][] => {
    const at = layout.positions.get(node.id);
    return at ? [[node.id, at]] : [];
  });
  if (placed.length === 0) return undefined;
  const x = Math.min(...placed.map(([, at]) => at.x));
  const y = Math.min(...placed.map(([, at]) => at.y));
  const inside = placed.map(([child, at]): [string, Point] => [child, { x: at.x - x, y: at.y - y }]);
  return { ...layout, positions: new Map([...layout.positions, ...inside, [id, { x, y }]]) };
}

/** The layout with the cards of a container where the container was; undefined where nothing of it has a place. */
export function placeUnwrapped(
  layout: Layout | undefined,
  { id, children }: { readonly id: string; readonly children: readonly string[] },
): Layout | undefined {
  const at = layout?.positions.get(id);
  if (
    !layout ||
    (at === undefined && !layout.collapsed.has(id) && !children.some((child) => layout.positions.has(child)))
  ) {
    return undefined;
  }
  const positions = new Map(layout.positions);
  positions.delete(id);
  for (const child of children) {
    const inside = layout.positions.get(child);
    // Without a place of the container, those of its children mean nothing outside it.
    if (inside && at) positions.set(child, { x: at.x + inside.x, y: at.y + inside.y });
    else positions.delete(child);
  }
  return { ...layout, positions, collapsed: new Set([...layout.collapsed].filter((other) => other !== id)) };
}

/** What is read of a container's output by the ids of its children is read one level deeper once they are wrapped. */
export function rewriteInnerOutputs({ parent, ids }: Selection, id: string): Step[] {
  if (parent === null || traitsOf(parent.task.type).children === 'item') return [];
  const { path } = parent.task;
  const step = rewriteTemplates([], ({ root, path: keys }, place) => {
    const isOwnHandler =
      path.every((key, index) => place[index] === key) && String(place[path.length]).startsWith('on_');
    const [first, second, third] = keys;
    if (root === 'output' && isOwnHandler && typeof first === 'string' && ids.has(first)) {
      return { keys: 1, text: `output${memberOf(id)}${memberOf(first)}` };
    }
    if (root !== 'tasks' || first !== parent.id || second !== 'output') return null;
    if (typeof third !== 'string' || !ids.has(third)) return null;
    return { keys: 3, text: `tasks${memberOf(parent.id)}.output${memberOf(id)}${memberOf(third)}` };
  });
  return [step];
}

/**
 * Why tasks cannot go into a container inside of theirs: what that gives is read as a whole, or item by item, and would be one
 * level deeper. Null where nothing reads it so.
 */
export function findWholeRead(analysis: Analysis, { parent, ids }: Selection): Err<Refusal> | null {
  const read = parent === null ? null : readAsWhole(analysis, parent, ids);
  if (read === null) return null;
  const message = `What “${read.of}” gives is read as a whole (${read.place.join('.')}), and would have one level more. Read its tasks one by one there first.`;
  return refuse('NOT_EXPRESSIBLE', read.of, message);
}

/** A place where what a container gives is read. */
interface WholeRead {
  /** Id of the container. */
  readonly of: string;
  readonly place: Path;
}

/**
 * Where what a container gives is read otherwise than by the id of a task inside it, or what one around it gives is read together
 * with that of `ids`, which are in it; null when neither is.
 */
export function readAsWhole(analysis: Analysis, container: GraphNode, ids: ReadonlySet<string>): WholeRead | null {
  const own = findOutputRead(analysis, container, ([first]) => typeof first !== 'string');
  if (own !== null) return { of: container.id, place: own };
  const way = [container.id];
  for (let at = container.parent; at !== null; ) {
    const outer = analysis.graph.nodes.get(at);
    if (outer === undefined) return null;
    const place = findOutputRead(analysis, outer, (path) => leadsInto(path, way, ids));
    if (place !== null) return { of: outer.id, place };
    way.unshift(outer.id);
    at = outer.parent;
  }
  return null;
}

/** Whether a path into an output has all that is on a way in it, or what has one of these ids at its end. */
function leadsInto(path: Path, way: readonly string[], ids: ReadonlySet<string>): boolean {
  const isBeside = way.some((key, index) => typeof path[index] === 'string' && path[index] !== key);
  const child = path[way.length];
  return !isBeside && (typeof child !== 'string' || ids.has(child));
}

/** Where the output of a container is read so; of one that goes over items, wherever it is read. */
function findOutputRead({ syntax }: Analysis, { id, task }: GraphNode, isMeant: (path: Path) => boolean): Path | null {
  const isPerItem = traitsOf(task.type).children === 'item';
  const found = findReferences(syntax, []).find(({ reference: { root, path }, path: place }) => {
    const isOwnHandler = startsWith(place, task.path) && String(place[task.path.length]).startsWith('on_');
    const inside = root === 'output' && isOwnHandler ? path : root === 'tasks' && path[0] === id ? path.slice(2) : null;
    if (inside === null || (root === 'tasks' && path.length > 1 && path[1] !== 'output')) return false;
    return isPerItem || isMeant(inside);
  });
  return found?.path ?? null;
}
