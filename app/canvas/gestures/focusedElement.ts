import { select, session } from '../../session/index.ts';
import { frameNodeId, frameOfNode } from '../model/frames/frameIds.ts';
import { noteNodeId, noteOfNode } from '../model/toFlowNodes.ts';

/** A card, a note, a frame or a line of the canvas, by its id. */
export interface FocusedElement {
  readonly kind: 'task' | 'note' | 'frame' | 'edge';
  readonly id: string;
}

/** What is selected, of several tasks the last. */
export function lastSelected(): FocusedElement | null {
  const { tasks, notes, frames, edge } = session.getState().document.selection;
  const id = [...tasks].at(-1);
  if (id !== undefined) return { kind: 'task', id };
  const note = [...notes].at(-1);
  if (note !== undefined) return { kind: 'note', id: note };
  const frame = [...frames].at(-1);
  if (frame !== undefined) return { kind: 'frame', id: frame };
  return edge === null ? null : { kind: 'edge', id: edge };
}

/** Whether it is part of what is selected. */
export function isSelected({ kind, id }: FocusedElement): boolean {
  const { selection } = session.getState().document;
  return kind === 'edge' ? selection.edge === id : selection[LISTS[kind]].has(id);
}

/** Selects it alone. */
export function selectElement({ kind, id }: FocusedElement): void {
  if (kind === 'edge') select({ edge: id, origin: 'canvas' });
  else select({ [LISTS[kind]]: [id], origin: 'canvas' });
}

const LISTS = { task: 'tasks', note: 'notes', frame: 'frames' } as const;

/** What a node of the canvas draws. */
export function elementOfNode(nodeId: string): FocusedElement {
  const [note, frame] = [noteOfNode(nodeId), frameOfNode(nodeId)];
  if (frame !== null) return { kind: 'frame', id: frame };
  return note === null ? { kind: 'task', id: nodeId } : { kind: 'note', id: note };
}

/** The card, note, frame or line that an element is part of; null elsewhere, and for marks of the graph that are no task. */
export function elementAt(target: EventTarget | null): FocusedElement | null {
  if (!(target instanceof Element)) return null;
  const edge = target.closest<SVGElement>('.react-flow__edge')?.dataset['id'];
  if (edge !== undefined) return { kind: 'edge', id: edge };
  const id = target.closest<HTMLElement>('.react-flow__node:not(.react-flow__node-end)')?.dataset['id'];
  return id === undefined ? null : elementOfNode(id);
}

/** The node that draws a card, a note or a frame. */
export function nodeIdOf({ kind, id }: FocusedElement): string {
  if (kind === 'frame') return frameNodeId(id);
  return kind === 'note' ? noteNodeId(id) : id;
}

/** What is drawn of it; null while nothing is. */
export function findElement(root: Element, element: FocusedElement): HTMLElement | SVGElement | null {
  const name = element.kind === 'edge' ? 'react-flow__edge' : 'react-flow__node';
  return root.querySelector<HTMLElement | SVGElement>(`.${name}[data-id="${CSS.escape(nodeIdOf(element))}"]`);
}
