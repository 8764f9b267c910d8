import { session } from '../../session/index.ts';

/** A card or a line of the canvas, by its id. */
export interface FocusedElement {
  readonly kind: 'task' | 'edge';
  readonly id: string;
}

/** What is selected, of several tasks the last. */
export function lastSelected(): FocusedElement | null {
  const { tasks, edge } = session.getState().document.selection;
  const id = [...tasks].at(-1);
  if (id !== undefined) return { kind: 'task', id };
  return edge === null ? null : { kind: 'edge', id: edge };
}

/** Whether it is part of what is selected. */
export function isSelected({ kind, id }: FocusedElement): boolean {
  const { tasks, edge } = session.getState().document.selection;
  return kind === 'task' ? tasks.has(id) : edge === id;
}

/** The card or line that an element is part of; null elsewhere, and for marks of the graph that are no task. */
export function elementAt(target: EventTarget | null): FocusedElement | null {
  if (!(target instanceof Element)) return null;
  const edge = target.closest<SVGElement>('.react-flow__edge')?.dataset['id'];
  if (edge !== undefined) return { kind: 'edge', id: edge };
  const id = target.closest<HTMLElement>('.react-flow__node-task, .react-flow__node-frame')?.dataset['id'];
  return id === undefined ? null : { kind: 'task', id };
}

/** What is drawn of it; null while nothing is. */
export function findElement(root: Element, { kind, id }: FocusedElement): HTMLElement | SVGElement | null {
  const name = kind === 'task' ? 'react-flow__node' : 'react-flow__edge';
  return root.querySelector<HTMLElement | SVGElement>(`.${name}[data-id="${CSS.escape(id)}"]`);
}
