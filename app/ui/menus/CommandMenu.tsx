import { Command } from 'cmdk';
import { type ReactNode, useState } from 'react';
import { classes } from '../base/classes.ts';
import popup from '../base/popup.module.css';
import { formatShortcut } from '../base/shortcut.ts';
import { SearchIcon } from '../icons.ts';
import styles from './CommandMenu.module.css';

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

export interface CommandItem {
  /** Unique in the menu. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly icon?: ReactNode;
  readonly shortcut?: string | undefined;
  /** More words it is found by. */
  readonly keywords?: readonly string[] | undefined;
  readonly isDisabled?: boolean | undefined;
  /** True: it is shown only where typed words find it. */
  readonly isOnlyFound?: boolean | undefined;
  readonly onSelect: () => void;
}

export interface CommandGroup {
  readonly heading: string;
  readonly items: readonly CommandItem[];
}

/** How well a word of a search fits a word of an item, from best to worst; a label counts before hints and keywords. */
const FITS = { label: 8, insideLabel: 3, other: 4, insideOther: 1 } as const;

/** Below this a word in the middle of another one is chance. */
const SHORTEST_INSIDE = 3;

/**
 * The items that answer to every word of a search, and their groups: what fits best comes first. A word fits by the beginning of a word of
 * the label, a hint or a keyword, or as its plural, less well in the middle of one; letters that are scattered over it say nothing. Without words all items
 * as they are, but for those that are only shown when they are looked for.
 */
export function rankItems(groups: readonly CommandGroup[], search: string): readonly CommandGroup[] {
  const words = wordsOf(search);
  if (words.length === 0)
    return groups
      .map((group) => ({ ...group, items: group.items.filter(({ isOnlyFound }) => isOnlyFound !== true) }))
      .filter(({ items }) => items.length > 0);
  return groups
    .map((group) => {
      const scored = group.items
        .map((item) => ({ item, score: scoreItem(item, words) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score);
      return { best: scored[0]?.score ?? 0, group: { ...group, items: scored.map(({ item }) => item) } };
    })
    .filter(({ best }) => best > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ group }) => group);
}

/** 0 where a word fits nothing. What cannot be done now comes last, and the shorter of two labels first. */
function scoreItem({ label, hint, keywords = [], isDisabled }: CommandItem, words: readonly string[]): number {
  const named = wordsOf(label);
  const others = [hint ?? '', ...keywords].flatMap(wordsOf);
  const fits = words.map((word) => Math.max(fitOf(word, named, 'label'), fitOf(word, others, 'other')));
  if (fits.includes(0)) return 0;
  const start = label.toLowerCase().startsWith(words.join(' ')) ? FITS.label : 0;
  const isWhole = named.length === words.length && named.every((part, at) => part === words[at]);
  const sum = fits.reduce((all, fit) => all + fit, 0) / words.length + start + (isWhole ? FITS.label : 0);
  return (isDisabled === true ? 0.1 : 1) * (sum - Math.min(named.length, 20) / 100);
}

function fitOf(word: string, among: readonly string[], kind: 'label' | 'other'): number {
  if (among.some((part) => part.startsWith(word) || `${part}s` === word)) return FITS[kind];
  if (word.length < SHORTEST_INSIDE || !among.some((part) => part.includes(word))) return 0;
  return kind === 'label' ? FITS.insideLabel : FITS.insideOther;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
