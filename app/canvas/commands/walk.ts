import type { Graph, GraphEdge } from '#engine';
import { select, session } from '../../session/index.ts';
import type { Arrangement } from '../model/arrangeGraph.ts';
import { type ArrowKey, toHeading, walkGraph } from '../model/walkGraph.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { canvasView } from '../state/canvasView.ts';
import { frameBoxes } from './frames.ts';
import { selectedNotes } from './notes.ts';
import { walkFromNote } from './walkFromNote.ts';

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
