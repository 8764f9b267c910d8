import type { Action, Contribution } from '../actions/index.ts';
import { session, setPanel, withPort } from '../session/index.ts';
import { ListTreeIcon } from '../ui/icons.ts';

/** Id of the tree of tasks. */
export const OUTLINE_ID = 'outline-tree';

export const outlineActions = [
  {
    id: 'view.outline',
    label: 'Outline',
    group: 'View',
    icon: <ListTreeIcon />,
    shortcuts: ['Mod+Shift+O'],
    keywords: ['tree', 'list', 'tasks', 'structure', 'symbols', 'screen reader'],
    run: toggleOutline,
  },
] as const satisfies readonly Action[];

/** Shows the outline with the focus in it; hides it where the focus is there already. */
function toggleOutline(): void {
  if (session.getState().view.panel === 'outline' && document.activeElement?.id === OUTLINE_ID) return setPanel(null);
  setPanel('outline');
  withPort('outline', (panel) => panel.focus());
}

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof outlineActions> {}
}
