import type { Workflow } from '#engine/model';
import type { Kind } from '../../ui/index.ts';
import type { Arrangement, Box } from '../model/arrangeGraph.ts';
import { placeFrames } from '../model/frames/frameBox.ts';
import { PORT_SIZE, type Port } from '../model/listPorts.ts';
import { entryOfEnd } from '../model/placeEnds.ts';
import { ENTRY_PORT } from '../model/ports.ts';
import { type FlowEdge, toFlowEdges } from '../model/toFlowEdges.ts';
import { type FlowNode, toFlowNodes } from '../model/toFlowNodes.ts';
import { type EdgePath, wayPath } from '../route/edgePath.ts';
import type { LineEnd } from '../route/Line.ts';
import { drawCard, drawEnd, drawFrame, lineColor, mix, type Pens, START_HEIGHT, type Theme } from './drawCard.ts';
import { drawCardFrame, drawNote } from './drawNote.ts';
import { drawMark, fade, type RunMarks } from './drawRun.ts';
import type { Picture, PictureShape } from './Picture.ts';

/** What is drawn. */
export interface Subject {
  readonly arrangement: Arrangement;
  readonly workflow: Workflow;
  /** What a run did to it; absent: it is drawn without a run. */
  readonly run?: RunMarks;
}

/** A node of the canvas with its place on the plane. */
interface Placed {
  readonly node: FlowNode;
  readonly box: Box;
}

/** Room around the workflow, px. */
const MARGIN = 40;

/** Draws a workflow as the canvas shows it: frames of chosen cards and notes, then containers, lines, cards, words on lines, and what a run did. */
export function drawPicture(subject: Subject, pens: Pens): Picture {
  const { theme } = pens;
  const placed = placeNodes(subject);
  const lines = toFlowEdges(subject.arrangement).flatMap((edge): readonly DrawnLine[] => {
    const from = endOf(placed.get(edge.source), edge.sourceHandle);
    const to = endOf(placed.get(edge.target), edge.targetHandle);
    return from === null || to === null ? [] : [{ edge, to, path: wayPath(from, to, edge.data?.way) }];
  });
  const all = [...placed.values()];
  const notes = subject.arrangement.layout.notes ?? [];
  const frames = placeFrames(subject.arrangement);
  const shapes = [
    ...frames.flatMap((frame) => drawCardFrame(frame, pens)),
    ...notes.flatMap((note) => drawNote(note, pens)),
    ...all.flatMap(({ node, box }) => (node.type === 'frame' ? drawFrame(node.data, box, pens) : [])),
    ...lines.flatMap((line) => (isTaken(subject, line) ? drawLine(line, theme) : fade(drawLine(line, theme), theme))),
    ...all.flatMap((one) => drawNode(one, pens)),
    ...lines.flatMap((line) => drawLabel(line, theme)),
    ...all.flatMap(({ node, box }) => drawMarkOf(subject, node, box, pens)),
  ];
  return {
    shapes,
    ...boundsOf(all, lines, [...notes, ...frames.map(({ box }) => box)]),
    background: theme('background'),
  };
}

/** The kinds whose icons a picture needs. */
export function kindsIn(subject: Subject): ReadonlySet<Kind> {
  return new Set(listNodes(subject).flatMap((node) => (node.type === 'end' ? [] : [node.data.kind])));
}

/** Whether a line is drawn in full: without a run each one is. */
function isTaken({ run }: Subject, { edge }: DrawnLine): boolean {
  return run === undefined || (run.edges.get(edge.data?.runId ?? edge.id) ?? 0) > 0;
}

function drawMarkOf({ run }: Subject, node: FlowNode, box: Box, pens: Pens): readonly PictureShape[] {
  const mark = node.type === 'end' ? undefined : run?.tasks.get(node.data.taskId);
  return mark === undefined ? [] : drawMark(mark, { box, radius: node.type === 'frame' ? 12 : 10 }, pens);
}

function drawNode({ node, box }: Placed, pens: Pens): readonly PictureShape[] {
  if (node.type === 'end') return drawEnd(node, box, pens.theme);
  const ports = drawPorts(node.data.ports, box, pens.theme);
  return node.type === 'frame' ? ports : [...drawCard(node.data, box, pens), ...ports];
}

function listNodes({ arrangement, workflow }: Subject): readonly FlowNode[] {
  const { graph, placements, direction, layout } = arrangement;
  return toFlowNodes(graph, { workflow, placements, direction, collapsed: layout.collapsed, problems: new Map() });
}

function placeNodes(subject: Subject): ReadonlyMap<string, Placed> {
  const { boxes } = subject.arrangement;
  return new Map(listNodes(subject).map((node) => [node.id, { node, box: placeOf(node, boxes) }]));
}

