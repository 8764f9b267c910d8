import { effectiveWorkflow, type Graph, type GraphNode, type Point } from '#engine';
import { isFrame, NOTE_COLORS, type NoteColor } from '#engine/layout';
import { TASK_TRAITS, TASK_TYPES } from '#engine/model';
import { type ActionId, actionOf, menuEntryOf } from '../../actions/index.ts';
import { activeAnalysis, select, session } from '../../session/index.ts';
import { type BreakpointPlace, breakpointAt } from '../../session/run/index.ts';
import { FlagIcon, PencilIcon, PlayIcon, PlusIcon, ShrinkIcon } from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/index.ts';
import { findFrameAt } from '../model/arrangeGraph.ts';
import { describeTask } from '../model/describeTask.ts';
import { frameOfNode } from '../model/frames/frameIds.ts';
import { noteOfNode } from '../model/toFlowNodes.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { setCanvasView } from '../state/canvasView.ts';
import {
  colorFrames,
  currentFrames,
  framedTasks,
  frameSelection,
  framesToJoin,
  joinFrame,
  leaveFrame,
  selectedFrames,
} from './frames.ts';
import { addNote, colorNotes, selectedNotes } from './notes.ts';
import { openInspector } from './openInspector.ts';
import { layoutAll } from './placeCards.ts';

/** What the menu was opened on, and where. */
export interface MenuPlace {
  readonly node: string | null;
  readonly edge: string | null;
  /** Client coordinates, px. */
  readonly at: Point;
  /** On the canvas as a whole. */
  readonly point: Point;
}

export interface MenuOptions {
  readonly place: MenuPlace;
  readonly canEdit: boolean;
}

/** Entries of the menu for a card, a line or the empty canvas. */
export function canvasMenu(options: MenuOptions): readonly MenuEntry[] {
  const { place } = options;
  const node = currentArrangement()?.graph.nodes.get(place.node ?? '');
  if (node) return taskEntries(node, options);
  if (noteOfNode(place.node ?? '') !== null) return noteEntries(options);
  if (frameOfNode(place.node ?? '') !== null) return frameEntries(options);
  return place.edge === null ? paneEntries(options) : edgeEntries(place.edge, options);
}

function noteEntries({ canEdit }: MenuOptions): readonly MenuEntry[] {
  const isDisabled = !canEdit;
  return [
    ...writtenEntries(selectedNotes(), colorNotes, isDisabled),
    'separator',
    menuEntryOf('task.copy', { label: 'Copy' }),
    menuEntryOf('task.duplicate', { label: 'Duplicate', isDisabled }),
    'separator',
    menuEntryOf('task.delete', { label: 'Delete', isDanger: true, isDisabled }),
  ];
}

function frameEntries({ canEdit }: MenuOptions): readonly MenuEntry[] {
  const isDisabled = !canEdit;
  return [
    ...writtenEntries(selectedFrames(), colorFrames, isDisabled),
    { label: 'Select its tasks', onSelect: () => select({ tasks: framedTasks(), origin: 'canvas' }) },
    'separator',
    menuEntryOf('task.delete', { label: 'Delete the frame alone', isDanger: true, isDisabled }),
  ];
}

/** What notes and frames have in common: they are written in place, and have a colour. */
function writtenEntries(
  chosen: readonly { readonly color: NoteColor }[],
  give: (color: NoteColor) => void,
  isDisabled: boolean,
): readonly MenuEntry[] {
  return [
    {
      label: 'Edit',
      icon: <PencilIcon />,
      shortcut: 'Enter',
      isDisabled: isDisabled || chosen.length !== 1,
      onSelect: () => whenMenuIsGone(() => openInspector(null)),
    },
    {
      label: 'Colour',
      items: NOTE_COLORS.map((color) => ({
        label: color.charAt(0).toUpperCase() + color.slice(1),
        isChecked: chosen.every((one) => one.color === color),
        isDisabled,
        onSelect: () => give(color),
      })),
    },
  ];
}

