import { type Err, ok, type Result } from '../../base/index.ts';
import { type Analysis, alwaysJumps, type GraphEdge, type GraphNode } from '../../graph/index.ts';
import { type ContainerType, exitsOf, roleOf, runsTogether } from '../../model/index.ts';
import type { Refusal } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';
import type { Selection } from '../find/selection.ts';
import { findOperationReader, findPerTaskCall, findRoundReader } from './around.ts';
import { findEventReader } from './entryErrors.ts';

/** What wrapping a selection changes. */
export interface WrapPlan {
  /** The tasks in the order of the body. */
  readonly body: readonly GraphNode[];
  /** The tasks that connections from outside, or the start, lead to. */
  readonly entries: readonly GraphNode[];
  /** The task the run starts with, when it is among them. */
  readonly start: GraphNode | null;
  /** Whether `start` has to name the container. */
  readonly isStart: boolean;
  /** Written connections that lead out. */
  readonly exits: readonly GraphEdge[];
  /** Connections among the tasks that go. */
  readonly dropped: readonly GraphEdge[];
  /** Tasks that would continue to the next in the list, and did not before. */
  readonly ends: readonly GraphNode[];
  readonly successTarget: string | null;
  readonly errorTarget: string | null;
}

interface WrapRequest {
  readonly type: ContainerType;
  readonly heal?: boolean | undefined;
}

/** How a selection becomes the body of a container, or why it cannot without meaning something else. */
export function planWrap(analysis: Analysis, selection: Selection, request: WrapRequest): Result<WrapPlan, Refusal> {
  const perTask = findPerTaskCall(selection.parent);
  if (selection.parent !== null && perTask !== null) {
    const message = `“${selection.parent.id}” ${perTask}, and would for the new container instead. Remove that first.`;
    return refuse('NOT_EXPRESSIBLE', selection.parent.id, message);
  }
  const isOperation = runsTogether(request.type) || runsTogether(selection.parent?.task.type);
  const reader = isOperation ? findOperationReader(analysis, selection.nodes) : undefined;
  if (reader !== undefined) {
    const message = `“${reader.id}” reads “operation_id”, which would be another one. Write what it needs in its place first.`;
    return refuse('NOT_EXPRESSIBLE', reader.id, message);
  }
  const round = findRoundReader(analysis, selection.nodes, selection.ids);
  if (round !== undefined) {
    const message = `“${round.id}” reads what it gave in the round before, and a container starts again in each round. Let the loop pass that on instead.`;
    return refuse('NOT_EXPRESSIBLE', round.id, message);
  }
  const exits = selection.leaving.filter((edge) => edge.via !== 'sequence');
  const everyRound = findExitOfRounds(selection, exits);
  if (everyRound) return everyRound;
  const targets = planExits(selection, exits);
  if (!targets.ok) return targets;
  const told = findEventReader(analysis, exits);
  if (told !== undefined) {
    const message = `“${told}” reads the event of the connection that leads to it, which would be that of the container. Let it read the output of a task instead.`;
    return refuse('NOT_EXPRESSIBLE', told, message);
  }
  const start = selection.nodes.find((node) => node.isStart) ?? null;
  const arranged = runsTogether(request.type)
    ? planParallel(selection, start, request.heal === true)
    : planSequence(selection, start);
  if (!arranged.ok) return arranged;
  const repeated = findRepeated(analysis, { selection, exits, request }, targets.value.successTarget);
  if (repeated) return repeated;
  const isStart = start !== null && analysis.workflow.start !== null;
  const left = new Set(exits.filter(({ via }) => via === 'on_success').map((edge) => edge.source));
  const ends = arranged.value.ends.filter((node) => !left.has(node.id));
  const successTarget = targets.value.successTarget ?? (endsList(analysis, selection) ? 'end' : null);
  return ok({ ...arranged.value, ...targets.value, successTarget, ends, exits, start, isStart });
}

/** A task that continues and back to itself at once does so in each round; a container continues once. */
function findExitOfRounds({ inner }: Selection, exits: readonly GraphEdge[]): Err<Refusal> | null {
  const exit = exits.find((leaving) =>
    inner.some((back) => isTakenWith(back, leaving) && leadsTo(inner, back.target, leaving.source)),
  );
  if (exit === undefined) return null;
  const message = `“${exit.source}” leads to “${exit.target}” in each round of a loop, and a container would once. Choose “${exit.target}” too, or disconnect it first.`;
  return refuse('SEVERAL_EXITS', exit.source, message);
}

/** Whether a way back to a task is taken in each round in which it continues. */
function isTakenWith(back: GraphEdge, exit: GraphEdge): boolean {
  if (back.source !== exit.source) return false;
  if (back.via === 'on_complete' || back.via === 'on_start') return true;
  return JSON.stringify(back.path) === JSON.stringify(exit.path);
}

