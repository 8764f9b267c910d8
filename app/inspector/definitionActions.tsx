import type { Action, Contribution } from '../actions/index.ts';
import { openDialog, type SessionState, withModule } from '../session/index.ts';
import { FileInputIcon, FileOutputIcon } from '../ui/icons.ts';
import { lazyModule } from '../ui/lazyModule.ts';
import { selectedDefinition } from './selectedDefinition.ts';

const hasDefinition = (state: SessionState) => selectedDefinition(state) !== null;

/** What is done to the task, agent or tool that is selected: where its definition is written. */
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
    run: inlineSelected,
  },
  {
    id: 'definition.input',
    label: 'Form input',
    group: 'Edit',
    icon: <FileInputIcon />,
    isEdit: true,
    keywords: ['trigger'],
    run: () => withModule(asking, ({ askInput }) => askInput()),
  },
] as const satisfies readonly Action[];

const asking = lazyModule(() => import('./askInput.ts'));
const inlining = lazyModule(() => import('./inlineSelected.ts'));

function inlineSelected(): void {
  withModule(inlining, (module) => module.inlineSelected());
}

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof definitionActions> {}
}
