import { CONTAINER_TYPES } from '#engine';
import { type CanvasAct, port, type SessionState } from '../session/index.ts';
import { ArrowDownIcon, CornerDownRightIcon, GroupIcon, ReplaceIcon, SplineIcon, UngroupIcon } from '../ui/icons.ts';
import type { Action } from './Action.ts';

const act = (name: CanvasAct) => () => port('canvas')?.act(name);
const hasAtLeast =
  (count: number) =>
  ({ mode, selection }: SessionState) =>
    mode !== 'code' && selection.tasks.size >= count;
const hasOne = ({ mode, selection }: SessionState) => mode !== 'code' && selection.tasks.size === 1;

/** What is done to the tasks that are selected. Whether the workflow allows it, the command says. */
export const taskActions = [
  {
    id: 'task.connect',
    label: 'Connect to…',
    group: 'Edit',
    icon: <SplineIcon />,
    shortcuts: ['C'],
    scope: 'canvas',
    keywords: ['line', 'wire', 'handler', 'next', 'edge'],
    isEnabled: hasOne,
    run: act('connect'),
  },
  {
    id: 'task.replace',
    label: 'Replace with…',
    group: 'Edit',
    icon: <ReplaceIcon />,
    shortcuts: ['R'],
    scope: 'canvas',
    keywords: ['swap', 'change', 'type', 'agent', 'tool'],
    isEnabled: hasOne,
    run: act('replace'),
  },
  {
    id: 'task.group',
    label: 'Group into…',
    group: 'Edit',
    icon: <GroupIcon />,
    shortcuts: ['Mod+G'],
    scope: 'canvas',
    keywords: ['wrap', 'container', ...CONTAINER_TYPES],
    isEnabled: hasAtLeast(1),
    run: act('group'),
  },
  {
    id: 'task.ungroup',
    label: 'Ungroup',
    group: 'Edit',
    icon: <UngroupIcon />,
    shortcuts: ['Mod+Shift+G'],
    scope: 'canvas',
    keywords: ['unwrap', 'container', 'dissolve'],
    isEnabled: hasOne,
    run: act('ungroup'),
  },
  {
    id: 'task.move',
    label: 'Move into or out of a container…',
    group: 'Edit',
    icon: <CornerDownRightIcon />,
    shortcuts: ['M'],
    scope: 'canvas',
    keywords: ['parent', 'nest', 'take out'],
    isEnabled: hasAtLeast(1),
    run: act('move'),
  },
  {
    id: 'task.earlier',
    label: 'Move earlier in its list',
    group: 'Edit',
    icon: <ArrowDownIcon style={{ rotate: '180deg' }} />,
    shortcuts: ['Alt+Shift+ArrowUp'],
    scope: 'canvas',
    keywords: ['order', 'reorder', 'up', 'before'],
    isEnabled: hasAtLeast(1),
    run: act('earlier'),
  },
  {
    id: 'task.later',
    label: 'Move later in its list',
    group: 'Edit',
    icon: <ArrowDownIcon />,
    shortcuts: ['Alt+Shift+ArrowDown'],
    scope: 'canvas',
    keywords: ['order', 'reorder', 'down', 'after'],
    isEnabled: hasAtLeast(1),
    run: act('later'),
  },
] as const satisfies readonly Action[];

/** Where cards stand beside each other: the layout alone, never the text. */
export const arrangeActions = [
  {
    id: 'canvas.alignLeft',
    label: 'Align left edges',
    group: 'Canvas',
    keywords: ['arrange'],
    isEnabled: hasAtLeast(2),
    run: act('align.left'),
  },
  {
    id: 'canvas.alignCenter',
    label: 'Align centres across',
    group: 'Canvas',
    keywords: ['arrange', 'horizontal'],
    isEnabled: hasAtLeast(2),
    run: act('align.center'),
  },
  {
    id: 'canvas.alignRight',
    label: 'Align right edges',
    group: 'Canvas',
    keywords: ['arrange'],
    isEnabled: hasAtLeast(2),
    run: act('align.right'),
  },
  {
    id: 'canvas.alignTop',
    label: 'Align top edges',
    group: 'Canvas',
    keywords: ['arrange'],
    isEnabled: hasAtLeast(2),
    run: act('align.top'),
  },
  {
    id: 'canvas.alignMiddle',
    label: 'Align middles in a row',
    group: 'Canvas',
    keywords: ['arrange', 'vertical'],
    isEnabled: hasAtLeast(2),
    run: act('align.middle'),
  },
  {
    id: 'canvas.alignBottom',
    label: 'Align bottom edges',
    group: 'Canvas',
    keywords: ['arrange'],
    isEnabled: hasAtLeast(2),
    run: act('align.bottom'),
  },
  {
    id: 'canvas.distributeAcross',
    label: 'Distribute across',
    group: 'Canvas',
    keywords: ['arrange', 'space', 'horizontal', 'gaps'],
    isEnabled: hasAtLeast(3),
    run: act('distribute.across'),
  },
  {
    id: 'canvas.distributeDown',
    label: 'Distribute downwards',
    group: 'Canvas',
    keywords: ['arrange', 'space', 'vertical', 'gaps'],
    isEnabled: hasAtLeast(3),
    run: act('distribute.down'),
  },
] as const satisfies readonly Action[];
