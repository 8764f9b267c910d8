import { type ClipboardEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { type Action, listActions, runAction } from '../../actions/index.ts';
import { clearSelection, copyText, notify, readOnlyReason, session } from '../../session/index.ts';
import { matchesShortcut } from '../../ui/index.ts';
import { commands, withCommands } from '../commands/lazyCommands.ts';
import { openInspector } from '../commands/openInspector.ts';
import type { ArrowKey } from '../model/walkGraph.ts';
import { setCanvasView } from '../state/canvasView.ts';
import { selectFocused } from './useCanvasFocus.ts';

const ARROWS: readonly ArrowKey[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

export interface CanvasKeysOptions {
  readonly canEdit: boolean;
  /** Brings what is selected into view and gives it the focus. */
  readonly focusSelected: () => void;
}

/**
 * Keys of the canvas, handled while the focus is on it: those of its actions, and those that walk and open what edits a task.
 * A walk begins also while nothing has the focus.
 */
export function useCanvasKeys({ canEdit, focusSelected }: CanvasKeysOptions) {
  useEffect(() => {
    const walkIn = (event: globalThis.KeyboardEvent) => {
      const walking = findWalk(event.key, (shortcut) => matchesShortcut(event, shortcut));
      if (!walking || event.target !== document.body || session.getState().view.dialog !== null) return;
      event.preventDefault();
      doWalk(walking, focusSelected);
    };
    window.addEventListener('keydown', walkIn);
    return () => window.removeEventListener('keydown', walkIn);
  }, [focusSelected]);
  return useCallback(
    (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      // What has the focus is what keys act on.
      selectFocused(event.target);
      const act = findAct(event, { canEdit, focusSelected });
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    },
    [canEdit, focusSelected],
  );
}

function findAct(event: KeyboardEvent, { canEdit, focusSelected }: CanvasKeysOptions): (() => void) | null {
  const { nativeEvent: native, key } = event;
  const pressed = (shortcut: string) => matchesShortcut(native, shortcut);
  const walking = findWalk(key, pressed);
  if (walking) return () => doWalk(walking, focusSelected);
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

function doWalk(walking: (commands: Commands) => void, focusSelected: () => void): void {
  withCommands((commands) => {
    walking(commands);
    focusSelected();
  });
}

type Commands = Parameters<Parameters<typeof withCommands>[0]>[0];

function findWalk(key: string, pressed: (shortcut: string) => boolean): ((commands: Commands) => void) | null {
  if (isArrow(key) && pressed(key)) return ({ walk }) => walk(key, false);
  if (isArrow(key) && pressed(`Shift+${key}`)) return ({ walk }) => walk(key, true);
  if (pressed('W')) return ({ walkLines }) => walkLines(1);
  return pressed('Shift+W') ? ({ walkLines }) => walkLines(-1) : null;
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

/** Whether an event belongs to something that is typed into, or to a panel over the canvas, and not to the canvas. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"], .nokey') !== null
  );
}

/** Copy, cut and paste of tasks as YAML, through the browser's own clipboard events: no permission is asked. */
export function useClipboard(canEdit: boolean) {
  const pending = useRef<PendingCopy | null>(null);
  const onCopy = useCallback((event: ClipboardEvent) => {
    if (!isTyping(event.target)) takeCopy(event, pending, 'copy');
  }, []);
  const onCut = useCallback(
    (event: ClipboardEvent) => {
      if (canEdit && !isTyping(event.target)) takeCopy(event, pending, 'cut');
    },
    [canEdit],
  );
  const onPaste = useCallback(
    (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain');
      const copy = pending.current;
      if (!canEdit || isTyping(event.target) || (copy === null && text.trim() === '')) return;
      event.preventDefault();
      withCommands(({ pasteYaml }) => pasteYaml(copy?.text ?? text));
    },
    [canEdit],
  );
  return { onCopy, onCut, onPaste };
}

/** A copy made as soon as the commands are loaded: a paste that comes before it is on the clipboard takes it from here. */
interface PendingCopy {
  text: string | null;
}

/** The page has to ask for the clipboard then, and may be refused: tasks are cut once they are there. */
function copyLater(pending: RefObject<PendingCopy | null>, kind: 'copy' | 'cut'): void {
  const copy: PendingCopy = { text: null };
  pending.current = copy;
  withCommands(({ copySelection, cutSelection }) => {
    copy.text = copySelection();
    const done = kind === 'cut' ? cutSelection() : copyText(copy.text);
    void done.finally(() => {
      if (pending.current === copy) pending.current = null;
    });
  });
}

function takeCopy(event: ClipboardEvent, pending: RefObject<PendingCopy | null>, kind: 'copy' | 'cut'): void {
  const { tasks, notes } = session.getState().document.selection;
  if (tasks.size + notes.size === 0) return;
  event.preventDefault();
  const loaded = commands.loaded();
  if (!loaded) {
    copyLater(pending, kind);
    return;
  }
  // A clipboard event accepts data only synchronously.
  event.clipboardData.setData('text/plain', loaded.copySelection());
  if (kind === 'cut') loaded.removeSelection();
}
