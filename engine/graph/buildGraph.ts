import { childrenOf, configOf, runsInOrder, type Task, type Workflow } from '../model/index.ts';
import type { Graph, GraphEdge, GraphNode } from './Graph.ts';
import { buildExitEdges, buildSequenceEdges, type DrawnWorkflow, isDangling, patchGraph } from './patchGraph.ts';

/**
 * The graph of a workflow: one node per task in document order, containers before their children, and one edge per
 * handler, route, default or list order that leads somewhere. The start is the task `start` names at the top level,
 * else the first one. With the previous workflow and its graph, what did not change is reused from there; a task that is
 * the same object as in any graph before keeps its node and edges where they are equal.
 */
export function buildGraph(workflow: Workflow, previous?: DrawnWorkflow): Graph {
  return (previous && patchGraph(previous, workflow)) ?? buildWhole(workflow);
}

function buildWhole(workflow: Workflow): Graph {
  const drafts = new Map<string, NodeDraft>();
  collect(workflow.tasks, null, drafts);
  const edges: GraphEdge[] = [];
  for (const [id, draft] of drafts) {
    draft.edges = draftEdges(id, draft, drafts);
    for (const edge of draft.edges) edges.push(edge);
  }
  const start = findStart(workflow, drafts);
  const reachable = findReachable(start, drafts);
  const nodes = new Map<string, GraphNode>();
  for (const [id, draft] of drafts) {
    nodes.set(id, finishNode(id, draft, { isStart: id === start, isReachable: reachable.has(id) }));
  }
  return { nodes, edges };
}

const sorted = new WeakMap<readonly GraphEdge[], ReadonlyMap<string, readonly GraphEdge[]>>();

/** The edges of a graph by their source, in the order of the graph. Found out once for a list of edges. */
export function edgesBySource(edges: readonly GraphEdge[]): ReadonlyMap<string, readonly GraphEdge[]> {
  const known = sorted.get(edges);
  if (known !== undefined) return known;
  const bySource = new Map<string, GraphEdge[]>();
  sorted.set(edges, bySource);
  for (const edge of edges) {
    const known = bySource.get(edge.source);
    if (known === undefined) bySource.set(edge.source, [edge]);
    else known.push(edge);
  }
  return bySource;
}

interface NodeDraft extends Pick<GraphNode, 'task' | 'parent'> {
  readonly children: readonly string[];
  readonly known: DrawnTask;
  edges: readonly GraphEdge[];
}

/** What a task was last drawn as. */
interface DrawnTask {
  node: GraphNode | null;
  exits: readonly GraphEdge[] | null;
}

const drawnTasks = new WeakMap<Task, DrawnTask>();

function knownOf(task: Task): DrawnTask {
  let known = drawnTasks.get(task);
  if (known === undefined) {
    known = { node: null, exits: null };
    drawnTasks.set(task, known);
  }
  return known;
}

const NONE: readonly never[] = [];

function collect(tasks: readonly Task[], parent: string | null, drafts: Map<string, NodeDraft>): readonly string[] {
  return tasks.map((task) => {
    const id = task.id !== '' && !drafts.has(task.id) ? task.id : `${task.id}#${task.path.join('/')}`;
    const draft = { task, parent, children: NONE as readonly string[], known: knownOf(task), edges: NONE };
    drafts.set(id, draft);
    const children = childrenOf(task);
    if (children.length > 0) draft.children = collect(children, id, drafts);
    return id;
  });
}

function draftEdges(id: string, draft: NodeDraft, drafts: ReadonlyMap<string, NodeDraft>): readonly GraphEdge[] {
  const { task, children, known } = draft;
  if (!known.exits?.every((edge) => edge.source === id && edge.isDangling === isDangling(edge.target, drafts))) {
    known.exits = buildExitEdges(task, id, drafts);
  }
  const sequence = buildSequenceEdges(task, children);
  return sequence.length === 0 ? known.exits : [...known.exits, ...sequence];
}

function finishNode(id: string, draft: NodeDraft, marks: Pick<GraphNode, 'isStart' | 'isReachable'>): GraphNode {
  const { task, parent, children, known } = draft;
  const { node } = known;
  const isSame =
    node?.id === id &&
    node.parent === parent &&
    node.isStart === marks.isStart &&
    node.isReachable === marks.isReachable &&
    node.children.length === children.length &&
    node.children.every((child, index) => child === children[index]);
  if (isSame) return node;
  known.node = { id, task, parent, children, isStart: marks.isStart, isReachable: marks.isReachable };
  return known.node;
}

function findStart(workflow: Workflow, drafts: ReadonlyMap<string, NodeDraft>): string | null {
  if (workflow.start !== null && drafts.get(workflow.start)?.parent === null) return workflow.start;
  for (const id of drafts.keys()) return id;
  return null;
}

type ReachNode = Pick<GraphNode, 'task' | 'children'> & { readonly edges: readonly GraphEdge[] };

/**
 * Ids of the tasks a run can reach: from the start along edges, and from a container to the children it enters by
 * itself: all of a parallel, the first of a composite or of a collection's body, and in a composite that continues on
 * errors each one after a child that can be reached.
 */
export function findReachable(start: string | null, places: ReadonlyMap<string, ReachNode>): ReadonlySet<string> {
  const followers = new Map<string, string>();
  for (const place of places.values()) {
    if (continuesOnErrors(place)) addFollowers(place.children, followers);
  }
  const reached = new Set<string>();
  const queue = start === null ? [] : [start];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const place = places.get(id);
    if (place === undefined || reached.has(id)) continue;
    reached.add(id);
    for (const { target } of place.edges) queue.push(target);
    for (const child of entered(place)) queue.push(child);
    const next = followers.get(id);
    if (next !== undefined) queue.push(next);
  }
  return reached;
}

/** The children a container starts by itself. */
function entered({ task, children }: ReachNode): readonly string[] {
  return runsInOrder(task.type) ? children.slice(0, 1) : children;
}

function continuesOnErrors({ task }: ReachNode): boolean {
  const { errorHandling: setting } = configOf(task);
  return setting != null && (setting.kind === 'template' || setting.value === 'continue');
}

function addFollowers(children: readonly string[], followers: Map<string, string>): void {
  for (const [index, child] of children.entries()) {
    const next = children[index + 1];
    if (next !== undefined) followers.set(child, next);
  }
}
