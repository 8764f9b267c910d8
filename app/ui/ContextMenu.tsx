import { ContextMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import type { MenuEntry } from './menuItems.ts';
import popup from './popup.module.css';
import { renderMenuEntries } from './renderMenuEntries.tsx';

export interface ContextMenuProps {
  /** The one element the menu belongs to; it takes a ref. */
  readonly children: ReactNode;
  /** Read when the menu opens. */
  readonly entries: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
}

/** The menu under the right button, the menu key and a long press. */
export function ContextMenu({ children, entries, onOpenChange }: ContextMenuProps) {
  return (
    <Radix.Root modal={false} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={classes(popup.popup, 'nokey')} collisionPadding={8} loop>
          <Entries entries={entries} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Entries({ entries }: Pick<ContextMenuProps, 'entries'>) {
  return renderMenuEntries(typeof entries === 'function' ? entries() : entries, Radix);
}
