import { ok, type Result } from '../../base/index.ts';
import { type Analysis, alwaysJumps, type GraphNode } from '../../graph/index.ts';
import { holdsTasks, runsInOrder, runsTogether, traitsOf } from '../../model/index.ts';
import { findNode } from '../../syntax/index.ts';
import type { Refusal } from '../../text/index.ts';
import { readField } from '../find/readField.ts';
import { refuse } from '../find/refuse.ts';
import { findReferences } from '../steps/rewriteReferences.ts';
import { continuesOnError, findOperationReader, findPerTaskCall, findRoundReader } from './around.ts';
import { findEventReader } from './entryErrors.ts';
import { listMissing } from './startData.ts';

/** What taking a container away changes. */
export interface UnwrapPlan {
  readonly container: GraphNode;
  /** In list order. */
  readonly children: readonly GraphNode[];
  /** Where what led to the container leads. */
  readonly entries: readonly GraphNode[];
  /** Where the container continues success. */
  readonly exits: readonly string[];
  /** The children that lead to the exits implicitly. */
  readonly last: readonly GraphNode[];
  /** Children that list order led to the next one, and nothing will. */
  readonly chained: readonly (readonly [GraphNode, GraphNode])[];
  /** Children whose error the container handled. */
  readonly failing: readonly GraphNode[];
}

/** Keys of a container that may go without a loss, or are carried over. */
const CARRIED: ReadonlySet<string> = new Set([
  'id',
  'name',
  'description',
  'type',
  'tasks',
  'join',
  'with',
  'config',
  'on_success',
  'on_error',
]);

/** How a container is replaced by its children, or why it cannot without meaning something else. */
export function planUnwrap(analysis: Analysis, container: GraphNode): Result<UnwrapPlan, Refusal> {
  const reason = findLoss(analysis, container);
  if (reason !== null) return refuse('NOT_EXPRESSIBLE', container.id, `“${container.id}” ${reason}`);
  const children = container.children.flatMap((id) => analysis.graph.nodes.get(id) ?? []);
  const isParallel = runsTogether(container.task.type);
  const isOrdered = isInOrder(analysis, container);
  const handler = container.task.handlers.find(({ name }) => name === 'on_success');
  const following = analysis.graph.edges.find(({ source, via }) => source === container.id && via === 'sequence');
  const open = children.filter((node) => !alwaysJumps(node.task));
  const entries = isParallel ? children : children.slice(0, 1);
  const written = (handler?.next ?? []).flatMap((id) => (id === container.id ? entries.map((node) => node.id) : id));
  const needsOrder = isOrdered && written.length === 0;
  return ok({
    container,
    children,
    entries,
    exits: needsOrder && following ? [following.target] : written,
    last: needsOrder ? [] : isParallel ? open : open.filter((node) => node === children.at(-1)),
    chained: isParallel || isOrdered ? [] : pairUp(children, open),
    failing: container.task.handlers.some(({ name }) => name === 'on_error')
      ? children.filter(({ task }) => !task.handlers.some(({ name }) => name === 'on_error'))
      : [],
  });
}

function isInOrder({ graph }: Analysis, { parent }: GraphNode): boolean {
  return parent !== null && runsInOrder(graph.nodes.get(parent)?.task.type);
}

function pairUp(children: readonly GraphNode[], open: readonly GraphNode[]): [GraphNode, GraphNode][] {
  return open.flatMap((node): [GraphNode, GraphNode][] => {
    const next = children[children.indexOf(node) + 1];
    return next === undefined ? [] : [[node, next]];
  });
}

/** What would be lost, as the end of a sentence about the container; null when nothing would. */
function findLoss(analysis: Analysis, container: GraphNode): string | null {
  const { task, children } = container;
  if (traitsOf(task.type).children === 'item')
    return 'runs its tasks once for each of its items; without it they would run once.';
  if (!holdsTasks(task.type)) return `is a ${task.type} task and holds none.`;
  if (children.length === 0) return 'holds no tasks. Remove it instead.';
  const around = container.parent === null ? null : (analysis.graph.nodes.get(container.parent) ?? null);
  const perTask = findPerTaskCall(around);
  if (around !== null && perTask !== null) return `is in “${around.id}”, which ${perTask}. Remove that first.`;
  const inside = children.flatMap((id) => analysis.graph.nodes.get(id) ?? []);
  const isOperation = runsTogether(task.type) || runsTogether(around?.task.type);
  const reader = isOperation ? findOperationReader(analysis, inside) : undefined;
  if (reader !== undefined) return `gives “${reader.id}” its “operation_id”, which would be another one.`;
  const round = findRoundReader(analysis, inside, new Set([container.id]));
  if (round !== undefined) return `starts “${round.id}” again in each round, so that it cannot read its own output.`;
  const told = findEventReader(
    analysis,
    analysis.graph.edges.filter(({ source }) => source === container.id),
  );
  if (told !== undefined) return `brings its event to “${told}”, which reads that.`;
  const unnamed = children.find((id) => analysis.graph.nodes.get(id)?.task.id !== id);
  if (unnamed !== undefined) return 'holds a task without an id of its own. Give it one first.';
  return (
    findLostKey(analysis, container) ??
    findLostOrder(analysis, container) ??
    findLostData(analysis, container) ??
    findRunInput(analysis, container)
  );
}