/** An end is placed from the corner of its card. */
function placeOf(node: FlowNode, boxes: Arrangement['boxes']): Box {
  const own = boxes.get(node.id);
  const [width, height] = [node.width ?? 0, node.height ?? 0];
  if (node.type !== 'end' && own !== undefined) return { x: own.x, y: own.y, width, height };
  const { x = 0, y = 0 } = boxes.get(node.parentId ?? '') ?? {};
  return { x: x + node.position.x, y: y + node.position.y, width, height };
}

/** Where a line meets a card: at the outer side of the port. */
function endOf(placed: Placed | undefined, port: string | null | undefined): LineEnd | null {
  if (placed === undefined) return null;
  const { node, box } = placed;
  if (node.type === 'end') {
    const entry = entryOfEnd({ ...box, shape: node.data.shape }, node.data.direction);
    return { x: box.x + entry.x, y: box.y + entry.y, side: entry.side };
  }
  const found = node.data.ports.find((one) => one.id === (port ?? ENTRY_PORT));
  return found === undefined ? null : outerPoint(found, box);
}

function outerPoint({ x, y, side }: Port, box: Box): LineEnd {
  const reach = PORT_SIZE / 2;
  const across = side === 'right' ? reach : side === 'left' ? -reach : 0;
  const down = side === 'bottom' ? reach : side === 'top' ? -reach : 0;
  return { x: box.x + x + across, y: box.y + y + down, side };
}

/** All of it with a margin: lines may run next to all cards. */
function boundsOf(
  placed: readonly Placed[],
  lines: readonly DrawnLine[],
  around: readonly Box[],
): Pick<Picture, 'x' | 'y' | 'width' | 'height'> {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const take = (x: number, y: number): void => {
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  };
  for (const { node, box } of placed) {
    const isStart = node.type !== 'end' && node.data.isStart;
    take(box.x, box.y - (isStart ? START_HEIGHT : 0));
    take(box.x + box.width, box.y + box.height);
  }
  for (const { x, y, width, height } of around) {
    take(x, y);
    take(x + width, y + height);
  }
  for (const { path } of lines)
    for (const [, x, y] of path.d.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)) take(Number(x), Number(y));
  // Whole px, so that an image has no half-covered border.
  const [x, y] = [Math.floor(left) - MARGIN, Math.floor(top) - MARGIN];
  return { x, y, width: Math.ceil(right) + MARGIN - x, height: Math.ceil(bottom) + MARGIN - y };
}

/** A line of the canvas, with where it arrives. */
interface DrawnLine {
  readonly edge: FlowEdge;
  readonly path: EdgePath;
  readonly to: LineEnd;
}

/** A line from a handler to a task, in the colour and the shape of the handler. */
function drawLine({ edge, path, to }: DrawnLine, theme: Theme): readonly PictureShape[] {
  const look = edge.data?.look ?? 'success';
  const stroke = lineColor(theme, look);
  const place = { x: to.x, y: to.y, turn: path.angle };
  const line = { kind: 'path', d: path.d, stroke } as const;
  if (look === 'error')
    return [
      { ...line, width: 1.6, dash: [6, 4] },
      { kind: 'path', d: 'M-11,0 L-5.5,-5 L0,0 L-5.5,5 Z', place, stroke, fill: stroke, width: 1.6 },
    ];
  const head: PictureShape = {
    kind: 'path',
    d: 'M-8,-5.5 L0,0 L-8,5.5',
    place,
    stroke,
    width: look === 'hook' ? 1 : 1.6,
  };
  if (look === 'complete') return [{ ...line, width: 4.6 }, { ...line, stroke: theme('background'), width: 1.8 }, head];
  if (look === 'start') return [{ ...line, width: 2.4, dash: [0.1, 5] }, head];
  return [{ ...line, width: look === 'hook' ? 1 : 1.6 }, head];
}

/** The words on a line. */
function drawLabel({ edge, path }: DrawnLine, theme: Theme): readonly PictureShape[] {
  const text = edge.data?.way?.label?.text ?? '';
  if (text === '') return [];
  const { x, y } = path.label;
  const fill = mix(lineColor(theme, edge.data?.look ?? 'success'), theme('ink'), 0.82);
  const halo = theme('background');
  return [{ kind: 'text', x, y: y + 4, text, size: 11, weight: 550, fill, halo, isCentred: true }];
}

/** The ports of a card that lead somewhere. */
function drawPorts(ports: readonly Port[], box: Box, theme: Theme): readonly PictureShape[] {
  return ports.flatMap(({ x, y, look, isShown }): readonly PictureShape[] => {
    if (!isShown) return [];
    const [cx, cy] = [box.x + x, box.y + y];
    const style = {
      stroke: lineColor(theme, look === 'success' || look === 'route' ? 'hook' : look),
      fill: theme('surface'),
      width: 1.5,
    };
    if (look === 'error') return [{ kind: 'path', d: `M${cx - 6} ${cy}l6 -6l6 6l-6 6z`, ...style }];
    return [{ kind: 'path', d: `M${cx - 5} ${cy}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0`, ...style }];
  });
}
