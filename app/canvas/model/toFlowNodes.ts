import type { Node, NodeHandle } from '@xyflow/react';
import {
  type Diagnostic,
  formatEdgeId,
  type Graph,
  type GraphEdge,
  type GraphNode,
  isLoose,
  type Severity,
} from '#engine';
import { type CardFrame, isFrame, type Note, type Placement } from '#engine/layout';
import { runsInOrder, type Workflow } from '#engine/model';
import { cardSize, hasProgressLine } from './cardSize.ts';
import { describeTask, type TaskText } from './describeTask.ts';
import { type Direction, POSITIONS } from './direction.ts';
import { listPorts, PORT_SIZE, type Port } from './listPorts.ts';
import { type EndMark, endsBySource, entryOfEnd, placeEnds } from './placeEnds.ts';
import { ENTRY_PORT, portOf } from './ports.ts';
import { toPosition } from './toPosition.ts';

/** What is wrong with a task, for its badge: the worst severity and all messages. */
export interface CardProblems {
  readonly severity: Severity;
  readonly messages: readonly string[];
}

/** What a card or a frame draws, as long as the text stays as it is. A run adds to it by the task's id. */
export interface TaskData extends Record<string, unknown>, TaskText {
  /** Id in the text: the key of run state. */
  readonly taskId: string;
  readonly isTall: boolean;
  readonly isStart: boolean;
  readonly isReachable: boolean;
  /** Whether nothing leads to it, where it is not in a container to which nothing does. */
  readonly isLoose: boolean;
  /** Whether it does nothing in a run: by itself, or because what it is in is disabled. */
  readonly disabled: 'itself' | 'inside' | null;
  /** Retries as written; null without a policy or when it is a template. */
  readonly attempts: number | null;
  readonly childCount: number;
  /** Its place, from 1, in a list whose order is the order of running; null in others. */
  readonly order: number | null;
  readonly isCollapsed: boolean;
  readonly direction: Direction;
  readonly ports: readonly Port[];
  readonly problems: CardProblems | null;
}

export interface EndData extends Record<string, unknown> {
  readonly edgeId: string;
  /** Id of the task that the line leaves. */
  readonly from: string;
  /** What a run calls the line that leads to it. */
  readonly runId: string;
  readonly shape: EndMark['shape'];
  readonly direction: Direction;
}

export type TaskFlowNode = Node<TaskData, 'task'> | Node<TaskData, 'frame'>;
export type EndFlowNode = Node<EndData, 'end'>;
export type FlowNode = TaskFlowNode | EndFlowNode;

export type NoteFlowNode = Node<Record<string, unknown> & Pick<Note, 'color' | 'text'>, 'note'>;

/** What a frame around chosen cards draws, as long as the layout stays as it is. */
export interface CardFrameData extends Record<string, unknown>, Pick<CardFrame, 'title' | 'text' | 'color'> {
  /** Those that it is drawn around. */
  readonly tasks: readonly string[];
  /** Of the part below the title, px. */
  readonly textHeight: number;
}

export type CardFrameNode = Node<CardFrameData, 'cardFrame'>;

/** What React Flow draws as a node: cards, open containers, ends of branches, notes, frames around chosen cards. */
export type DrawnNode = FlowNode | NoteFlowNode | CardFrameNode;

export interface FlowOptions {
  readonly workflow: Workflow;
  /** Where the layout puts each visible node; nodes without a place are not drawn. */
  readonly placements: ReadonlyMap<string, Placement>;
  readonly collapsed: ReadonlySet<string>;
  readonly direction: Direction;
  /** By task id. */
  readonly problems: ReadonlyMap<string, CardProblems>;
  /** The part that is drawn; without it, everything. */
  readonly drawn?: { readonly nodes: ReadonlySet<string>; readonly edges: readonly GraphEdge[] } | null;
}

/** Nodes to draw: containers before their children, each card followed by the ends of its branches. */
export function toFlowNodes(graph: Graph, options: FlowOptions): readonly FlowNode[] {
  const { drawn } = options;
  const used = usedPorts(graph);
  const ends = endsBySource(graph, drawn?.edges);
  const flowNodes: FlowNode[] = [];
  for (const node of graph.nodes.values()) {
    const placement = options.placements.get(node.id);
    if (!placement || drawn?.nodes.has(node.id) === false) continue;
    const order = orderOf(graph, node);
    const disabled = disabledBy(graph, node);
    const given = { ...options, placement, order, disabled, isLoose: isLoose(graph, node) };
    const flowNode = toTaskNode(node, used.get(node.id) ?? NO_PORTS, given);
    flowNodes.push(flowNode);
    const own = ends.get(node.id);
    const marks = own ? placeEnds(own, flowNode.data.ports, options.direction) : [];
    for (const mark of marks) flowNodes.push(toEndNode(mark, flowNode, options.direction));
  }
  return flowNodes;
}

