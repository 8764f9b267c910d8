import { traitsOf } from '../../model/index.ts';
import type { Selection } from '../find/selection.ts';
import type { Step } from '../steps/editFile.ts';
import { memberOf } from '../steps/memberOf.ts';
import { rewriteTemplates } from '../steps/rewriteReferences.ts';

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
