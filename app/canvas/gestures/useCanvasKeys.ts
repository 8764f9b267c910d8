import { type KeyboardEvent, useCallback } from 'react';
import { ACTIONS, openAddPanel, runAction } from '../../actions/index.ts';
import { clearSelection, notify, readOnlyReason } from '../../session/index.ts';
import { matchesShortcut } from '../../ui/index.ts';
import { withCommands } from '../commands/lazyCommands.ts';
import { openInspector } from '../commands/openInspector.ts';
import type { ArrowKey } from '../model/walkGraph.ts';
import { setCanvasView } from '../state/canvasView.ts';
import { isTyping } from './isTyping.ts';

const STEPS: Record<ArrowKey, { readonly x: number; readonly y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export interface CanvasKeysOptions {
  readonly canEdit: boolean;
  /** Brings a card into view and gives it the focus. */
  readonly focusCard: (id: string) => void;
}

/** Keys of the canvas, heard only while the focus is on it: walk, remove, duplicate, select, open what edits a task. */
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
  if (isArrow(key)) {
    if (pressed(`Alt+${key}`))
      return canEdit ? () => withCommands(({ nudgeSelection }) => nudgeSelection(STEPS[key])) : sayWhyNot;
    if (pressed(key)) return () => withCommands(({ walk }) => walk(key, focusCard));
  }
  if (pressed('Mod+A')) return () => withCommands(({ selectAll }) => selectAll());
  if (pressed('Escape')) return clear;
  if (pressed('Enter')) return isButton(event.target) ? null : () => openInspector(event.target);
  const edit = findEdit(pressed);
  return edit && !canEdit ? sayWhyNot : edit;
}

/** What changes the workflow: keys of the canvas itself, and those of actions that belong to it. */
function findEdit(pressed: (shortcut: string) => boolean): (() => void) | null {
  if (pressed('Delete') || pressed('Backspace')) return () => withCommands(({ removeSelection }) => removeSelection());
  if (pressed('Mod+D')) return () => withCommands(({ duplicateSelection }) => duplicateSelection());
  if (pressed('A')) return openAddPanel;
  const action = ACTIONS.find(({ scope, shortcuts }) => scope === 'canvas' && shortcuts?.some(pressed));
  return action ? () => void runAction(action) : null;
}

function sayWhyNot(): void {
  notify({ kind: 'warning', message: readOnlyReason() ?? 'The YAML is broken. Fix the text to edit here again.' });
}

function clear(): void {
  setCanvasView({ pick: null, ask: null });
  clearSelection('canvas');
}

function isArrow(key: string): key is ArrowKey {
  return Object.hasOwn(STEPS, key);
}

function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button') !== null;
}
