import { notify, openDialog, type SessionState, selectedDefinition } from '../session/index.ts';
import { FileInputIcon, FileOutputIcon } from '../ui/icons.ts';
import type { Action } from './Action.ts';

const hasDefinition = (state: SessionState) => selectedDefinition(state) !== null;

/** What is done to the task, agent or tool that is selected: where its definition stands. */
export const definitionActions = [
  {
    id: 'definition.extract',
    label: 'Extract to a file…',
    group: 'Edit',
    icon: <FileOutputIcon />,
    keywords: ['import', 'move', 'definition', 'reuse', 'share'],
    isEnabled: hasDefinition,
    run: () => openDialog('extract'),
  },
  {
    id: 'definition.inline',
    label: 'Bring the import in here',
    group: 'Edit',
    icon: <FileInputIcon />,
    keywords: ['inline', 'import', 'definition', 'copy'],
    isEnabled: hasDefinition,
    run: () => void inlineSelected(),
  },
] as const satisfies readonly Action[];

async function inlineSelected(): Promise<void> {
  const loaded = await import('./inlineSelected.ts').catch(() => null);
  if (loaded) loaded.inlineSelected();
  else notify({ kind: 'error', message: 'That could not be loaded. Check the connection, and try again.' });
}