/** What the run starts with gets its input; inside a container nothing does. */
function findRunInput(analysis: Analysis, { isStart, children }: GraphNode): string | null {
  const first = analysis.graph.nodes.get(children[0] ?? '');
  if (!isStart || first === undefined) return null;
  const own = readField(analysis.syntax, [...first.task.path, 'with']);
  const [missing] = listMissing(analysis, first.task, own);
  if (missing === undefined) return null;
  return `is the start, and without it “${first.id}” would get “${missing.key}” of the run's input. Let “${first.id}” read it in its own “with” first.`;
}

function findLostKey({ syntax }: Analysis, { task }: GraphNode): string | null {
  const node = findNode(syntax, task.path);
  const keys = node?.kind === 'map' ? node.entries.map((entry) => entry.key) : [];
  const lost = keys.find((key) => !CARRIED.has(key));
  if (lost !== undefined) return `has “${lost}”, which its tasks cannot have one by one. Remove that first.`;
  const config = findNode(syntax, [...task.path, 'config']);
  for (const { key, value } of config?.kind === 'map' ? config.entries : []) {
    const isDefault = key === 'error_handling' && value?.kind === 'scalar' && value.value === 'stop';
    if (!isDefault && key !== 'fail_fast') return `has “config.${key}” for all its tasks together. Remove that first.`;
  }
  return null;
}

function findLostOrder(analysis: Analysis, container: GraphNode): string | null {
  const { task, children, isStart, parent } = container;
  if (children.length === 1) return null;
  const around = parent === null ? undefined : analysis.graph.nodes.get(parent)?.task.type;
  if (runsInOrder(task.type)) {
    if (continuesOnError(parent === null ? null : (analysis.graph.nodes.get(parent) ?? null)))
      return 'stops at the first of its tasks that fails, and the list around it does not.';
    return runsTogether(around) ? 'runs its tasks in order; in a parallel task they would start together.' : null;
  }
  if (runsInOrder(around)) {
    return 'starts its tasks together; in the list around it they would run one after the other.';
  }
  if (isStart) return 'is the start, and a run starts with one task. Put another task before it first.';
  if (task.handlers.some(({ name }) => name === 'on_error')) {
    return 'handles the errors of all its tasks together. Remove its “on_error” first.';
  }
  return null;
}

const SEEN_BY_ALL: ReadonlySet<string> = new Set(['tasks', 'agents', 'tools', 'memory', 'workflow', 'trigger']);

/** Data that the handlers pass and only the container can see. */
function findLostData({ syntax, graph }: Analysis, { id, task, children }: GraphNode): string | null {
  const passing = findReferences(syntax, [...task.path, 'on_success', 'with']).find(({ reference: { root, path } }) => {
    const isChild = root === 'output' && typeof path[0] === 'string' && children.includes(path[0]);
    return !isChild && !SEEN_BY_ALL.has(root);
  });
  if (passing)
    return `passes on its ${passing.reference.root} as a whole, which no task inside has. Change that first.`;
  const failing = findReferences(syntax, [...task.path, 'on_error']).find(({ reference: { root, path } }) => {
    return root === 'error' ? path[0] !== 'code' : !SEEN_BY_ALL.has(root);
  });
  if (failing) return `reads ${failing.reference.root} in its “on_error”, which is another one for each task inside.`;
  const half = task.handlers.some(({ name }) => name === 'on_error')
    ? children.find((child) => {
        const own = graph.nodes.get(child)?.task.handlers.find(({ name }) => name === 'on_error');
        return own !== undefined && (own.next.length === 0 || own.condition !== null || own.routes !== null);
      })
    : undefined;
  if (half !== undefined) return `handles what “${half}” inside it leaves of its errors. Remove one “on_error” first.`;
  const shared = graph.edges.find(
    (edge) =>
      edge.target === id &&
      edge.via !== 'sequence' &&
      findNode(syntax, [...edge.path, 'with']) !== undefined &&
      graph.edges.some((other) => other.target !== id && JSON.stringify(other.path) === JSON.stringify(edge.path)),
  );
  return shared ? `gets data from “${shared.source}” together with other tasks. Disconnect those first.` : null;
}
