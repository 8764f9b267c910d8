import type { Graph } from '#engine';
import type { MenuEntry } from '../ui/index.ts';
import { switchRows } from './changeTask.ts';

/** What the menu of a row is about, and what it leaves to the tree. */
export interface OutlineMenu {
  readonly graph: Graph;
  /** The tasks that it acts on: all that are selected, or the one of the row. */
  readonly ids: readonly string[];
  readonly isReadOnly: boolean;
  readonly onEdit: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

/** The menu of a row of the outline. */
export function outlineMenu({ graph, ids, isReadOnly, ...on }: OutlineMenu): readonly MenuEntry[] {
  const many = ids.length > 1 ? ` ${ids.length} tasks` : '';
  const isOff = ids.every((id) => graph.nodes.get(id)?.task.isDisabled === true);
  return [
    { label: 'Edit', shortcut: 'Enter', onSelect: on.onEdit },
    { label: 'Rename', shortcut: 'F2', isDisabled: isReadOnly, onSelect: on.onRename },
    {
      label: `${isOff ? 'Enable' : 'Disable'}${many}`,
      shortcut: 'Mod+/',
      isDisabled: isReadOnly,
      onSelect: () => switchRows(ids),
    },
    'separator',
    { label: `Delete${many}`, shortcut: 'Delete', isDanger: true, isDisabled: isReadOnly, onSelect: on.onRemove },
  ];
}
