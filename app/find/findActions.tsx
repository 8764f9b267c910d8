import type { Action, Contribution } from '../actions/index.ts';
import { setPanel, withPort } from '../session/index.ts';
import { ReplaceIcon, SearchIcon } from '../ui/icons.ts';
import { readFind, setFind } from './findState.ts';

export const findActions = [
  {
    id: 'find.everywhere',
    label: 'Find in all files',
    group: 'Edit',
    icon: <SearchIcon />,
    shortcuts: ['Mod+Shift+F'],
    keywords: ['search', 'text', 'name', 'id', 'field', 'grep'],
    run: () => openFind({ isInFile: false }),
  },
  {
    id: 'find.file',
    label: 'Find in this file',
    group: 'Edit',
    icon: <SearchIcon />,
    shortcuts: ['Mod+F'],
    scope: 'canvas',
    keywords: ['search', 'text', 'name', 'id', 'field'],
    isEnabled: ({ document: { activePath } }) => activePath !== null,
    run: () => openFind({ isInFile: true }),
  },
  {
    id: 'find.replace',
    label: 'Replace in all files',
    group: 'Edit',
    icon: <ReplaceIcon />,
    shortcuts: ['Mod+Shift+H'],
    isEdit: true,
    keywords: ['find', 'substitute', 'change', 'text'],
    run: () => openFind({ isInFile: false, replacement: readFind().replacement ?? '' }),
  },
] as const satisfies readonly Action[];

/** Shows the panel with the focus in its field. */
function openFind(change: Parameters<typeof setFind>[0]): void {
  setFind(change);
  setPanel('find');
  withPort('find', (panel) => panel.focus());
}

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof findActions> {}
}
