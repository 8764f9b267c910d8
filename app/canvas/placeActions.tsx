import type { Action, Contribution } from '../actions/index.ts';
import { port } from '../session/index.ts';
import { toggleLineage } from '../session/workspace/index.ts';
import { MaximizeIcon, NetworkIcon } from '../ui/icons.ts';
import { act, hasAtLeast, hasMovable, showsCanvas } from './act.ts';
import type { CanvasAct } from './commands/runAct.ts';

/** What is done to the view of the canvas, and to the layout as a whole. */
export const canvasActions = [
  {
    id: 'canvas.fit',
    label: 'Fit the workflow in view',
    group: 'Canvas',
    icon: <MaximizeIcon />,
    shortcuts: ['Shift+1'],
    keywords: ['zoom'],
    isEnabled: showsCanvas,
    run: () => port('canvas')?.fitView(),
  },
  {
    id: 'canvas.actualSize',
    label: 'Zoom to 100 %',
    group: 'Canvas',
    shortcuts: ['Shift+0'],
    isEnabled: showsCanvas,
    run: () => port('canvas')?.zoomTo(1),
  },
  {
    id: 'canvas.layout',
    label: 'Arrange all tasks',
    group: 'Canvas',
    icon: <NetworkIcon />,
    keywords: ['layout', 'tidy', 'align', 'auto'],
    isEnabled: showsCanvas,
    run: () => port('canvas')?.layoutAll(),
  },
  {
    id: 'canvas.layoutSelection',
    label: 'Arrange the selected tasks',
    group: 'Canvas',
    keywords: ['layout', 'tidy'],
    isEnabled: hasAtLeast(1),
    run: act('layoutSelection'),
  },
  {
    id: 'canvas.fold',
    label: 'Collapse all containers',
    group: 'Canvas',
    shortcuts: ['F'],
    scope: 'canvas',
    keywords: ['fold'],
    isEnabled: showsCanvas,
    run: act('fold'),
  },
  {
    id: 'canvas.unfold',
    label: 'Expand all containers',
    group: 'Canvas',
    shortcuts: ['Shift+F'],
    scope: 'canvas',
    keywords: ['unfold', 'open'],
    isEnabled: showsCanvas,
    run: act('unfold'),
  },
  {
    id: 'canvas.direction',
    label: 'Turn the flow (across or down)',
    group: 'Canvas',
    keywords: ['direction', 'horizontal', 'vertical'],
    isEnabled: showsCanvas,
    run: () => port('canvas')?.turn(),
  },
  {
    id: 'canvas.lineage',
    label: 'Show or hide lineage',
    group: 'Canvas',
    shortcuts: ['L'],
    scope: 'canvas',
    keywords: ['data', 'reads', 'references'],
    isEnabled: showsCanvas,
    run: toggleLineage,
  },
] as const satisfies readonly Action[];

/** Moves the selected cards by one step of the grid. */
export const nudgeActions = [
  nudge('left', 'ArrowLeft'),
  nudge('right', 'ArrowRight'),
  nudge('up', 'ArrowUp'),
  nudge('down', 'ArrowDown'),
];

function nudge<Way extends 'left' | 'right' | 'up' | 'down'>(way: Way, arrow: string) {
  return {
    id: `canvas.nudge.${way}`,
    label: `Move the selected cards ${way}`,
    group: 'Canvas',
    shortcuts: [`Alt+${arrow}`],
    scope: 'canvas',
    isEdit: true,
    keywords: ['nudge'],
    isEnabled: hasMovable,
    run: act(`nudge.${way}`),
  } as const satisfies Action;
}

/** How cards are placed side by side: the layout alone, never the text. */
export const arrangeActions = [
  arrange('alignLeft', 'Align left edges', { act: 'align.left', shortcut: 'Shift+L', least: 2, keywords: ['arrange'] }),
  arrange('alignCenter', 'Align centres across', {
    act: 'align.center',
    shortcut: 'Shift+C',
    least: 2,
    keywords: ['arrange', 'horizontal', 'center'],
  }),
  arrange('alignRight', 'Align right edges', {
    act: 'align.right',
    shortcut: 'Shift+R',
    least: 2,
    keywords: ['arrange'],
  }),
  arrange('alignTop', 'Align top edges', { act: 'align.top', shortcut: 'Shift+T', least: 2, keywords: ['arrange'] }),
  arrange('alignMiddle', 'Align middles in a row', {
    act: 'align.middle',
    shortcut: 'Shift+M',
    least: 2,
    keywords: ['arrange', 'vertical'],
  }),
  arrange('alignBottom', 'Align bottom edges', {
    act: 'align.bottom',
    shortcut: 'Shift+B',
    least: 2,
    keywords: ['arrange'],
  }),
  arrange('distributeAcross', 'Distribute across', {
    act: 'distribute.across',
    shortcut: 'Shift+H',
    least: 3,
    keywords: ['arrange', 'space', 'horizontal', 'gaps'],
  }),
  arrange('distributeDown', 'Distribute downwards', {
    act: 'distribute.down',
    shortcut: 'Shift+V',
    least: 3,
    keywords: ['arrange', 'space', 'vertical', 'gaps'],
  }),
];

interface ArrangeOptions {
  readonly act: CanvasAct;
  readonly shortcut: string;
  /** How many tasks have to be selected. */
  readonly least: number;
  readonly keywords: readonly string[];
}

function arrange<Name extends string>(
  name: Name,
  label: string,
  { act: actName, shortcut, least, keywords }: ArrangeOptions,
) {
  return {
    id: `canvas.${name}`,
    label,
    group: 'Canvas',
    shortcuts: [shortcut],
    scope: 'canvas',
    isEdit: true,
    keywords,
    isEnabled: hasAtLeast(least),
    run: act(actName),
  } as const satisfies Action;
}

declare module '../actions/Action.ts' {
  interface ContributedActions
    extends Contribution<typeof canvasActions>,
      Contribution<typeof nudgeActions>,
      Contribution<typeof arrangeActions> {}
}
