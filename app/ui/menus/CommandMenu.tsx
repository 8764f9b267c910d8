import { Command } from 'cmdk';
import { useState } from 'react';
import { classes } from '../base/classes.ts';
import popup from '../base/popup.module.css';
import { formatShortcut } from '../base/shortcut.ts';
import { SearchIcon } from '../icons.ts';
import styles from './CommandMenu.module.css';
import { type CommandGroup, type CommandItem, rankItems } from './rankItems.ts';

export interface CommandMenuProps {
  readonly label: string;
  readonly placeholder: string;
  readonly groups: readonly CommandGroup[];
  readonly emptyText?: string | undefined;
  /** What may be meant by a search that finds nothing. */
  readonly nearest?: ((search: string) => readonly CommandItem[]) | undefined;
  readonly autoFocus?: boolean | undefined;
}

/** A list filtered by typing, moved through by arrow keys: the command palette, and pickers in popovers. */
export function CommandMenu({
  label,
  placeholder,
  groups,
  emptyText = 'Nothing found',
  nearest,
  autoFocus = true,
}: CommandMenuProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');
  const found = rankItems(groups, search);
  const near = (found.length === 0 && nearest?.(search)) || [];
  const shown = near.length === 0 ? found : [{ heading: 'Nearest', items: near }];
  const choices = shown.flatMap((group) => group.items).filter((item) => item.isDisabled !== true);
  const selected = choices.find((item) => item.id === chosen) ?? choices[0];
  const searchFor = (text: string) => {
    setSearch(text);
    setChosen('');
  };
  return (
    // Ranked and selected here: the list sorts elements after they are drawn, and what is typed fast selects what was first before.
    <Command
      label={label}
      loop
      vimBindings={false}
      shouldFilter={false}
      value={selected?.id ?? ''}
      onValueChange={setChosen}
      className={classes(styles.menu, 'nokey')}
    >
      <div className={styles.search}>
        <SearchIcon aria-hidden />
        <Command.Input
          className={styles.input}
          placeholder={placeholder}
          autoFocus={autoFocus}
          value={search}
          onValueChange={searchFor}
        />
      </div>
      <Command.List className={styles.list} label={label}>
        {found.length === 0 && (
          <div role="presentation" className={popup.empty}>
            {emptyText}
          </div>
        )}
        {shown.map((group) => (
          <Command.Group key={group.heading} heading={group.heading} className={styles.group}>
            {group.items.map((item) => (
              <Command.Item
                key={item.id}
                value={item.id}
                disabled={item.isDisabled === true}
                className={popup.item}
                onSelect={item.onSelect}
              >
                {item.icon}
                <span className={popup.label}>{item.label}</span>
                {item.hint && <span className={popup.hint}>{item.hint}</span>}
                {item.shortcut && <span className={popup.shortcut}>{formatShortcut(item.shortcut)}</span>}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}
