import { createContext, type ReactNode, use, useCallback, useId, useMemo, useRef, useState } from 'react';
import styles from './Splitter.module.css';

export interface SplitGroupProps {
  /** Names the remembered sizes. */
  readonly id: string;
  readonly direction: 'horizontal' | 'vertical';
  /** Panes with handles between them. */
  readonly children: ReactNode;
}

interface Split {
  readonly direction: SplitGroupProps['direction'];
  /** By id of the pane: px of one that is fixed, of others their share of what is left. */
  readonly sizes: Sizes;
  /** Sets sizes; those left undefined are the default again. */
  readonly resize: (sizes: { readonly [pane: string]: number | undefined }) => void;
  /** Keeps the sizes as they are now on this device. */
  readonly keep: () => void;
}

const SplitContext = createContext<Split | null>(null);

/** The group that a pane or a handle belongs to. */
export function useSplit(): Split {
  const split = use(SplitContext);
  if (!split) throw new RangeError('A pane must be inside a group.');
  return split;
}

/** Panes side by side or one above the other, resized by their handles and by keys, remembered on this device. */
export function SplitGroup({ id, direction, children }: SplitGroupProps) {
  const [sizes, setSizes] = useState(() => readSizes(id));
  const latest = useRef(sizes);
  const resize: Split['resize'] = useCallback((changed) => {
    const entries = Object.entries({ ...latest.current, ...changed });
    latest.current = Object.fromEntries(entries.flatMap(([pane, size]) => (size === undefined ? [] : [[pane, size]])));
    setSizes(latest.current);
  }, []);
  const keep = useCallback(() => writeSizes(id, latest.current), [id]);
  const split = useMemo(() => ({ direction, sizes, resize, keep }), [direction, sizes, resize, keep]);
  return (
    <SplitContext value={split}>
      <div className={styles.group} data-direction={direction}>
        {children}
      </div>
    </SplitContext>
  );
}

export interface SplitPaneProps {
  /** Unlike others of its group. */
  readonly id: string;
  /** px of a pane that is fixed; of others their share of what is left, 1 when absent. */
  readonly defaultSize?: number | undefined;
  readonly minSize: number;
  readonly maxSize?: number | undefined;
  /** Keeps its px when the window changes. At least one pane of a group must not. */
  readonly isFixed?: boolean | undefined;
  readonly children: ReactNode;
}

/** One pane of a {@link SplitGroup}. It shrinks to its least size where the window is too small. */
export function SplitPane({ id, isFixed = false, defaultSize = 1, minSize, maxSize, children }: SplitPaneProps) {
  const { direction, sizes } = useSplit();
  const size = sizes[id] ?? defaultSize;
  const [min, max] =
    direction === 'horizontal' ? (['minWidth', 'maxWidth'] as const) : (['minHeight', 'maxHeight'] as const);
  return (
    <div
      id={useId()}
      className={styles.pane}
      data-pane={id}
      data-fixed={isFixed}
      style={{ flex: isFixed ? `0 1 ${size}px` : `${size} 1 0px`, [min]: minSize, [max]: maxSize }}
    >
      {children}
    </div>
  );
}

/** Sizes by id of the pane. */
interface Sizes {
  readonly [pane: string]: number;
}

/** The sizes of a group of panes that this device remembers. */
function readSizes(group: string): Sizes {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(group)) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, size]) => Number.isFinite(size) && size > 0));
  } catch {
    return {};
  }
}

/** Remembers them. Sizes are a comfort: where the browser gives no storage they are forgotten, nothing more. */
function writeSizes(group: string, sizes: Sizes): void {
  try {
    localStorage.setItem(keyOf(group), JSON.stringify(sizes));
  } catch {
    // Full or blocked: see above.
  }
}

function keyOf(group: string): string {
  return `signalbox:split:${group}`;
}
