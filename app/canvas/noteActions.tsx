import type { Action, Contribution } from '../actions/index.ts';
import { StickyNoteIcon } from '../ui/icons.ts';
import { act, hasAtLeast, hasNotes, showsCanvas } from './act.ts';

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

/** What is done to notes: the layout alone, never the text. */
export const noteActions = [
  {
    id: 'note.add',
    label: 'Add a note',
    group: 'Canvas',
    icon: <StickyNoteIcon />,
    shortcuts: ['N'],
    scope: 'canvas',
    isEdit: true,
    keywords: ['sticky', 'comment', 'text', 'markdown'],
    isEnabled: showsCanvas,
    run: act('note.add'),
  },
  {
    id: 'note.next',
    label: 'Go to the next note or frame',
    group: 'Canvas',
    shortcuts: ['Shift+N'],
    scope: 'canvas',
    isEnabled: showsCanvas,
    run: act('note.next'),
  },
  {
    id: 'note.color',
    label: 'Give the selected notes the next colour',
    group: 'Canvas',
    keywords: ['color'],
    isEdit: true,
    isEnabled: hasNotes,
    run: act('note.color'),
  },
  resize('wider', 'ArrowRight'),
  resize('narrower', 'ArrowLeft'),
  resize('taller', 'ArrowDown'),
  resize('shorter', 'ArrowUp'),
] as const satisfies readonly Action[];

function resize<Way extends 'wider' | 'narrower' | 'taller' | 'shorter'>(way: Way, arrow: string) {
  return {
    id: `note.${way}`,
    label: `Make the selected notes ${way}`,
    group: 'Canvas',
    shortcuts: [`Mod+Shift+${arrow}`],
    scope: 'canvas',
    isEdit: true,
    keywords: ['size'],
    isEnabled: hasNotes,
    run: act(`note.${way}`),
  } as const satisfies Action;
}

declare module '../actions/Action.ts' {
  interface ContributedActions extends Contribution<typeof noteActions> {}
}
