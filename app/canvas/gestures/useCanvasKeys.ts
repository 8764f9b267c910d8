import { type KeyboardEvent, useCallback } from 'react';
import { type Action, listActions, runAction } from '../../actions/index.ts';
import { clearSelection, notify, readOnlyReason } from '../../session/index.ts';
import { matchesShortcut } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import { openInspector } from '../commands/openInspector.ts';
import type { ArrowKey } from '../model/walkGraph.ts';
import { setCanvasView } from '../state/canvasView.ts';
import { isTyping } from './isTyping.ts';

const ARROWS: readonly ArrowKey[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

export interface CanvasKeysOptions {
  readonly canEdit: boolean;
  /** Brings a card into view and gives it the focus. */
  readonly focusCard: (id: string) => void;
}

/** Keys of the canvas, handled only while the focus is on it: those of its actions, and those that walk and open what edits a task. */
export function useCanvasKeys({ canEdit, focusCard }: CanvasKeysOptions) {
  return useCallback(
    (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const act = findAct(event, { canEdit, focusCard });
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    },
    [canEdit, focusCard],
  );
}

function findAct(event: KeyboardEvent, { canEdit, focusCard }: CanvasKeysOptions): (() => void) | null {
  const { nativeEvent: native, key } = event;
  const pressed = (shortcut: string) => matchesShortcut(native, shortcut);
  if (isArrow(key) && pressed(key)) return () => withCommands(({ walk }) => walk(key, focusCard));
  if (pressed('Escape')) return clear;
  if (pressed('Enter')) return isButton(event.target) ? null : () => openInspector(event.target);
  const action = listActions().find((each) => isHandledHere(each) && each.shortcuts?.some(pressed));
  if (action === undefined) return null;
  return action.isEdit === true && !canEdit ? showWhyNot : () => void runAction(action);
}

/** The canvas handles its own actions, and any that change the workflow: it can say why they are not possible now. */
function isHandledHere({ scope, isEdit, isClipboard }: Action): boolean {
  return isClipboard !== true && (scope === 'canvas' || isEdit === true);
}

function showWhyNot(): void {
  notify({ kind: 'warning', message: readOnlyReason() ?? 'The YAML is broken. Fix the text to edit here again.' });
}

function clear(): void {
  setCanvasView({ pick: null, ask: null });
  clearSelection('canvas');
}

function isArrow(key: string): key is ArrowKey {
  return ARROWS.some((arrow) => arrow === key);
}

function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button') !== null;
}
