import { DropdownMenu as Radix } from 'radix-ui';
import { Fragment, type ReactNode } from 'react';
import { classes } from '../base/classes.ts';
import popup from '../base/popup.module.css';
import { formatShortcut } from '../base/shortcut.ts';
import { CheckIcon, ChevronRightIcon } from '../icons.ts';

/** An entry of a menu. `separator` is a line; a heading names what follows; `items` opens a submenu. */
export type MenuEntry =
  | 'separator'
  | { readonly heading: string }
  | {
      readonly label: string;
      readonly icon?: ReactNode;
      readonly hint?: string | undefined;
      readonly shortcut?: string | undefined;
      readonly onSelect: () => void;
      readonly isDisabled?: boolean | undefined;
      readonly isDanger?: boolean | undefined;
      /** Given for a toggle or a choice: shows a check mark. */
      readonly isChecked?: boolean | undefined;
    }
  | { readonly label: string; readonly icon?: ReactNode; readonly items: readonly MenuEntry[] };

/** The entries of a menu; submenus are put into `place`. */
export function renderMenuEntries(entries: readonly MenuEntry[], place: HTMLElement): ReactNode {
  return entries.map((entry, index) => renderEntry(entry, index, place));
}

function renderEntry(entry: MenuEntry, index: number, place: HTMLElement): ReactNode {
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
        <Radix.Portal container={place}>
          <Radix.SubContent className={classes(popup.popup, 'nokey')} sideOffset={4} collisionPadding={8}>
            {renderMenuEntries(entry.items, place)}
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
