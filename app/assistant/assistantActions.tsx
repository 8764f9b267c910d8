import type { Action, Contribution } from '../actions/index.ts';
import { type SessionState, session, withModule } from '../session/index.ts';
import { SparklesIcon } from '../ui/icons.ts';
import { lazyModule } from '../ui/lazyModule.ts';

const assistant = lazyModule(() => import('./askAssistant.ts'));

/** Whether the run on screen has failed here, so that it can be part of a proof. */
const hasFailedHere = ({ run: { shown: run }, document: { activePath } }: SessionState): boolean =>
  run !== null && run.path === activePath && run.view.status === 'error' && run.server === null && !run.isImported;

const NO_FAILED_RUN = 'No failed run from this browser is on screen';

export const assistantActions = [
  {
    id: 'assistant.describe',
    label: 'Describe a change',
    group: 'Edit',
    icon: <SparklesIcon />,
    keywords: ['ai', 'assistant', 'chat', 'copilot', 'prompt', 'generate', 'describe it', 'model', 'write'],
    run: () => withModule(assistant, ({ askAssistant }) => askAssistant()),
  },
  {
    id: 'assistant.fix',
    label: 'Propose a fix for the run',
    group: 'Run',
    icon: <SparklesIcon />,
    keywords: ['ai', 'assistant', 'repair', 'error', 'failed', 'debug'],
    isEnabled: hasFailedHere,
    disabledHint: NO_FAILED_RUN,
    run: () => ask('This run failed. Find out why, and propose the smallest change that fixes it.'),
  },
  {
    id: 'assistant.explain',
    label: 'Explain why the run failed',
    group: 'Run',
    icon: <SparklesIcon />,
    keywords: ['ai', 'assistant', 'why', 'error', 'failed', 'reason'],
    isEnabled: hasFailedHere,
    disabledHint: NO_FAILED_RUN,
    run: () => ask('Explain why this run failed, in plain words. Propose nothing.'),
  },
] as const satisfies readonly Action[];

function ask(text: string): void {
  const { shown } = session.getState().run;
  const run = shown === null ? null : { id: shown.runId, path: shown.path };
  withModule(assistant, ({ askAssistant }) => askAssistant({ text, run }));
}

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof assistantActions> {}
}
