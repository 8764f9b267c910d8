import { inspected, select, session, toggleInspector, withPort } from '../../session/index.ts';

/** Shows the inspector and gives it the focus. A card or line that only has the focus is selected first. */
export function openInspector(target: EventTarget | null): void {
  const element = target instanceof Element ? target : null;
  const card = element?.closest<HTMLElement>('.react-flow__node')?.dataset.id;
  const edge = element?.closest<SVGElement>('.react-flow__edge')?.dataset.id;
  if (edge !== undefined) select({ edge, origin: 'canvas' });
  else if (card !== undefined && !session.getState().document.selection.tasks.has(card))
    select({ tasks: [card], origin: 'canvas' });
  if (inspected(session.getState()) === null) toggleInspector();
  withPort('inspector', (inspector) => inspector.focus());
}
