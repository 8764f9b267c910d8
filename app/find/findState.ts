import { useSyncExternalStore } from 'react';
import type { SearchQuery } from '#engine/search';
import { createExternalStore } from '../ui/index.ts';

/** What is looked for, where, and what it is replaced by. It stays while the panel is closed. */
export interface FindState extends SearchQuery {
  /** Whether only the open file is searched. */
  readonly isInFile: boolean;
  /** What is put in the place of what is found; null while nothing is to be replaced. */
  readonly replacement: string | null;
  /** Places that are not to be replaced and are no longer listed, as `path start`. */
  readonly dismissed: ReadonlySet<string>;
}

const START: FindState = {
  text: '',
  matchesCase: false,
  isWholeWord: false,
  isPattern: false,
  isInFile: false,
  replacement: null,
  dismissed: new Set(),
};

const store = createExternalStore(START);

/** Changes what is looked for. A change of the query or its place lists again what was dismissed. */
export function setFind(change: Partial<FindState>): void {
  const now = store.get();
  const isReplacement = Object.keys(change).every((key) => key === 'replacement' || key === 'dismissed');
  store.set({ ...now, ...(isReplacement ? {} : { dismissed: START.dismissed }), ...change });
}

/** What is looked for now. */
export function readFind(): FindState {
  return store.get();
}

/** The same for components. */
export function useFind(): FindState {
  return useSyncExternalStore(store.subscribe, store.get);
}
