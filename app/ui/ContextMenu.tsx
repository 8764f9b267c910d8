import { ContextMenu as Radix } from 'radix-ui';
import { Fragment, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { CheckIcon, ChevronRightIcon } from './icons.ts';
import type { MenuEntry } from './menuItems.ts';
import popup from './popup.module.css';
import { formatShortcut } from './shortcut.ts';

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
  return (typeof entries === 'function' ? entries() : entries).map(renderEntry);
}

function renderEntry(entry: MenuEntry, index: number): ReactNode {
  if (entry === 'separator') return <Radix.Separator key={index} className={popup.separator} />;
  if ('heading' in entry) {
    return (
      <Radix.Label key={index} className={popup.heading}>
        {entry.heading}
      </Radix.Label>
    );
  }
  if ('items' in entry) {
    return (
      <Radix.Sub key={index}>
        <Radix.SubTrigger className={popup.item}>
          {entry.icon}
          <span className={popup.label}>{entry.label}</span>
          <ChevronRightIcon />
        </Radix.SubTrigger>
        <Radix.Portal>
          <Radix.SubContent className={classes(popup.popup, 'nokey')} sideOffset={4} collisionPadding={8}>
            {entry.items.map(renderEntry)}
          </Radix.SubContent>
        </Radix.Portal>
      </Radix.Sub>
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
      <Radix.Item key={index} {...common}>
        {content}
      </Radix.Item>
    );
  }
  return (
    <Radix.CheckboxItem key={index} {...common} checked={entry.isChecked}>
      {content}
      <Radix.ItemIndicator asChild>
        <CheckIcon />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}
