import { analyze } from '../../graph/index.ts';
import { diffWorkflows } from '../diffWorkflows.ts';

/**
 * What a change of a text touches: the tasks that it changes and those that it names, and the places outside of tasks. Two changes are
 * disjoint in meaning where they touch nothing in common.
 */
export function touchedBy(before: string, after: string): ReadonlySet<string> {
  const [base, side] = [analyze('w.yaml', before), analyze('w.yaml', after)];
  const ids = new Set([...base.graph.nodes.keys(), ...side.graph.nodes.keys()]);
  const touched = new Set<string>();
  for (const change of diffWorkflows(base, side)) {
    const { task, path } = change;
    if (task === undefined) touched.add(`/${path.slice(0, 3).join('/')}`);
    for (const id of [task?.before, task?.after]) if (typeof id === 'string') touched.add(id);
    const was = change.before === null ? '' : before.slice(change.before.start, change.before.end);
    const is = change.after === null ? '' : after.slice(change.after.start, change.after.end);
    for (const word of `${was} ${is}`.match(/[\w-]+/g) ?? []) if (ids.has(word)) touched.add(word);
  }
  return touched;
}
