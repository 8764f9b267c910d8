import type { Graph, GraphEdge, Point } from '#engine';
import { select, session } from '../../session/index.ts';
import type { Arrangement, Box } from '../model/arrangeGraph.ts';
import { type ArrowKey, toHeading, walkGraph } from '../model/walkGraph.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { canvasView } from '../state/canvasView.ts';
import { frameBoxes } from './frames.ts';
import { currentNotes, selectedNotes } from './notes.ts';

/**
 * Selects the card that an arrow key leads to from what is selected, else the one nearest to what was selected last, at
 * first the start. From a line it leads to the cards at its ends, and to the lines next to it.
 * @param isMore whether what is selected stays so
 */
export function walk(arrow: ArrowKey, isMore: boolean): void {
  const shown = currentArrangement();
  if (!shown) return;
  const { tasks, frames, edge } = session.getState().document.selection;
  const line = shown.graph.edges.find(({ id }) => id === edge);
  if (line) return walkFromLine(shown, line, arrow);
  const [note] = tasks.size === 0 ? [...selectedNotes(), ...frameBoxes().filter(({ id }) => frames.has(id))] : [];
  if (note) return walkFromNote(shown, note, arrow);
  const from = [...tasks].at(-1);
  const to = from === undefined ? firstCard(shown) : walkGraph(shown.graph, from, arrow, shown);
  if (to == null) return;
  select({ tasks: isMore ? [...[...tasks].filter((id) => id !== to), to] : [to], origin: 'canvas' });
}

/** Selects a line of the card that is selected, or the one after or before the line that is. */
export function walkLines(step: 1 | -1): void {
  const shown = currentArrangement();
  if (!shown) return;
  const { tasks, edge } = session.getState().document.selection;
  const line = shown.graph.edges.find(({ id }) => id === edge);
  const lines = linesOf(shown.graph, line?.source ?? [...tasks].at(-1) ?? firstCard(shown) ?? '');
  const at = line === undefined ? (step === 1 ? 0 : -1) : (lines.indexOf(line) + step) % lines.length;
  const next = lines.at(at);
  if (next) select({ edge: next.id, origin: 'canvas' });
}

function walkFromLine(shown: Arrangement, line: GraphEdge, arrow: ArrowKey): void {
  const heading = toHeading(arrow, shown.direction);
  if (heading === 'before' || heading === 'after') return walkLines(heading === 'after' ? 1 : -1);
  const to = heading === 'ahead' && shown.boxes.has(line.target) ? line.target : line.source;
  select({ tasks: [to], origin: 'canvas' });
}

/** Lines that leave a card; where none does, those that lead to it. */
function linesOf({ edges }: Graph, id: string): readonly GraphEdge[] {
  const away = edges.filter(({ source, isDangling }) => source === id && !isDangling);
  return away.length > 0 ? away : edges.filter(({ target }) => target === id);
}

/** Where a walk begins: near what was selected last, else at the start. */
function firstCard({ graph, boxes }: Arrangement): string | undefined {
  const { last } = canvasView();
  const start = [...graph.nodes.values()].find(({ isStart }) => isStart)?.id;
  if (last === null) return start;
  let [nearest, least] = [start, Infinity];
  for (const [id, { x, y }] of boxes) {
    const distance = Math.hypot(x - last.x, y - last.y);
    if (distance < least) [nearest, least] = [id, distance];
  }
  return nearest;
}

/** Selects the card, note or frame that is nearest to a note or frame on the side of an arrow; where there is none, it stays. */
function walkFromNote({ boxes }: Pick<Arrangement, 'boxes'>, note: Box, arrow: ArrowKey): void {
  const cards = [...boxes].map(([id, box]) => ({ box, chosen: { tasks: [id] } }));
  const notes = currentNotes().map((other) => ({ box: other, chosen: { notes: [other.id] } }));
  const frames = frameBoxes().map(({ id, ...box }) => ({ box, chosen: { frames: [id] } }));
  const from = middleOf(note);
  let [nearest, least]: [(typeof cards | typeof notes | typeof frames)[number] | null, number] = [null, Infinity];
  for (const element of [...cards, ...notes, ...frames]) {
    const distance = distanceTo(from, middleOf(element.box), arrow);
    if (distance < least) [nearest, least] = [element, distance];
  }
  if (nearest) select({ ...nearest.chosen, origin: 'canvas' });
}

/** How far a point is on the side of an arrow; what lies aside counts double, what lies behind is never reached. */
function distanceTo(from: Point, to: Point, arrow: ArrowKey): number {
  const isAcross = arrow === 'ArrowLeft' || arrow === 'ArrowRight';
  const sign = arrow === 'ArrowLeft' || arrow === 'ArrowUp' ? -1 : 1;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [ahead, aside] = isAcross ? [dx * sign, dy] : [dy * sign, dx];
  return ahead > 0 ? ahead + 2 * Math.abs(aside) : Infinity;
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}