function leadsTo(edges: readonly GraphEdge[], from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const at of seen) for (const { source, target } of edges) if (source === at) seen.add(target);
  return seen.has(to);
}

/** Whether the tasks never lead to the next in their list, as a container would. */
function endsList({ graph }: Analysis, { nodes, parent, leaving, isOrdered }: Selection): boolean {
  const siblings = parent?.children ?? [];
  const next = siblings[siblings.indexOf(nodes.at(-1)?.id ?? '') + 1];
  return isOrdered && next !== undefined && graph.nodes.has(next) && !leaving.some(({ via }) => via === 'sequence');
}

interface Leaving {
  readonly selection: Selection;
  readonly exits: readonly GraphEdge[];
  readonly request: WrapRequest;
}

/** Branches that run side by side and all lead to a task that does not wait for them start it once each; a container once. */
function findRepeated(analysis: Analysis, { selection, exits, request }: Leaving, target: string | null) {
  const sources = new Set(exits.filter((edge) => edge.target === target).map((edge) => edge.source));
  if (target === null || sources.size < 2 || request.heal === true) return null;
  if (analysis.graph.nodes.get(target)?.task.join === 'all') return null;
  const ways = selection.inner.filter(({ via }) => via !== 'sequence').map(({ path }) => JSON.stringify(path));
  const isForked =
    runsTogether(request.type) ||
    new Set(ways).size < ways.length ||
    selection.inner.some(({ via }) => via === 'on_start' || via === 'on_complete');
  if (!isForked) return null;
  const message = `“${target}” runs once for each of these tasks that lead to it; after a container it runs once. Set “join: all” on it first.`;
  return refuse('SEVERAL_EXITS', target, message);
}

type Targets = Pick<WrapPlan, 'successTarget' | 'errorTarget'>;

/** The one target on success, and the one on error that all share. */
function planExits(selection: Selection, exits: readonly GraphEdge[]): Result<Targets, Refusal> {
  const errors = exits.filter(({ via }) => via === 'on_error');
  const others = exits.filter(({ via }) => via !== 'on_error');
  const odd = others.find(({ via }) => via !== 'on_success' && roleOf(via) !== 'route');
  if (odd) {
    const message = `“${odd.source}” leads to “${odd.target}” by ${odd.via}, which only the task itself can do. Disconnect it, or choose “${odd.target}” too.`;
    return refuse('NOT_EXPRESSIBLE', odd.source, message);
  }
  const success = [...new Set(others.map(({ target }) => target))];
  if (success.length > 1) {
    const names = success.map((id) => `“${id}”`).join(' and ');
    const message = `These tasks lead to ${names}; a container leads to one. Choose one of those too, or disconnect it first.`;
    return refuse('SEVERAL_EXITS', success[0] ?? '', message);
  }
  const failing = planErrors(selection, errors);
  if (!failing.ok) return failing;
  return ok({ successTarget: success[0] ?? null, errorTarget: failing.value });
}

/** An error exit becomes the container's where every task has it, and it has nothing but a target. */
function planErrors({ nodes }: Selection, errors: readonly GraphEdge[]): Result<string | null, Refusal> {
  const [first] = errors;
  if (first === undefined) return ok(null);
  const isShared = nodes.every(({ task }) => {
    const handler = task.handlers.find(({ name }) => name === 'on_error');
    const isPlain = handler && handler.with === null && handler.condition === null && handler.routes === null;
    return isPlain && handler.retry === null && handler.next.length === 1 && handler.next[0] === first.target;
  });
  if (isShared) return ok(first.target);
  const message = `“${first.source}” leads its error to “${first.target}”, and not all chosen tasks do just that. Disconnect it, or choose “${first.target}” too.`;
  return refuse('SEVERAL_EXITS', first.source, message);
}

type Arrangement = Pick<WrapPlan, 'body' | 'entries' | 'dropped' | 'ends'>;

/** Operations start together: every way in has to lead to the same of them, and none leads to another. */
function planParallel(selection: Selection, start: GraphNode | null, heals: boolean): Result<Arrangement, Refusal> {
  const { nodes, ids, entering, inner } = selection;
  const written = inner.filter((edge) => edge.via !== 'sequence');
  const [between] = written;
  if (between !== undefined && !heals) {
    const message = `“${between.source}” leads to “${between.target}”, and operations of a parallel task run side by side. Disconnect them first, or choose a composite task.`;
    return refuse('SIBLING_IN_PARALLEL', between.source, message);
  }
  const broken = findLostEnd(selection) ?? (heals ? null : findBrokenOrder(selection, start));
  if (broken) return broken;
  const ways = new Map<string, string[]>();
  for (const edge of entering.filter(({ via }) => via !== 'sequence')) {
    const key = JSON.stringify(edge.path);
    ways.set(key, [...(ways.get(key) ?? []), edge.target]);
  }
  if (start !== null) ways.set('start', [start.id]);
  const groups = new Set([...ways.values()].map((targets) => targets.toSorted().join('\n')));
  if (groups.size > 1 && !heals) {
    const message = `Different tasks lead to different ones of these: in a container each would start all of them. Choose tasks that start together.`;
    return refuse('SEVERAL_ENTRIES', nodes[0]?.id ?? '', message);
  }
  const reached = new Set([...ways.values()].flat());
  const entries = nodes.filter(({ id }) => reached.has(id) && ids.has(id));
  return ok({ body: nodes, entries, dropped: written, ends: [] });
}

