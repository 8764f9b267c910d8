import { defaultFilter } from 'cmdk';
import type { CommandGroup, CommandItem } from './CommandMenu.tsx';

/** What an item is worth that only matches across its label and its other words: below any that matches by one of them. */
const ACROSS = 0.01;
/** Hints and keywords find an item, too, after those that are found by name. */
const BESIDE_NAME = 0.5;

/** The items that typed words find, and their groups: what fits best comes first. Without words, all as they are. */
export function rankItems(groups: readonly CommandGroup[], search: string): readonly CommandGroup[] {
  const words = search.trim();
  const present = groups.filter((group) => group.items.length > 0);
  if (words === '') return present;
  return present
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

function scoreItem({ label, hint, keywords = [] }: CommandItem, words: string): number {
  const others = hint === undefined ? keywords : [hint, ...keywords];
  return Math.max(
    defaultFilter(label, words),
    ...others.map((other) => BESIDE_NAME * defaultFilter(other, words)),
    ACROSS * defaultFilter(label, words, [...others]),
  );
}
