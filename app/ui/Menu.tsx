import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import type { MenuEntry } from './menuItems.ts';
import popup from './popup.module.css';
import { renderMenuEntries } from './renderMenuEntries.tsx';

export interface MenuProps {
  /** One button that takes a ref. */
  readonly trigger: ReactNode;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  readonly isOpen?: boolean | undefined;
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
}

/** A menu that drops from a button. */
export function Menu({ trigger, entries, align = 'start', side = 'bottom', isOpen, onOpenChange }: MenuProps) {
  return (
    <DropdownMenu.Root
      modal={false}
      {...(isOpen === undefined ? {} : { open: isOpen })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={classes(popup.popup, 'nokey')}
          align={align}
          side={side}
          sideOffset={5}
          collisionPadding={8}
          loop
        >
          {renderMenuEntries(entries, DropdownMenu)}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
