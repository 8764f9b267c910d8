import { toName } from '../../base/index.ts';
import { countItems, followAlias, itemOrigin, type ListNode, type SyntaxNode } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import {
  booleanIn,
  choiceIn,
  dataIn,
  durationIn,
  type Fields,
  fieldsIn,
  listIn,
  mapIn,
  numberIn,
  readFields,
  referenceIn,
  textIn,
} from './Fields.ts';
import { readHandlers } from './readHandlers.ts';
import { CONFIG_READERS } from './taskConfigs.ts';
import { holdsTasks, TASK_TYPES } from './taskTypes.ts';
import type { Retry, Task, TaskBase } from './Workflow.ts';

const BACKOFFS = ['fixed', 'exponential', 'linear'] as const;

/**
 * Tasks by the origin of their node, so that a task whose text did not change stays the same object over edits around
 * it. A task holds no offsets, so it stays right wherever its text moves; its path must be the same.
 */
const read = new WeakMap<SyntaxNode, Task>();

/** A list of tasks, and what was read of it. */
export interface KnownTasks {
  readonly list: SyntaxNode | null | undefined;
  readonly tasks: readonly Task[];
}

/**
 * The tasks in the list under `tasks` with everything inside them; items that are no maps are omitted. With the list of
 * the text before, items that are the same at the same index need not be looked up.
 */
export function readTasks(fields: Fields | null, previous?: KnownTasks): readonly Task[] {
  const list = followAlias(fields?.entries.get('tasks') ?? null);
  if (fields === null || list?.kind !== 'list') return [];
  const tasks: Task[] = [];
  const before = previous?.list?.kind === 'list' ? previous.list : null;
  const isAligned = before !== null && countItems(before) === previous?.tasks.length;
  const count = countItems(list);
  for (let index = 0; index < count; index += 1) {
    const kept = isAligned && isSameItem(before, list, index) ? previous?.tasks[index] : undefined;
    const task = kept ?? readTaskOnce(list, index, fields.path);
    if (task !== null) tasks.push(task);
  }
  return tasks;
}

function isSameItem(before: ListNode, list: ListNode, index: number): boolean {
  const origin = itemOrigin(list, index);
  return origin !== null && origin === itemOrigin(before, index);
}

/** Null for an item that is no map. */
function readTaskOnce(list: ListNode, index: number, parent: Path): Task | null {
  const origin = itemOrigin(list, index);
  const known = origin === null ? undefined : read.get(origin);
  if (known !== undefined && isPathOf(known.path, parent, index)) return known;
  // A task holds no offsets, so nothing has to be moved to where the item is now.
  const node = followAlias(origin);
  if (node?.kind !== 'map') return null;
  const task = readTask(node, [...parent, 'tasks', index]);
  if (origin !== null) read.set(origin, task);
  return task;
}

function readTask(node: SyntaxNode, path: Path): Task {
  const fields = readFields(node, path) ?? { path, entries: new Map() };
  const base = readBase(fields);
  const type = textIn(fields, 'type');
  const known = TASK_TYPES.find((name) => name === type);
  if (known === undefined) return { ...base, type: 'unknown', writtenType: type, tasks: readTasks(fields) };
  const task = { ...base, type: known, config: CONFIG_READERS[known](fieldsIn(fields, 'config')) };
  // Its config is that of its type, and so is whether it holds tasks: TaskOf declares both by type.
  return (holdsTasks(known) ? { ...task, tasks: readTasks(fields) } : task) as Task;
}

function readBase(fields: Fields): TaskBase {
  const schema = fieldsIn(fields, 'schema');
  return {
    id: toName(textIn(fields, 'id') ?? ''),
    name: textIn(fields, 'name'),
    use: referenceIn(fields, 'use'),
    import: textIn(fields, 'import'),
    action: textIn(fields, 'action'),
    with: dataIn(fields, 'with') ?? null,
    env: mapIn(fields, 'env'),
    join: textIn(fields, 'join') === 'all' ? 'all' : null,
    isDisabled: dataIn(fields, 'disabled') === true,
    inputSchema: dataIn(schema, 'input') ?? null,
    outputSchema: dataIn(schema, 'output') ?? null,
    retry: readRetry(fieldsIn(fields, 'retry')),
    handlers: readHandlers(fields),
    path: fields.path,
  };
}

/** Null unless all that the seed requires of a policy can be read. */
function readRetry(fields: Fields | null): Retry | null {
  const attempts = numberIn(fields, 'attempts');
  const backoff = choiceIn(fields, 'backoff', BACKOFFS);
  const interval = durationIn(fields, 'interval');
  if (attempts === null || backoff === null || interval === null) return null;
  const maxInterval = durationIn(fields, 'max_interval');
  const on = listIn(fields, 'on');
  return { attempts, backoff, interval, maxInterval, jitter: booleanIn(fields, 'jitter'), on };
}

/** Whether a task's path is that of the item at an index under a parent. */
function isPathOf(path: Path, parent: Path, index: number): boolean {
  return (
    path.at(-1) === index && path.length === parent.length + 2 && parent.every((key, place) => key === path[place])
  );
}