/** What is done with frames to the selected tasks: around them, into one that is there, out of theirs. */
function framingEntry(isDisabled: boolean): MenuEntry {
  const ids = session.getState().document.selection.tasks;
  const isFramed = currentFrames().some(({ tasks }) => tasks.some((id) => ids.has(id)));
  return {
    label: 'Frame',
    items: [
      menuEntryOf('frame.make', { isDisabled, onSelect: () => whenMenuIsGone(frameSelection) }),
      ...framesToJoin().map(({ id, title }) => ({
        label: `Into “${title.trim() || 'Untitled'}”`,
        isDisabled,
        onSelect: () => joinFrame(id),
      })),
      ...(isFramed ? [{ label: 'Out of its frame', isDisabled, onSelect: leaveFrame }] : []),
    ],
  };
}

/** Into the workflow that the task runs. */
function enterEntries({ task }: GraphNode): readonly MenuEntry[] {
  const analysis = activeAnalysis('shown');
  const opens = analysis && describeTask(effectiveWorkflow(analysis), task).opens;
  return opens ? [menuEntryOf('task.enter', { label: `Open ${opens}` })] : [];
}

function taskEntries(node: GraphNode, { canEdit, place }: MenuOptions): readonly MenuEntry[] {
  const count = session.getState().document.selection.tasks.size;
  const isDisabled = !canEdit;
  const many = count > 1 ? ` ${count} tasks` : '';
  const single: MenuEntry[] =
    count > 1
      ? []
      : [
          { label: 'Edit', icon: <PencilIcon />, shortcut: 'Enter', onSelect: () => openInspector(null) },
          menuEntryOf('task.start', {
            icon: <FlagIcon />,
            isDisabled: isDisabled || node.isStart || node.parent !== null,
          }),
          ...enterEntries(node),
          actEntry('task.connect', isDisabled),
          actEntry('task.replace', isDisabled),
          {
            label: 'Run and debug',
            icon: <PlayIcon />,
            items: [
              menuEntryOf('run.from'),
              menuEntryOf('run.until'),
              afterMenu('run.only'),
              'separator',
              ...breakpointEntries({ task: node.id }),
              'separator',
              afterMenu('run.pin'),
              menuEntryOf('run.pinLast'),
              menuEntryOf('run.unpin'),
            ],
          },
          { label: 'Change the type to', items: typeEntries(node, isDisabled) },
          ...(isFrame(node)
            ? [
                menuEntryOf('task.collapse', {
                  label: isCollapsed(node.id) ? 'Expand' : 'Collapse',
                  icon: <ShrinkIcon />,
                }),
              ]
            : []),
          'separator',
        ];
  return [
    ...single,
    menuEntryOf('task.copy', { label: `Copy${many}` }),
    menuEntryOf('task.paste', { label: 'Paste', isDisabled }),
    menuEntryOf('task.duplicate', { label: `Duplicate${many}`, isDisabled }),
    menuEntryOf('task.disable', { label: `${node.task.isDisabled ? 'Enable' : 'Disable'}${many}`, isDisabled }),
    ...(count > 1 ? [] : [actEntry('definition.extract', isDisabled)]),
    ...(count > 1 || node.task.import === null ? [] : [actEntry('definition.inline', isDisabled)]),
    'separator',
    framingEntry(isDisabled),
    actEntry('task.group', isDisabled),
    ...(isFrame(node) ? [actEntry('task.ungroup', isDisabled)] : []),
    actEntry('task.move', isDisabled),
    ...(node.parent === null ? [] : [actEntry('task.earlier', isDisabled), actEntry('task.later', isDisabled)]),
    ...(count > 1
      ? [
          {
            label: 'Align and distribute',
            items: [...ARRANGE, 'canvas.layoutSelection' as const].map((id) => actEntry(id, isDisabled)),
          },
        ]
      : []),
    ...(node.children.length > 0 || isFrame(node)
      ? [addEntry('Add a task inside', node.id, { place, isDisabled })]
      : []),
    'separator',
    menuEntryOf('task.delete', { label: `Delete${many}`, isDanger: true, isDisabled }),
  ];
}

