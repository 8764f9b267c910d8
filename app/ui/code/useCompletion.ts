import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Completer, FieldCompletion } from './completeField.ts';

/** More than anyone reads through. */
const MOST = 50;

export interface CompletionState {
  readonly id: string;
  readonly isOpen: boolean;
  readonly options: readonly FieldCompletion[];
  readonly active: number;
  readonly activeId: string;
  readonly setActive: (index: number) => void;
  readonly take: (option: FieldCompletion) => void;
  /** Reads the suggestions for the text at the caret. */
  readonly update: (text: string, caret: number) => void;
  readonly close: () => void;
  /** Puts the caret there once the text that was set is drawn. */
  readonly moveCaret: (to: number) => void;
  /** Takes the keys that belong to the open list, and Ctrl+Space. Answers whether it took the key. */
  readonly handleKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
}

interface CompletionProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly complete: Completer | undefined;
  readonly onInsert: (text: string) => void;
}

/** The list of suggestions under a field while one types in it. */
export function useCompletion({ area, complete, onInsert }: CompletionProps): CompletionState {
  const id = useId();
  const [options, setOptions] = useState<readonly FieldCompletion[]>([]);
  const [active, setActive] = useState(0);
  const selection = useRef<readonly [start: number, end: number] | null>(null);

  // Before the next key can arrive: the caret belongs behind what was put in.
  useLayoutEffect(() => {
    if (selection.current === null) return;
    area.current?.setSelectionRange(...selection.current);
    selection.current = null;
  });

  function update(text: string, caret: number) {
    const found = complete ? complete(text, caret) : [];
    if (found instanceof Promise) return void updateOnceLoaded(found);
    setOptions(found.slice(0, MOST));
    setActive(0);
  }

  /** Asks again with the text of the field by then. */
  async function updateOnceLoaded(found: Promise<unknown>): Promise<void> {
    await found;
    const field = area.current;
    if (field && field === document.activeElement) update(field.value, field.selectionStart);
  }

  function take({ insert, start, end, stop }: FieldCompletion) {
    const text = area.current?.value ?? '';
    // As if the rest of it were typed, so that the browser can undo it.
    const typed = text.slice(start, end);
    const rest = insert.startsWith(typed) ? insert.slice(typed.length) : null;
    area.current?.setSelectionRange(rest === null ? start : end, end);
    if (!document.execCommand('insertText', false, rest ?? insert))
      onInsert(text.slice(0, start) + insert + text.slice(end));
    setOptions([]);
    const behind = start + insert.length;
    selection.current = stop === undefined ? [behind, behind] : [start + stop.start, start + stop.end];
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      update(event.currentTarget.value, event.currentTarget.selectionStart);
      return true;
    }
    const option = options[active];
    if (!option) return false;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setActive((active + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % options.length);
    } else if ((event.key === 'Enter' && !event.altKey) || event.key === 'Tab') {
      take(option);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      setOptions([]);
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  const moveCaret = (to: number) => {
    selection.current = [to, to];
  };
  const close = () => setOptions([]);
  const isOpen = options.length > 0;
  return {
    id,
    isOpen,
    options,
    active,
    activeId: `${id}-${active}`,
    setActive,
    take,
    update,
    close,
    moveCaret,
    handleKey,
  };
}
