import { runsInOrder } from '../../../model/index.ts';
import type { Entry, Slot } from '../pieces/Piece.ts';
import type { Three } from './mergeSpan.ts';

/** Merges an entry that both sides have. */
export type MergeEntry = (three: Three<Entry>, place: DocumentPlace) => Slot;

/** Where in a document something is: its path by keys and ids of items, and the type of the nearest task around it. */
export interface DocumentPlace {
  readonly path: readonly string[];
  readonly taskType: string | null;
}

/** Lists whose members are a set: in which order they are written says nothing. */
const SETS: ReadonlySet<string> = new Set(['next', 'required', 'enum', 'type']);

/** Whether the value here is one id or a list of them, or another set of scalars. */
export function isSetPlace({ path }: DocumentPlace): boolean {
  const last = path.at(-1) ?? '';
  const isOfLayout = (path.length === 1 && last === 'collapsed') || (path[0] === 'frames' && last === 'tasks');
  return SETS.has(last) || path.at(-2) === 'routes' || isOfLayout;
}

/** Whether a layout has a card here: a place has two numbers and is one value, and no one is asked about it. */
export function isCardPlace({ path }: DocumentPlace): boolean {
  return path.length === 2 && path[0] === 'positions';
}

/** Whether the list of tasks here runs in the order in which it is written. */
export function runsInListOrder({ path, taskType }: DocumentPlace): boolean {
  return path.at(-1) === 'tasks' && runsInOrder(taskType ?? undefined);
}

/** Whether the list here is one of tasks; nothing else is moved from one list to another. */
export function holdsTasks({ path }: DocumentPlace): boolean {
  return path.at(-1) === 'tasks' && (path.length === 1 || path.at(-3) === 'tasks');
}

/** Whether a list of tasks is here or further down. */
export function mayHoldTasks({ path }: DocumentPlace): boolean {
  return path.every((step, index) => index % 2 === 1 || step === 'tasks');
}

/** The id of the task whose tasks are listed here; empty at the top. */
export function containerAt({ path }: DocumentPlace): string {
  return path.at(-2) ?? '';
}

/** Lists whose items are told by ids and whose order says nothing, and all keys of maps but those of routes. */
const UNORDERED: ReadonlySet<string> = new Set(['tasks', 'agents', 'tools', 'actions', 'tests', 'notes', 'frames']);

/** Whether two parts that both sides put at one place of this list are in question because of their order. */
export function isOrderedList(place: DocumentPlace): boolean {
  return runsInListOrder(place) || !UNORDERED.has(place.path.at(-1) ?? '');
}
