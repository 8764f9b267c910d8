import type { Action, Contribution } from '../actions/index.ts';
import { askVersionName } from '../session/versions/index.ts';
import { FileClockIcon } from '../ui/icons.ts';

export const versionActions = [
  {
    id: 'file.nameVersion',
    label: 'Name this version…',
    group: 'File',
    icon: <FileClockIcon />,
    keywords: ['checkpoint', 'snapshot', 'keep'],
    isEnabled: ({ document: { activePath } }) => activePath !== null,
    disabledHint: 'No workflow is open',
    run: askVersionName,
  },
] as const satisfies readonly Action[];

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof versionActions> {}
}
