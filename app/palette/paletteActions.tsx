import type { Action } from '../actions/index.ts';
import { setPanel } from '../session/index.ts';
import { PlusIcon } from '../ui/icons.ts';

/** Id of the search field of the panel that adds tasks. */
export const ADD_SEARCH_ID = 'add-task-search';

export const paletteActions = [
  {
    id: 'view.add',
    label: 'Add a task',
    group: 'View',
    icon: <PlusIcon />,
    shortcuts: ['A'],
    isEdit: true,
    keywords: ['new', 'insert', 'step', 'palette'],
    run: openAddPanel,
  },
] as const satisfies readonly Action[];

/** Shows the panel with the focus in its search field. */
function openAddPanel(): void {
  setPanel('add');
  requestAnimationFrame(() => document.getElementById(ADD_SEARCH_ID)?.focus());
}
