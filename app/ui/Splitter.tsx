import type { ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import styles from './Splitter.module.css';

export interface SplitGroupProps {
  /** Names the remembered sizes; the sizes are kept per set of panes shown. */
  readonly id: string;
  readonly direction: 'horizontal' | 'vertical';
  /** Ids of the panes now shown, in order. */
  readonly panes: readonly string[];
  readonly children: ReactNode;
}

/** Panes side by side or one above the other, resized by their handles and by arrow keys, remembered on this device. */
export function SplitGroup({ id, direction, panes, children }: SplitGroupProps) {
  const remembered = useDefaultLayout({ id: `signalbox:${id}`, panelIds: [...panes], storage: safeStorage });
  return (
    <Group id={id} className={styles.group} orientation={direction} {...remembered}>
      {children}
    </Group>
  );
}

/** Sizes are a comfort: where the browser gives no storage they are forgotten, nothing more. */
const safeStorage = {
  getItem(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Full or blocked: see above.
    }
  },
};

export interface SplitPaneProps {
  readonly id: string;
  /** px, or text with a unit (`50%`). */
  readonly defaultSize?: number | string | undefined;
  readonly minSize?: number | string | undefined;
  readonly maxSize?: number | string | undefined;
  /** Keeps its px when the window changes. At least one pane of a group must not. */
  readonly isFixed?: boolean | undefined;
  readonly children: ReactNode;
}

/** One pane of a {@link SplitGroup}. */
export function SplitPane({ id, isFixed, children, ...sizes }: SplitPaneProps) {
  return (
    <Panel
      id={id}
      className={styles.pane}
      groupResizeBehavior={isFixed ? 'preserve-pixel-size' : 'preserve-relative-size'}
      {...sizes}
    >
      {children}
    </Panel>
  );
}

/** The handle between two panes. */
export function SplitHandle({ label }: { readonly label: string }) {
  return <Separator className={styles.handle} aria-label={label} />;
}
