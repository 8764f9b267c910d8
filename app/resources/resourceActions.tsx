import type { Action, Contribution } from '../actions/index.ts';
import { withModule } from '../session/index.ts';
import { BotIcon } from '../ui/icons.ts';
import { lazyModule } from '../ui/lazyModule.ts';

const asking = lazyModule(() => import('./askNewAgent.ts'));

export const resourceActions = [
  {
    id: 'agent.add',
    label: 'Add an agent…',
    group: 'Edit',
    icon: <BotIcon />,
    isEdit: true,
    keywords: ['new', 'model', 'prompt', 'ai', 'llm', 'assistant'],
    isEnabled: ({ document: { activePath } }) => activePath !== null,
    disabledHint: 'No workflow is open',
    run: () => withModule(asking, ({ askNewAgent }) => askNewAgent()),
  },
] as const satisfies readonly Action[];

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof resourceActions> {}
}
