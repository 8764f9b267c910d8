import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import styles from './Splitter.module.css';
import { useSplit } from './Splitter.tsx';

/** Part of the group that an arrow key moves the handle by. */
const STEP = 0.05;

interface Value {
  readonly controls: string;
  readonly now: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The handle between two panes: dragged by a pointer, moved by arrow keys, Home and End, set back by a double click; F6 goes
 * to the next one of its group. It reports the size of the pane that is fixed, else of the one before it, in px.
 */
export function SplitHandle({ label }: { readonly label: string }) {
  const { direction, resize, keep } = useSplit();
  const handle = useRef<HTMLDivElement>(null);
  const drag = useRef<{ readonly from: number; moved: number } | null>(null);
  const value = useValue(handle, direction);
  const isAcross = direction === 'horizontal';

  const move = (delta: number): number => {
    const panes = handle.current && neighbours(handle.current);
    if (!panes) return 0;
    const [before, after] = panes.map((pane) => measure(pane, isAcross));
    const step = before && after ? moveBoundary(before, after, delta) : 0;
    if (step !== 0) resize(sizesAfter(panes, step, isAcross));
    return step;
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.dataset['dragged'] = '';
    drag.current = { from: isAcross ? event.clientX : event.clientY, moved: 0 };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return;
    const wanted = (isAcross ? event.clientX : event.clientY) - drag.current.from;
    drag.current.moved += move(wanted - drag.current.moved);
  };
  const onLostPointerCapture = (event: PointerEvent<HTMLDivElement>) => {
    delete event.currentTarget.dataset['dragged'];
    drag.current = null;
    keep();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const delta = deltaOf(event.key, event.currentTarget, isAcross);
    if (event.key === 'F6') focusNext(event.currentTarget, event.shiftKey ? -1 : 1);
    else if (delta === null) return;
    else {
      move(delta);
      keep();
    }
    event.preventDefault();
  };
  const onDoubleClick = () => {
    const panes = handle.current ? neighbours(handle.current) : null;
    resize(Object.fromEntries((panes ?? []).map((pane) => [pane.dataset['pane'] ?? '', undefined])));
    keep();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between two parts cannot be moved
    <div
      ref={handle}
      role="separator"
      tabIndex={0}
      className={styles.handle}
      aria-label={label}
      aria-orientation={isAcross ? 'vertical' : 'horizontal'}
      aria-controls={value.controls}
      aria-valuenow={value.now}
      aria-valuemin={value.min}
      aria-valuemax={value.max}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={onLostPointerCapture}
      onKeyDown={onKeyDown}
      onDoubleClick={onDoubleClick}
    />
  );
}

/** ARIA attributes of the handle for the pane it sizes, kept current while panes change. */
function useValue(handle: { readonly current: HTMLElement | null }, direction: string): Value {
  const [value, setValue] = useState<Value>({ controls: '', now: 0, min: 0, max: 0 });
  useLayoutEffect(() => {
    const panes = handle.current && neighbours(handle.current);
    if (!panes) return;
    const [before, after] = panes;
    const sized = before.dataset['fixed'] !== 'true' && after.dataset['fixed'] === 'true' ? after : before;
    const read = () => {
      const isAcross = direction === 'horizontal';
      const [own, other] = [measure(sized, isAcross), measure(sized === before ? after : before, isAcross)];
      const now = Math.round(own.size);
      const max = Math.round(Math.max(own.size, Math.min(own.max, own.size + other.size - other.min)));
      setValue((last) =>
        last.controls === sized.id && last.now === now && last.max === max
          ? last
          : { controls: sized.id, now, min: Math.min(own.min, now), max },
      );
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(before);
    observer.observe(after);
    return () => observer.disconnect();
  }, [handle, direction]);
  return value;
}

/** How far a key moves the handle, in px; null for other keys. */
function deltaOf(key: string, handle: HTMLElement, isAcross: boolean): number | null {
  const group = handle.parentElement?.getBoundingClientRect();
  const step = (isAcross ? (group?.width ?? 0) : (group?.height ?? 0)) * STEP;
  switch (key) {
    case isAcross ? 'ArrowRight' : 'ArrowDown':
      return step;
    case isAcross ? 'ArrowLeft' : 'ArrowUp':
      return -step;
    case 'Home':
      return -Infinity;
    case 'End':
      return Infinity;
    default:
      return null;
  }
}

function neighbours(handle: HTMLElement): readonly [HTMLElement, HTMLElement] | null {
  const { previousElementSibling: before, nextElementSibling: after } = handle;
  return before instanceof HTMLElement && after instanceof HTMLElement ? [before, after] : null;
}

function measure(pane: HTMLElement, isAcross: boolean): PaneSize {
  const { width, height } = pane.getBoundingClientRect();
  const { minWidth, maxWidth, minHeight, maxHeight } = getComputedStyle(pane);
  const [min, max] = isAcross ? [minWidth, maxWidth] : [minHeight, maxHeight];
  const limit = Number.parseFloat(max);
  return {
    size: isAcross ? width : height,
    min: Number.parseFloat(min) || 0,
    max: Number.isNaN(limit) ? Infinity : limit,
  };
}

/** All panes of the group as they are drawn, those next to the handle with the step taken: shares count in px as well. */
function sizesAfter(
  [before, after]: readonly [HTMLElement, HTMLElement],
  step: number,
  isAcross: boolean,
): Record<string, number> {
  const panes = [...(before.parentElement?.children ?? [])].filter((each) => each instanceof HTMLElement);
  return Object.fromEntries(
    panes.flatMap((pane): [string, number][] => {
      const id = pane.dataset['pane'];
      const change = pane === before ? step : pane === after ? -step : 0;
      return id === undefined ? [] : [[id, measure(pane, isAcross).size + change]];
    }),
  );
}

function focusNext(handle: HTMLElement, by: 1 | -1): void {
  const all = [...(handle.parentElement?.querySelectorAll<HTMLElement>(':scope > [role="separator"]') ?? [])];
  all.at((all.indexOf(handle) + by) % all.length)?.focus();
}

/** A pane as it is now, along the axis on which it is resized, in px. */
interface PaneSize {
  readonly size: number;
  readonly min: number;
  readonly max: number;
}

/**
 * How far the boundary between two panes can be moved: what one gains the other loses, and both keep their limits.
 * @param delta px wanted, towards the end of the axis when positive
 * @returns px possible
 */
export function moveBoundary(before: PaneSize, after: PaneSize, delta: number): number {
  const least = Math.max(before.min - before.size, after.size - after.max);
  const most = Math.min(before.max - before.size, after.size - after.min);
  // Where the window leaves less than the limits ask for, nothing moves.
  return least > most ? 0 : Math.min(Math.max(delta, least), most);
}
