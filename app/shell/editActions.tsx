import type { Action, Contribution } from '../actions/index.ts';
import { redo, undo } from '../session/index.ts';
import { Redo2Icon, Undo2Icon } from '../ui/icons.ts';

/** The steps of the history, which the bar of the first screen shows. */
export const editActions = [
  {
    id: 'edit.undo',
    label: 'Undo',
    group: 'Edit',
    icon: <Undo2Icon />,
    shortcuts: ['Mod+Z'],
    isEnabled: ({ document: { history } }) => history.undoable.length > 0,
    keywords: ['change', 'back'],
    run: () => undo(),
  },
  {
    id: 'edit.redo',
    label: 'Redo',
    group: 'Edit',
    icon: <Redo2Icon />,
    shortcuts: ['Mod+Shift+Z', 'Mod+Y'],
    isEnabled: ({ document: { history } }) => history.redoable.length > 0,
    keywords: ['change', 'forward'],
    run: redo,
  },
] as const satisfies readonly Action[];

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof editActions> {}
}
