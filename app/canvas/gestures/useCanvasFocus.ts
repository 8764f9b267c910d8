import { type FocusEvent, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { select, session } from '../../session/index.ts';
import { frameNodeId, frameOfNode } from '../model/frames/frameIds.ts';
import { noteNodeId, noteOfNode } from '../model/toFlowNodes.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { setCanvasView } from '../state/canvasView.ts';

/**
 * Ties the focus on the canvas to the selection: what is selected last has the focus while the canvas has it, and what gets
 * the focus by keys is selected. The canvas is one stop of Tab: itself while nothing is selected, which hands the focus on to
 * the card or line that is. A card outside of the view is brought into it.
 */
export function useCanvasFocus(root: RefObject<HTMLElement | null>, centerOn: (id: string) => void) {
  const isKeeping = useRef(false);
  const focusSelected = useCallback(() => {
    const pane = root.current;
    const selected = lastSelected();
    if (!pane) return;
    if (selected !== null && selected.kind !== 'edge') centerOn(nodeIdOf(selected));
    // Until the selected one is drawn the canvas has the focus, so that no key acts on what was selected before.
    (findSelected(pane) ?? pane).focus({ preventScroll: true });
  }, [root, centerOn]);
  useFollowSelection(root);
  useKeepFocus(root, isKeeping);

  const onFocus = useCallback(
    (event: FocusEvent<HTMLElement>) => {
      const pane = event.currentTarget;
      const target = event.target;
      const isOnGraph = target === pane || isGraph(target);
      pane.tabIndex = isOnGraph ? -1 : 0;
      // A pointer says by what it does next what is selected.
      if (!isOnGraph || isKeeping.current || !target.matches(':focus-visible')) return;
      if (target === pane) focusSelected();
      else selectFocused(target);
    },
    [focusSelected],
  );
  const onBlur = useCallback((event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.tabIndex = 0;
  }, []);
  return useMemo(() => ({ focusSelected, handlers: { onFocus, onBlur } }), [focusSelected, onFocus, onBlur]);
}

/** Selects the card or line with the focus unless it is part of what is selected. */
export function selectFocused(target: EventTarget | null): void {
  const focused = elementAt(target);
  if (focused !== null && !isSelected(focused)) selectElement(focused);
}

/** While the graph has the focus, it goes where the selection goes; with nothing selected the canvas has it as a whole. */
function useFollowSelection(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let before = session.getState().document.selection;
    let frame = 0;
    const follow = () => {
      const [pane, active] = [root.current, document.activeElement];
      if (!pane || !(active === pane || isGraph(active))) return;
      const focused = elementAt(active);
      if (focused !== null && isSelected(focused)) return;
      (findSelected(pane) ?? pane).focus({ preventScroll: true });
    };
    const unsubscribe = session.subscribe(({ document: { selection } }) => {
      if (selection === before) return;
      before = selection;
      const selected = lastSelected();
      const box = selected?.kind === 'task' ? currentArrangement()?.boxes.get(selected.id) : undefined;
      if (box) setCanvasView({ last: box });
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(follow);
    });
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [root]);
}

/**
 * A card that is taken out of the page, since the view left it or it is deleted, leaves its focus to the canvas, and what is
 * selected takes it from there as soon as it is drawn, however long the view or the browser takes.
 * @param isKeeping true meanwhile: the view stays where it is
 */
function useKeepFocus(root: RefObject<HTMLElement | null>, isKeeping: RefObject<boolean>): void {
  useEffect(() => {
    const pane = root.current;
    const lists = pane?.querySelectorAll('.react-flow__nodes, .react-flow__edges') ?? [];
    let last: Element | null = null;
    const note = ({ target }: Event) => {
      last = target instanceof Element && isGraph(target) ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (pane === null) return;
      if (document.activeElement === pane) findSelected(pane)?.focus({ preventScroll: true });
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      isKeeping.current = true;
      pane.focus({ preventScroll: true });
      isKeeping.current = false;
    });
    for (const list of lists) observer.observe(list, { childList: true });
    document.addEventListener('focusin', note);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, [root, isKeeping]);
}

function isGraph(element: Element | null): boolean {
  return element?.closest('.react-flow__renderer') != null;
}

function findSelected(pane: HTMLElement): HTMLElement | SVGElement | null {
  const selected = lastSelected();
  return selected && findElement(pane, selected);
}

/** A card, a note, a frame or a line of the canvas, by its id. */
export interface FocusedElement {
  readonly kind: 'task' | 'note' | 'frame' | 'edge';
  readonly id: string;
}

/** What is selected, of several tasks the last. */
function lastSelected(): FocusedElement | null {
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
function nodeIdOf({ kind, id }: FocusedElement): string {
  if (kind === 'frame') return frameNodeId(id);
  return kind === 'note' ? noteNodeId(id) : id;
}

/** What is drawn of it; null while nothing is. */
function findElement(root: Element, element: FocusedElement): HTMLElement | SVGElement | null {
  const name = element.kind === 'edge' ? 'react-flow__edge' : 'react-flow__node';
  return root.querySelector<HTMLElement | SVGElement>(`.${name}[data-id="${CSS.escape(nodeIdOf(element))}"]`);
}
