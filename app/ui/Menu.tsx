import { DropdownMenu } from 'radix-ui';
import { Fragment, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { CheckIcon, ChevronRightIcon } from './icons.ts';
import type { MenuEntry } from './menuItems.ts';
import popup from './popup.module.css';
import { formatShortcut } from './shortcut.ts';

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
          {entries.map(renderEntry)}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function renderEntry(entry: MenuEntry, index: number): ReactNode {
  if (entry === 'separator') return <DropdownMenu.Separator key={index} className={popup.separator} />;
  if ('heading' in entry) {
    return (
      <DropdownMenu.Label key={index} className={popup.heading}>
        {entry.heading}
      </DropdownMenu.Label>
    );
  }
  if ('items' in entry) {
    return (
      <DropdownMenu.Sub key={index}>
        <DropdownMenu.SubTrigger className={popup.item}>
          {entry.icon}
          <span className={popup.label}>{entry.label}</span>
          <ChevronRightIcon />
        </DropdownMenu.SubTrigger>
        <DropdownMenu.Portal>
          <DropdownMenu.SubContent className={classes(popup.popup, 'nokey')} sideOffset={4} collisionPadding={8}>
            {entry.items.map(renderEntry)}
          </DropdownMenu.SubContent>
        </DropdownMenu.Portal>
      </DropdownMenu.Sub>
    );
  }
  const content = (
    <Fragment>
      {entry.icon}
      <span className={popup.label}>{entry.label}</span>
      {entry.hint && <span className={popup.hint}>{entry.hint}</span>}
      {entry.shortcut && <span className={popup.shortcut}>{formatShortcut(entry.shortcut)}</span>}
    </Fragment>
  );
  const common = {
    className: classes(popup.item, entry.isDanger && popup.danger),
    disabled: entry.isDisabled === true,
    onSelect: entry.onSelect,
  };
  if (entry.isChecked === undefined) {
    return (
      <DropdownMenu.Item key={index} {...common}>
        {content}
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.CheckboxItem key={index} {...common} checked={entry.isChecked}>
      {content}
      <DropdownMenu.ItemIndicator asChild>
        <CheckIcon />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  );
}
