import { type FocusEvent, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { select, session } from '../../session/index.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { setCanvasView } from '../state/canvasView.ts';
import { elementAt, findElement, isSelected, lastSelected } from './focusedElement.ts';

/** How long what the view moves to is waited for, in ms. */
const PATIENCE = 800;

/**
 * Ties the focus on the canvas to the selection: what is selected last has the focus while the canvas has it, and what gets
 * the focus by keys is selected. The canvas is one stop of Tab: itself while nothing is selected, which hands the focus on to
 * the card or line that is. A card outside of the view is brought into it.
 */
export function useCanvasFocus(root: RefObject<HTMLElement | null>, centerOn: (id: string) => void) {
  const stop = useRef<() => void>(noop);
  const isKeeping = useRef(false);
  const focusSelected = useCallback(() => {
    stop.current();
    const pane = root.current;
    const selected = lastSelected();
    if (!pane) return;
    if (selected?.kind === 'task') centerOn(selected.id);
    if (selected === null) pane.focus({ preventScroll: true });
    else stop.current = focusWhenDrawn(pane);
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
  if (focused === null || isSelected(focused)) return;
  select(focused.kind === 'task' ? { tasks: [focused.id], origin: 'canvas' } : { edge: focused.id, origin: 'canvas' });
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
 * A card that is taken out of the page, since the view left it or it is deleted, leaves its focus to the canvas.
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
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      isKeeping.current = true;
      pane?.focus({ preventScroll: true });
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

/**
 * Gives the focus to what is selected now, or once it is drawn; until then the canvas has it, so that no key acts on what was
 * selected before. Answers with what ends the waiting.
 */
function focusWhenDrawn(pane: HTMLElement): () => void {
  const until = performance.now() + PATIENCE;
  let frame = 0;
  const look = () => {
    const element = findSelected(pane);
    if (element) return element.focus({ preventScroll: true });
    if (performance.now() < until && pane.contains(document.activeElement)) frame = requestAnimationFrame(look);
  };
  if (findSelected(pane) === null) pane.focus({ preventScroll: true });
  look();
  return () => cancelAnimationFrame(frame);
}

function findSelected(pane: HTMLElement): HTMLElement | SVGElement | null {
  const selected = lastSelected();
  return selected && findElement(pane, selected);
}

function noop(): void {}