/** A task that sometimes continues and sometimes ends its branch: a container continues each time. */
function findLostEnd({ nodes, leaving }: Selection): Err<Refusal> | null {
  const leads = (id: string) => leaving.find(({ source, via }) => source === id && roleOf(via) !== 'error');
  const node = nodes.find(({ id, task }) => {
    const ends = exitsOf(task).some(({ target }) => target.next.includes('end'));
    return ends && leads(id) !== undefined;
  });
  const exit = node && leads(node.id);
  if (node === undefined || exit === undefined) return null;
  const message = `“${node.id}” leads to “${exit.target}” or ends its branch: a container does one or the other. Deselect it, or choose “${exit.target}” too.`;
  return refuse('SEVERAL_EXITS', node.id, message);
}

/** What runs in order, or not at all, would start together with the others. */
function findBrokenOrder(
  { nodes, parent, entering, inner, isOrdered }: Selection,
  start: GraphNode | null,
): Err<Refusal> | null {
  const order = inner.find(({ via }) => via === 'sequence');
  if (order !== undefined) {
    const message = `“${order.source}” comes before “${order.target}” in the list, and operations of a parallel task run side by side. Choose a composite task.`;
    return refuse('SIBLING_IN_PARALLEL', order.source, message);
  }
  if (runsTogether(parent?.task.type)) return null;
  const first = isOrdered ? (parent?.children.slice(0, 1) ?? []) : [];
  const reached = new Set([...entering.map(({ target }) => target), ...(start ? [start.id] : []), ...first]);
  const idle = nodes.find(({ id }) => !reached.has(id));
  if (reached.size === 0 || idle === undefined) return null;
  const message = `Nothing leads to “${idle.id}”, and a parallel task starts all its operations. Deselect it, or connect it first.`;
  return refuse('SEVERAL_ENTRIES', idle.id, message);
}

/** A body runs in list order from its first task: there is one way in, and every branch continues at the same place. */
function planSequence(selection: Selection, start: GraphNode | null): Result<Arrangement, Refusal> {
  const { nodes, entering, inner, leaving, isOrdered, parent } = selection;
  const reached = new Set([...entering.map(({ target }) => target), ...(start ? [start.id] : [])]);
  if (reached.size > 1) {
    const names = [...reached].map((id) => `“${id}”`).join(' and ');
    const message = `Connections from outside lead to ${names}; a container starts with one task. Choose the tasks before them too, or a parallel task.`;
    return refuse('SEVERAL_ENTRIES', [...reached][0] ?? '', message);
  }
  const entry =
    nodes.find(({ id }) => reached.has(id)) ??
    nodes.find(({ id }) => !inner.some((edge) => edge.target === id && edge.source !== id)) ??
    nodes[0];
  if (entry === undefined) return refuse('NOTHING_SELECTED', '', 'Select a task first.');
  if (isOrdered && entry !== nodes[0]) {
    const message = `“${entry.id}” is entered first, and “${nodes[0]?.id}” comes before it in the list. Move it to the front first.`;
    return refuse('SEVERAL_ENTRIES', entry.id, message);
  }
  const body = [entry, ...nodes.filter((node) => node !== entry)];
  const ends = nodes.filter(({ id, task }) => {
    if (exitsOf(task).some(({ target }) => target.next.includes('end'))) return true;
    return !alwaysJumps(task) && ![...inner, ...leaving].some((edge) => edge.source === id && edge.via === 'sequence');
  });
  const ending = ends.find((node) => node.isReachable);
  const exit = leaving.find(({ via }) => via !== 'on_error');
  if (ending !== undefined && exit !== undefined) {
    const message = `“${ending.id}” ends its branch, while “${exit.source}” leads to “${exit.target}”: a container does one or the other. Deselect “${ending.id}”, or connect it.`;
    return refuse('SEVERAL_EXITS', ending.id, message);
  }
  // All operations of a parallel task start: in a body they run one after the other.
  const isStarted = runsTogether(parent?.task.type);
  const closed = isStarted ? [] : ends.filter((node) => node !== body.at(-1) && !alwaysJumps(node.task));
  return ok({ body, entries: [entry], dropped: [], ends: closed });
}
