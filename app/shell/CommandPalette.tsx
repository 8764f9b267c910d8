import { useMemo, useState } from 'react';
import { drawnGraph, type GraphNode, nameTask } from '#engine';
import { type Action, type ActionGroup, isEnabled, listActions, runAction } from '../actions/index.ts';
import { closeDialog, openFile, port, session, showTask, useAnalysis, useSession } from '../session/index.ts';
import { FileCode2Icon } from '../ui/icons.ts';
import { CommandDialog, type CommandGroup, type CommandItem, KindIcon } from '../ui/index.ts';

const GROUPS: readonly ActionGroup[] = ['Run', 'File', 'Edit', 'View', 'Canvas', 'Help'];
const TASKS_SHOWN = 200;

/** How many actions that were done last come first. */
const MOST_RECENT = 5;

/** Everything by name: actions, those that are done most first, the tasks of the open file, other files. */
export function CommandPalette() {
  const isOpen = useSession((state) => state.view.dialog === 'command-palette');
  const files = useSession((state) => state.document.workspace.files);
  const activePath = useSession((state) => state.document.activePath);
  const analysis = useAnalysis('drawn');
  const [known, setUsed] = useState(readUsed);
  // What can be done changes while it is open: a run ends, another tab takes over.
  const enabled = useSession(({ view }) => (view.dialog === 'command-palette' ? listEnabled() : ''));
  const groups = useMemo(() => {
    if (!isOpen) return [];
    const ids = new Set(enabled.split(' '));
    const toItem = (action: Action): CommandItem => {
      const isOff = !ids.has(action.id);
      return {
        id: action.id,
        label: action.label,
        icon: action.icon,
        shortcut: action.shortcuts?.[0],
        keywords: action.keywords,
        ...(isOff ? { isDisabled: true, isOnlyFound: true, hint: hintOf(action) } : {}),
        onSelect: () => {
          setUsed((before) => countUse(before, action.id));
          leaveAnd(() => void runAction(action));
        },
      };
    };
    const all = listActions().filter(({ id }) => id !== 'help.palette');
    const used = [...known.keys()]
      .flatMap((id) => all.find((action) => action.id === id && ids.has(id)) ?? [])
      .slice(0, MOST_RECENT);
    const sorted = sortByUse(all, known);
    const actions = [
      { heading: 'Recent', items: used.map(toItem) },
      ...GROUPS.map(
        (heading): CommandGroup => ({
          heading,
          items: sorted.filter((action) => action.group === heading && !used.includes(action)).map(toItem),
        }),
      ),
    ];
    const graph = analysis === null ? { nodes: new Map<string, GraphNode>() } : drawnGraph(analysis);
    const tasks = [...graph.nodes.values()].slice(0, TASKS_SHOWN).map(({ id, task }) => ({
      id: `task:${id}`,
      label: nameTask(graph, id),
      hint: task.name === null || task.id === '' ? undefined : task.id,
      icon: <KindIcon kind={task.type} size="plain" />,
      onSelect: () => leaveAnd(() => goTo(id)),
    }));
    const others = [...files.keys()]
      .filter((path) => path !== activePath)
      .map((path) => ({
        id: `file:${path}`,
        label: path,
        icon: <FileCode2Icon />,
        onSelect: () => leaveAnd(() => openFile(path)),
      }));
    return [...actions, { heading: 'Go to task', items: tasks }, { heading: 'Open file', items: others }];
  }, [isOpen, enabled, files, activePath, analysis, known]);
  return (
    <CommandDialog
      isOpen={isOpen}
      onClose={closeDialog}
      label="Command palette"
      placeholder="Type an action, a task or a file"
      groups={groups}
    />
  );
}

/** Why an action cannot be done now, in a few words. */
function hintOf({ disabledHint }: Action): string {
  const hint = typeof disabledHint === 'function' ? disabledHint(session.getState()) : disabledHint;
  return hint ?? 'Not now';
}

/** The ids of all actions that can be done now, as a text: equal where they are the same. */
function listEnabled(): string {
  return listActions()
    .filter(isEnabled)
    .map(({ id }) => id)
    .join(' ');
}

/** Selects a task and gives its card the keys. */
function goTo(id: string): void {
  showTask(id);
  port('canvas')?.focus();
}

/** Closes first, and lets the dialog give the focus back, which it does a task later: the focus that an action moves stays there. */
function leaveAnd(run: () => void): void {
  closeDialog();
  setTimeout(() => setTimeout(run, 0), 0);
}

/** Where it is kept on this device how often each action was done from the palette, the last first. */
const KEY = 'signalbox.used-actions';

/** How many are kept. */
const MOST = 60;

/** How often each action was done, by its id, in the order in which they were done last. */
type UsedActions = ReadonlyMap<string, number>;

/** What was done from the palette so far. */
export function readUsed(): UsedActions {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Map(Array.isArray(kept) ? kept.filter(isUse).slice(0, MOST) : []);
  } catch {
    return new Map();
  }
}

/** The same with one more use of an action, which is kept where the browser keeps anything. */
export function countUse(used: UsedActions, id: string): UsedActions {
  const others = [...used].filter(([other]) => other !== id);
  const now = [[id, (used.get(id) ?? 0) + 1] as const, ...others].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // Full, or blocked: the order holds until the page closes.
  }
  return new Map(now);
}

/** Actions by how often they were done, the most first; those that were not in the order they have. */
export function sortByUse<T extends { readonly id: string }>(actions: readonly T[], used: UsedActions): readonly T[] {
  return actions.toSorted((a, b) => (used.get(b.id) ?? 0) - (used.get(a.id) ?? 0));
}

function isUse(kept: unknown): kept is readonly [string, number] {
  return Array.isArray(kept) && typeof kept[0] === 'string' && typeof kept[1] === 'number';
}
