import type { Err } from '../../base/index.ts';
import type { Analysis, GraphNode } from '../../graph/index.ts';
import { traitsOf } from '../../model/index.ts';
import type { Path, Refusal } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';
import type { Selection } from '../find/selection.ts';
import { startsWith } from '../find/shiftPath.ts';
import type { Step } from '../steps/editFile.ts';
import { memberOf } from '../steps/memberOf.ts';
import { findReferences, rewriteTemplates } from '../steps/rewriteReferences.ts';

/** What is read of a container's output by the ids of its children is read one level deeper once they are wrapped. */
export function rewriteInnerOutputs({ parent, ids }: Selection, id: string): Step[] {
  if (parent === null || traitsOf(parent.task.type).children === 'item') return [];
  const { path } = parent.task;
  const step = rewriteTemplates([], ({ root, path: keys }, place) => {
    const isOwnHandler =
      path.every((key, index) => place[index] === key) && String(place[path.length]).startsWith('on_');
    const [first, second, third] = keys;
    if (root === 'output' && isOwnHandler && typeof first === 'string' && ids.has(first)) {
      return { keys: 1, text: `output${memberOf(id)}${memberOf(first)}` };
    }
    if (root !== 'tasks' || first !== parent.id || second !== 'output') return null;
    if (typeof third !== 'string' || !ids.has(third)) return null;
    return { keys: 3, text: `tasks${memberOf(parent.id)}.output${memberOf(id)}${memberOf(third)}` };
  });
  return [step];
}

/**
 * Why tasks cannot go into a container inside of theirs: what that gives is read as a whole, or item by item, and would be one
 * level deeper. Null where nothing reads it so.
 */
export function findWholeRead(analysis: Analysis, { parent }: Selection): Err<Refusal> | null {
  const place = parent === null ? null : readAsWhole(analysis, parent);
  if (parent === null || place === null) return null;
  const message = `What “${parent.id}” gives is read as a whole (${place.join('.')}), and would have one level more. Read its tasks one by one there first.`;
  return refuse('NOT_EXPRESSIBLE', parent.id, message);
}

/** Where what a container gives is read otherwise than by the id of a task inside it; null when it is not. */
export function readAsWhole({ syntax }: Analysis, { id, task }: GraphNode): Path | null {
  const isPerItem = traitsOf(task.type).children === 'item';
  const found = findReferences(syntax, []).find(({ reference: { root, path }, path: place }) => {
    const isOwnHandler = startsWith(place, task.path) && String(place[task.path.length]).startsWith('on_');
    const inside = root === 'output' && isOwnHandler ? path : root === 'tasks' && path[0] === id ? path.slice(2) : null;
    if (inside === null || (root === 'tasks' && path.length > 1 && path[1] !== 'output')) return false;
    return isPerItem || typeof inside[0] !== 'string';
  });
  return found?.path ?? null;
}
