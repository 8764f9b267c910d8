import { setPanel } from './view.ts';

/** Id of the search field of the panel that adds tasks. */
export const ADD_SEARCH_ID = 'add-task-search';

/** Shows the panel that adds tasks, with the focus in its search field. */
export function openAddPanel(): void {
  setPanel('add');
  requestAnimationFrame(() => document.getElementById(ADD_SEARCH_ID)?.focus());
}
