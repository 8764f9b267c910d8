import type { Action, Agent, Task, Tool } from '../../model/index.ts';
import { equalOrdered } from '../compare/compareNodes.ts';

/** Nothing of a run depends on these; tasks inside and actions are parts of their own. */
const APART: ReadonlySet<string> = new Set(['path', 'name', 'tasks', 'actions']);

/** Whether the program reads the same of two parts, so that whatever differs in their texts is cosmetic. */
export function isSamePart<T extends Task | Agent | Tool | Action>(before: T, after: T): boolean {
  return equalOrdered(sortHandlers(before), sortHandlers(after), APART);
}

/** Handlers are found by their names. */
function sortHandlers(part: Task | Agent | Tool | Action): object {
  if (!('handlers' in part)) return part;
  return { ...part, handlers: part.handlers.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}
