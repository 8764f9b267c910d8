import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './CompletionList.module.css';
import type { CompletionState } from './useCompletion.ts';

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
