import { holdsWorkflow } from '#engine';
import type { Action, Contribution } from '../actions/index.ts';
import type { SessionState } from '../session/index.ts';
import { openRunForm } from '../session/run/index.ts';
import { PlayIcon } from '../ui/icons.ts';

/** Whether a run of the active file can start now. */
export const canRun = (state: SessionState) => {
  const { activePath } = state.document;
  return activePath !== null && holdsWorkflow(activePath) && !state.run.isStarting;
};

/** What the bar of the first screen starts. */
export const startActions = [
  {
    id: 'run.start',
    label: 'Run…',
    group: 'Run',
    icon: <PlayIcon />,
    isEnabled: canRun,
    keywords: ['execute', 'start', 'workflow'],
    run: () => openRunForm(),
  },
] as const satisfies readonly Action[];

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof startActions> {}
}
