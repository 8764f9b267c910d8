import type { Action, Contribution } from '../actions/index.ts';
import { act, hasAtLeast } from './act.ts';

/** What is done to frames around cards: the layout alone, never the text. */
export const frameActions = [
  {
    id: 'frame.make',
    label: 'Frame the selection',
    group: 'Canvas',
    shortcuts: ['Shift+G'],
    scope: 'canvas',
    isEdit: true,
    keywords: ['section'],
    isEnabled: hasAtLeast(1),
    run: act('frame.make'),
  },
] as const satisfies readonly Action[];

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof frameActions> {}
}
