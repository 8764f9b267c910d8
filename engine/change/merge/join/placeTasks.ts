import type { Collection, Entry } from '../pieces/Piece.ts';
import type { PlacedTask, PlacedTasks } from './Joining.ts';

/** The tasks of a document by id, wherever they are. An id that is there twice is none. */
export function placeTasks(root: Collection): PlacedTasks {
  const placed = new Map<string, PlacedTask>();
  const twice = new Set<string>();
  const visit = (map: Collection, container: string): void => {
    for (const entry of itemsOf(map)) {
      if (placed.has(entry.name)) twice.add(entry.name);
      placed.set(entry.name, { entry, container });
      if (entry.value?.kind === 'map') visit(entry.value, entry.name);
    }
  };
  visit(root, '');
  for (const name of twice) placed.delete(name);
  return placed;
}

/** What has no such word has no tasks inside, and need not be taken apart for them. */
const MAY_HOLD_TASKS = /\btasks['"]?\s*:/;

function itemsOf(map: Collection): readonly Entry[] {
  if (!MAY_HOLD_TASKS.test(map.span.text)) return [];
  const tasks = partOf(map, 'tasks')?.value;
  if (tasks?.kind !== 'list') return [];
  return tasks.slots.filter((slot) => slot.kind === 'entry').filter(({ name }) => !name.startsWith('\n'));
}

/** The part of a collection with a name. */
export function partOf(collection: Collection, name: string): Entry | undefined {
  return collection.slots.find((slot): slot is Entry => slot.kind === 'entry' && slot.name === name);
}
