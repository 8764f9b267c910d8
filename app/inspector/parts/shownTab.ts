import { useSyncExternalStore } from 'react';
import type { Path } from '#engine';
import { createExternalStore } from '../../ui/index.ts';

export type TabName = 'task' | 'retry' | 'run' | 'yaml';

/** The tab of a task that was opened last: it stays when another task is selected. */
const shown = createExternalStore<TabName>('task');

/** The tab of a task that is open, and how to open another. */
export function useShownTab(): readonly [TabName, (tab: TabName) => void] {
  return [useSyncExternalStore(shown.subscribe, shown.get), shown.set];
}

/** Opens the tab that has a field of a task, by its place in the document. */
export function showTabOf(field: Path): void {
  const first = field.findLastIndex((key, index) => typeof key === 'number' && field[index - 1] === 'tasks') + 1;
  const key = String(field[first]);
  shown.set(key === 'retry' ? 'retry' : 'task');
}
