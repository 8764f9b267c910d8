import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { placeBeside, type Side } from '../base/placeBeside.ts';
import { withProps } from '../base/withProps.ts';
import { Kbd } from '../display/Kbd.tsx';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  readonly label: ReactNode;
  readonly shortcut?: string | undefined;
  readonly side?: Side | undefined;
  /** One element that takes a ref. */
  readonly children: ReactNode;
}

/** How long a pointer rests before the hint opens, and how long after another one it opens immediately, in ms. */
const REST = 450;
const IN_A_ROW = 250;

/** How long a hint waits for the pointer to come over to it, in ms. */
const LEAVE = 120;

/** The hints of the page: `close` ends the one that is open, `closedAt` is when the last one closed, in ms. */
const hints: { close: (() => void) | null; closedAt: number } = { close: null, closedAt: -Infinity };

/** A short hint on hover and focus. It repeats or adds to a name; it never is the only name. */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps) {
  const id = useId();
  const trigger = useRef<HTMLElement>(null);
  const { isOpen, handlers, keep, leave } = useHover();
  return (
    <>
      {withProps<HTMLElement>(children, {
        ref: trigger,
        'aria-describedby': isOpen ? id : undefined,
        ...handlers,
      })}
      {isOpen && (
        <Hint id={id} trigger={trigger} side={side} onPointerEnter={keep} onPointerLeave={leave}>
          {label}
          {shortcut && <Kbd shortcut={shortcut} />}
        </Hint>
      )}
    </>
  );
}

/** When a hint is open: some time after a pointer came, and immediately for the focus that a key moved. */
function useHover() {
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hide = useRef(() => {
    clearTimeout(timer.current);
    if (hints.close !== hide.current) return;
    hints.close = null;
    hints.closedAt = performance.now();
    setIsOpen(false);
  });
  const show = () => {
    clearTimeout(timer.current);
    if (hints.close !== hide.current) hints.close?.();
    hints.close = hide.current;
    setIsOpen(true);
  };
  const after = (delay: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, delay);
  };
  useEffect(() => hide.current, []);
  useEffect(() => (isOpen ? hideOnEscape(hide.current) : undefined), [isOpen]);

  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return;
      if (isOpen) clearTimeout(timer.current);
      else after(performance.now() - hints.closedAt < IN_A_ROW ? 0 : REST, show);
    },
    onPointerLeave: () => after(LEAVE, hide.current),
    onPointerDown: () => hide.current(),
    onClick: () => hide.current(),
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) show();
    },
    onBlur: () => hide.current(),
  };
  return { isOpen, handlers, keep: () => clearTimeout(timer.current), leave: () => after(LEAVE, hide.current) };
}

/** Closes on Escape and when what is below scrolls away. */
function hideOnEscape(hide: () => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };
  document.addEventListener('keydown', onKeyDown, { capture: true });
  window.addEventListener('scroll', hide, { capture: true });
  return () => {
    document.removeEventListener('keydown', onKeyDown, { capture: true });
    window.removeEventListener('scroll', hide, { capture: true });
  };
}

interface HintProps {
  readonly id: string;
  readonly trigger: { readonly current: HTMLElement | null };
  readonly side: Side;
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
  readonly children: ReactNode;
}

function Hint({ id, trigger, side, children, ...handlers }: HintProps) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!own.current || !trigger.current) return;
    const { offsetWidth: width, offsetHeight: height } = own.current;
    const window = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
    const { x, y } = placeBeside(trigger.current.getBoundingClientRect(), { width, height }, { side, window });
    own.current.style.translate = `${x}px ${y}px`;
  });
  return createPortal(
    // In a landmark, as all else that a screen reader finds on the page.
    <section aria-label="Hint">
      <div ref={own} id={id} role="tooltip" className={styles.tooltip} {...handlers}>
        {children}
      </div>
    </section>,
    document.body,
  );
}
