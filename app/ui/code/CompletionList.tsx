import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Completer, FieldCompletion } from './CodeEditors.ts';
import styles from './CompletionList.module.css';

interface CompletionListProps {
  /** The field they are for. */
  readonly area: RefObject<HTMLElement | null>;
  /** The line of a tall field that the caret is in; omitted, the field itself. */
  readonly findLine?: (() => Pick<DOMRect, 'left' | 'top' | 'bottom'> | null) | undefined;
  readonly completion: CompletionState;
}

/** The suggestions of a field, below it or where the window has more room, above. The field keeps the focus. */
export function CompletionList({ area, completion, findLine }: CompletionListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { id, options, active, setActive, take } = completion;
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useLayoutEffect(() => {
    const [field, shown] = [area.current, box.current];
    if (field === null || shown === null) return;
    // Above everything else, so that no part of the form that scrolls cuts it off.
    if (!shown.matches(':popover-open')) shown.showPopover();
    const place = () => placeBox(field, shown, findLine?.() ?? null);
    place();
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  });
  const about = options[active]?.documentation ?? '';
  return (
    <div ref={box} popover="manual" className={styles.box}>
      <div ref={list} id={id} role="listbox" aria-label="Suggestions" className={styles.list}>
        {options.map((option, index) => (
          <div
            key={`${option.label} ${option.insert}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            onPointerMove={() => setActive(index)}
            onMouseDown={(event) => {
              event.preventDefault();
              take(option);
            }}
          >
            <span className={styles.label}>{option.label}</span>
            <span className={styles.detail}>{option.detail}</span>
          </div>
        ))}
      </div>
      {about !== '' && <p className={styles.about}>{about.replaceAll('`', '')}</p>}
    </div>
  );
}

/** In px: what is left between the box and the field, and the edges of the window. */
const GAP = 4;
const EDGE = 8;
const WIDTH = 280;

function placeBox(field: HTMLElement, box: HTMLElement, line: Pick<DOMRect, 'left' | 'top' | 'bottom'> | null): void {
  const whole = field.getBoundingClientRect();
  const at = line ?? whole;
  const width = Math.min(Math.max(whole.width, WIDTH), window.innerWidth - 2 * EDGE);
  const below = window.innerHeight - at.bottom - GAP - EDGE;
  const above = at.top - GAP - EDGE;
  const isBelow = below >= Math.min(box.scrollHeight, 240) || below >= above;
  box.style.width = `${width}px`;
  box.style.left = `${Math.max(EDGE, Math.min(at.left, window.innerWidth - width - EDGE))}px`;
  box.style.maxHeight = `${Math.max(96, isBelow ? below : above)}px`;
  box.style.top = isBelow ? `${at.bottom + GAP}px` : 'auto';
  box.style.bottom = isBelow ? 'auto' : `${window.innerHeight - at.top + GAP}px`;
}

/** More than anyone reads through. */
const MOST = 50;

interface CompletionState {
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
