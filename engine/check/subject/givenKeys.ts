import { type Data, isDataMap } from '../../base/index.ts';
import type { GraphNode } from '../../graph/index.ts';
import { childrenOf, type Task, traitsOf } from '../../model/index.ts';
import type { PassedData } from './passedData.ts';
import type { Subject } from './Rule.ts';

/** The keys that a schema declares; null where it declares none. */
export function declaredKeys(schema: Data | null): ReadonlySet<string> | null {
  const properties = isDataMap(schema) ? schema.get('properties') : undefined;
  return isDataMap(properties) ? new Set(properties.keys()) : null;
}

/** Whether a task calls what it uses once for each item, with what its `with` gives for it, and nothing else (format.md 4). */
export function callsPerItem(task: Task): boolean {
  return traitsOf(task.type).children === 'item' && childrenOf(task).length === 0;
}

/** The keys that `with` and the ways to a task pass, on whichever of them, and of its first task those of a form; null where one passes what is no map. */
export function givenKeys(
  { task, isStart }: GraphNode,
  { analysis }: Subject,
  ways: readonly PassedData[],
): ReadonlySet<string> | null {
  const keys = new Set(isStart ? declaredKeys(analysis.workflow.inputSchema) : null);
  for (const data of [task.with, ...ways.map((way) => way.data)]) {
    if (data === null) continue;
    if (!isDataMap(data)) return null;
    for (const key of data.keys()) keys.add(key);
  }
  return keys;
}
