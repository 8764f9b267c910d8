import type { Result } from '../../base/index.ts';
import type { Analysis, GraphEdge, GraphNode } from '../../graph/index.ts';
import { runsTogether } from '../../model/index.ts';
import type { Layout, Point, Refusal, Transaction } from '../../text/index.ts';
import { readTaskNames } from '../find/findTaskNode.ts';
import { refuse, withTaskNames } from '../find/refuse.ts';
import { findOutermost } from '../find/selection.ts';
import { editFile, findSyntaxRefusal } from '../steps/editFile.ts';
import { createFollow, moveStart, retarget } from '../steps/followTasks.ts';
import { dropFromLayout, placeInLayout } from '../steps/layoutEntries.ts';
import { moveItems } from '../steps/moveItems.ts';
import { findList } from './addTask.ts';

/** Tasks and the place they go to. */
export interface TaskTransfer {
  readonly ids: readonly string[];
  /** The container that takes them; the top when null. */
  readonly parent: string | null;
  /** They go in front of the task that is there now, counted from 0; to the end when absent. */
  readonly index?: number | undefined;
  /**
   * True: connections that would cross the container's border are healed as when tasks are removed: what led to a moved
   * task leads to the one task behind it, and what led out of it goes. Otherwise such a move is refused.
   */
  readonly heal?: boolean | undefined;
  /** The file's layout now: moved cards lose their places where the container changes, unless `positions` gives new ones. */
  readonly layout?: Layout | undefined;
  readonly positions?: ReadonlyMap<string, Point> | undefined;
}

/**
 * Moves tasks, with everything inside them, into a container, out of it, or to another place in their list, in document
 * order. Refused into themselves (`INTO_ITSELF`), into a task that holds none (`NOT_A_CONTAINER`), and, unless healed, where
 * handlers would lead out of a container (`TARGET_OUTSIDE_CONTAINER`) or between operations (`SIBLING_IN_PARALLEL`).
 */
export function moveTasksTo(analysis: Analysis, args: TaskTransfer): Result<Transaction, Refusal> {
  return withTaskNames(analysis, planMoveTasksTo(analysis, args));
}

function planMoveTasksTo(analysis: Analysis, args: TaskTransfer): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const nodes = findOutermost(analysis, args.ids);
  if (!nodes.ok) return nodes;
  const moved = new Set(nodes.value.map((node) => node.id));
  const inside = findEnclosing(analysis, args.parent, moved);
  if (inside !== null)
    return refuse('INTO_ITSELF', inside, `“${inside}” cannot be moved into itself. Choose another place.`);
  const list = findList(analysis, args.parent);
  if (!list.ok) return list;
  const cut = findCutEdges(analysis, moved, args.parent);
  const [first] = cut;
  if (first !== undefined && args.heal !== true) return refuseWires(analysis, args.parent, cut);

  const follow = createFollow(analysis, moved);
  const heal = retarget(cut, ({ source, target }) => (moved.has(source) ? null : follow(target)));
  const starts = args.parent === null ? [] : moveStart(analysis, moved, args.heal === true ? follow : () => null);
  const from = nodes.value.map((node) => node.task.path);
  const { steps } = moveItems({ from, list: list.value.path, index: args.index ?? list.value.count });
  const origin = `moveTasksTo:${[...moved].join()}`;
  return editFile(analysis, { origin, steps: [...heal, ...starts, ...steps], layout: placeMoved(nodes.value, args) });
}

/** A connection that a move would not leave as it is, with tasks by their node ids. */
export interface CutConnection {
  readonly source: string;
  readonly target: string;
  readonly via: GraphEdge['via'];
  /** The task, as it is named, that it would lead to instead; null where it would be gone. */
  readonly next: string | null;
}

/** What {@link moveTasksTo} with `heal` would cut, in document order; nothing for a move that it refuses. */
export function listCutConnections(
  analysis: Analysis,
  { ids, parent }: Pick<TaskTransfer, 'ids' | 'parent'>,
): readonly CutConnection[] {
  const nodes = findOutermost(analysis, ids);
  if (!nodes.ok) return [];
  const moved = new Set(nodes.value.map((node) => node.id));
  const follow = createFollow(analysis, moved);
  return findCutEdges(analysis, moved, parent).map(({ source, target, via }) => {
    const next = moved.has(source) ? null : follow(target);
    // A task that would lead to itself leads nowhere.
    return { source, target, via, next: next === source ? null : next };
  });
}

/** The moved task that is, or holds, the container; null when none does. */
function findEnclosing(analysis: Analysis, parent: string | null, moved: ReadonlySet<string>): string | null {
  for (let at = parent; at !== null; at = analysis.graph.nodes.get(at)?.parent ?? null) if (moved.has(at)) return at;
  return null;
}

/** The connections that hold now and would not hold after the move (format.md 4). */
function findCutEdges(analysis: Analysis, moved: ReadonlySet<string>, parent: string | null): GraphEdge[] {
  const { nodes, edges } = analysis.graph;
  const { nodeOf } = readTaskNames(analysis);
  const toParent = (node: GraphNode): string | null => (moved.has(node.id) ? parent : node.parent);
  const isParallel = parent !== null && runsTogether(nodes.get(parent)?.task.type);
  return edges.filter((edge) => {
    const [source, target] = [nodes.get(edge.source), nodes.get(nodeOf(edge.target))];
    if (edge.via === 'sequence' || !source || !target || source.parent !== target.parent) return false;
    if (!moved.has(source.id) && !moved.has(target.id)) return false;
    return toParent(source) !== toParent(target) || (isParallel && source.parent !== parent);
  });
}

function refuseWires(analysis: Analysis, parent: string | null, cut: readonly GraphEdge[]): ReturnType<typeof refuse> {
  const edges = cut.slice(0, 3).map(({ source, via, target }) => `“${source}” leads to “${target}” (${via})`);
  const more = cut.length > 3 ? `, and ${cut.length - 3} more` : '';
  const isParallel = parent !== null && runsTogether(analysis.graph.nodes.get(parent)?.task.type);
  const why = isParallel
    ? 'operations of a parallel task lead nowhere'
    : 'a task leads only to tasks in the same container';
  const message = `${edges.join(', ')}${more}: ${why}. Disconnect them first, or move the other tasks too.`;
  return refuse(isParallel ? 'SIBLING_IN_PARALLEL' : 'TARGET_OUTSIDE_CONTAINER', cut[0]?.id ?? '', message);
}

function placeMoved(nodes: readonly GraphNode[], { layout, positions, parent }: TaskTransfer): Layout | undefined {
  const left = nodes.filter((node) => node.parent !== parent).map((node) => node.id);
  const dropped = dropFromLayout(layout && { ...layout, collapsed: new Set() }, new Set(left));
  const kept = layout && dropped ? { ...layout, positions: dropped.positions } : layout;
  return placeInLayout(kept, positions ?? []) ?? (dropped && kept);
}