/** What takes the focus itself waits until the menu, which fades away, has given it back. */
function whenMenuIsGone(run: () => void): void {
  const look = () => {
    if (document.querySelector('[role="menu"]') === null) setTimeout(run, 0);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** An action that opens a dialog, once the menu has given the focus back. */
function afterMenu(id: ActionId): MenuEntry {
  const { run } = actionOf(id);
  return menuEntryOf(id, { onSelect: () => setTimeout(run, 0) });
}

function breakpointEntries(place: BreakpointPlace): readonly MenuEntry[] {
  const isSet = breakpointAt(session.getState(), place) !== undefined;
  return [
    menuEntryOf('run.breakpoint', { label: isSet ? 'Remove the breakpoint' : 'Add a breakpoint' }),
    afterMenu('run.condition'),
  ];
}

const ARRANGE = [
  'canvas.alignLeft',
  'canvas.alignCenter',
  'canvas.alignRight',
  'canvas.alignTop',
  'canvas.alignMiddle',
  'canvas.alignBottom',
  'canvas.distributeAcross',
  'canvas.distributeDown',
] as const satisfies readonly ActionId[];

/** An action on what is selected, once the menu has given the focus back. */
function actEntry(id: ActionId, isDisabled: boolean): MenuEntry {
  const { run } = actionOf(id);
  return menuEntryOf(id, { isDisabled, onSelect: () => setTimeout(run, 0) });
}

function typeEntries({ task }: GraphNode, isDisabled: boolean): readonly MenuEntry[] {
  return TASK_TYPES.map((type) => ({
    ...menuEntryOf(`task.type.${type}`, { label: TASK_TRAITS[type].title, isDisabled }),
    isChecked: task.type === type,
  }));
}

function edgeEntries(edgeId: string, { place, canEdit }: MenuOptions): readonly MenuEntry[] {
  const graph = currentArrangement()?.graph;
  const isWritten = !edgeId.includes('>sequence>');
  const pick = { place: { kind: 'edge', edgeId } as const, at: place.at, point: place.point };
  return [
    { label: 'Insert a task', icon: <PlusIcon />, isDisabled: !canEdit, onSelect: () => setCanvasView({ pick }) },
    { label: 'Edit what it passes', icon: <PencilIcon />, isDisabled: !graph, onSelect: () => openInspector(null) },
    'separator',
    ...breakpointEntries({ edge: edgeId }),
    'separator',
    menuEntryOf('task.delete', {
      label: 'Delete the connection',
      isDanger: true,
      isDisabled: !canEdit || !isWritten,
    }),
  ];
}

function paneEntries({ place, canEdit }: MenuOptions): readonly MenuEntry[] {
  const shown = currentArrangement();
  const isDisabled = !canEdit;
  return [
    addEntry('Add a task', shown && findFrameAt(shown, place.point), { place, isDisabled }),
    menuEntryOf('note.add', { isDisabled, onSelect: () => whenMenuIsGone(() => addNote(place.point)) }),
    menuEntryOf('task.paste', { label: 'Paste', isDisabled }),
    'separator',
    menuEntryOf('task.selectAll', { label: 'Select all', isDisabled: isEmpty(shown?.graph) }),
    menuEntryOf('canvas.fold'),
    menuEntryOf('canvas.unfold'),
    menuEntryOf('canvas.layout', { label: 'Arrange automatically', isDisabled, onSelect: layoutAll }),
    menuEntryOf('canvas.fit', { label: 'Fit everything' }),
  ];
}

interface AddEntryOptions {
  readonly place: MenuPlace;
  readonly isDisabled: boolean;
}

function addEntry(label: string, parent: string | null, { place, isDisabled }: AddEntryOptions): MenuEntry {
  const { at, point } = place;
  const onSelect = () => setCanvasView({ pick: { place: { kind: 'free', parent }, at, point } });
  return { label, icon: <PlusIcon />, isDisabled, onSelect };
}

function isCollapsed(id: string): boolean {
  return currentArrangement()?.layout.collapsed.has(id) === true;
}

function isEmpty(graph: Graph | undefined): boolean {
  return (graph?.nodes.size ?? 0) === 0;
}
