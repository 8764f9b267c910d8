import { inspected, select, session, toggleInspector, withPort } from '../../session/index.ts';
import { frameOfNode } from '../model/frames/frameIds.ts';
import { noteOfNode } from '../model/toFlowNodes.ts';
import { setCanvasView } from '../state/canvasView.ts';

/**
 * Shows the inspector and gives it the focus. A card or line that only has the focus is selected first; a note or a
 * frame is edited where it is.
 */
export function openInspector(target: EventTarget | null): void {
  const element = target instanceof Element ? target : null;
  const card = element?.closest<HTMLElement>('.react-flow__node')?.dataset.id;
  const edge = element?.closest<SVGElement>('.react-flow__edge')?.dataset.id;
  const { tasks, notes, frames } = session.getState().document.selection;
  const frame = card === undefined ? (tasks.size === 0 ? [...frames].at(-1) : undefined) : frameOfNode(card);
  if (frame != null) {
    select({ frames: [frame], origin: 'canvas' });
    setCanvasView({ frame });
    return;
  }
  const note = card === undefined ? (tasks.size === 0 ? [...notes].at(-1) : undefined) : noteOfNode(card);
  if (note != null) {
    select({ notes: [note], origin: 'canvas' });
    setCanvasView({ note });
    return;
  }
  if (edge !== undefined) select({ edge, origin: 'canvas' });
  else if (card !== undefined && !tasks.has(card)) select({ tasks: [card], origin: 'canvas' });
  if (inspected(session.getState()) === null) toggleInspector();
  withPort('inspector', (inspector) => inspector.focus());
}