/** The worst problem of each task with all messages, by task id; information is left to the list of problems. */
export function groupProblems(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, CardProblems> {
  const byTask = new Map<string, { severity: CardProblems['severity']; messages: string[] }>();
  for (const { taskId, severity, message } of diagnostics) {
    if (taskId === undefined || severity === 'info') continue;
    const known = byTask.get(taskId);
    const worst = known?.severity === 'error' ? 'error' : severity;
    const messages = known?.messages ?? [];
    messages.push(message);
    byTask.set(taskId, { severity: worst, messages });
  }
  return byTask;
}

/** Id of the node that marks where a line to `end` arrives. */
export function endNodeId(edgeId: string): string {
  return `end:${edgeId}`;
}

/** Elements that take the focus from the canvas, never by Tab. One object, so that equal elements stay equal. */
export const FOCUSED_BY_CANVAS = { ariaRole: 'group', domAttributes: { tabIndex: -1 } } as const;

const NO_PORTS: ReadonlySet<string> = new Set();

function usedPorts(graph: Graph): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>();
  for (const edge of graph.edges) {
    const ports = used.get(edge.source) ?? new Set<string>();
    used.set(edge.source, ports.add(portOf(edge.via)));
  }
  return used;
}

type Placed = FlowOptions & { readonly placement: Placement } & Pick<TaskData, 'order' | 'disabled' | 'isLoose'>;

function disabledBy(graph: Graph, { task, parent }: GraphNode): TaskData['disabled'] {
  if (task.isDisabled) return 'itself';
  const around = parent === null ? undefined : graph.nodes.get(parent);
  return around !== undefined && disabledBy(graph, around) !== null ? 'inside' : null;
}

/** Composites and the body of a collection run their list in order (format.md 4); one child alone needs no number. */
function orderOf(graph: Graph, { parent, task }: GraphNode): number | null {
  const container = graph.nodes.get(parent ?? '');
  if (!container || !runsInOrder(container.task.type) || container.children.length < 2) return null;
  return Number(task.path.at(-1)) + 1;
}

function toTaskNode(node: GraphNode, used: ReadonlySet<string>, options: Placed): TaskFlowNode {
  const { placement, direction, workflow, collapsed, problems, order, disabled, isLoose } = options;
  const { task } = node;
  const isOpen = isFrame(node) && !collapsed.has(node.id);
  const { width, height } = isOpen ? placement : cardSize(task, direction);
  const ports = listPorts(task, { width, height, direction, used });
  const text = describeTask(workflow, task);
  const data: TaskData = {
    ...text,
    taskId: task.id,
    isTall: !isOpen && hasProgressLine(task),
    isStart: node.isStart,
    isReachable: node.isReachable,
    isLoose,
    disabled,
    attempts: task.retry?.attempts.kind === 'value' ? task.retry.attempts.value : null,
    childCount: node.children.length,
    order,
    isCollapsed: collapsed.has(node.id),
    direction,
    ports,
    problems: problems.get(task.id) ?? null,
  };
  return {
    id: node.id,
    type: isOpen ? 'frame' : 'task',
    position: toPosition(placement, node.parent),
    ...(node.parent === null ? {} : { parentId: node.parent }),
    width,
    height,
    measured: { width, height },
    handles: ports.map(toHandle),
    ...FOCUSED_BY_CANVAS,
    ariaLabel: describeAloud(data, node),
    data,
  };
}

function toHandle({ id, type, side, x, y }: Port): NodeHandle {
  const half = PORT_SIZE / 2;
  return { id, type, position: POSITIONS[side], x: x - half, y: y - half, width: PORT_SIZE, height: PORT_SIZE };
}

function toEndNode(mark: EndMark, source: TaskFlowNode, direction: Direction): EndFlowNode {
  const { x, y, width, height, edgeId, via, shape } = mark;
  const entry = entryOfEnd(mark, direction);
  const position = POSITIONS[entry.side];
  return {
    id: endNodeId(edgeId),
    type: 'end',
    parentId: source.id,
    position: { x, y },
    width,
    height,
    measured: { width, height },
    handles: [{ id: ENTRY_PORT, type: 'target', position, x: entry.x, y: entry.y, width: 0, height: 0 }],
    selectable: false,
    draggable: false,
    focusable: false,
    connectable: false,
    data: { edgeId, from: source.data.taskId, runId: formatEdgeId(source.data.taskId, via, 'end'), shape, direction },
  };
}

/** The card described for a screen reader. */
function describeAloud(
  { title, taskId, usesWhole, isLoose, order, disabled, problems }: TaskData,
  { task, isStart }: GraphNode,
): string {
  const parts = [
    title,
    title === taskId ? null : `id ${taskId}`,
    task.type === 'unknown' ? 'unknown type' : `${task.type} task`,
    usesWhole,
    order === null ? null : `step ${order}`,
    isStart ? 'start' : null,
    isLoose ? 'not connected yet' : null,
    disabled === null ? null : 'disabled',
    problems ? countOf(problems.messages.length, problems.severity === 'error' ? 'problem' : 'warning') : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const PREFIX = 'note:';

/** The node that a note is drawn as. */
export function noteNodeId(id: string): string {
  return PREFIX + id;
}

/** The note that is drawn as a node; null where it is none. */
export function noteOfNode(nodeId: string): string | null {
  return nodeId.startsWith(PREFIX) ? nodeId.slice(PREFIX.length) : null;
}

/** Notes as nodes below cards and lines. */
export function toFlowNotes(notes: readonly Note[] = []): readonly NoteFlowNode[] {
  return notes.map(({ id, x, y, width, height, color, text }) => ({
    id: noteNodeId(id),
    type: 'note',
    position: { x, y },
    width,
    height,
    measured: { width, height },
    zIndex: -1,
    connectable: false,
    ...FOCUSED_BY_CANVAS,
    ariaLabel: `Note: ${text.trim() || 'empty'}`,
    data: { color, text },
  }));
}
