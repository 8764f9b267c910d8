import { type Data, type DataMap, isDataMap } from '../../../base/index.ts';
import type { Path } from '../../../text/index.ts';
import { START_SENTENCE } from './advice.ts';
import {
  isList,
  isText,
  type KeyAdvice,
  type KeyPlace,
  plainKey,
  readings,
  renaming,
  saying,
  valueIn,
} from './KeyPlace.ts';
import { readConfigKey, readHandlerKey, readResourceKey } from './resourceKeys.ts';
import { readTaskKey } from './taskKeys.ts';

/** A key the format does not have, in a document. */
interface UnknownKey {
  readonly path: Path;
  readonly value: Data;
  /** The keys that the format has there. */
  readonly siblings: readonly string[];
}

/**
 * What a key is meant to say that the format does not have at its place, where what runs depends on it: it orders, guards,
 * repeats, or says what is called and with what. Null for all else, which is kept as a note.
 */
export function readKey({ path, value, siblings }: UnknownKey, root: Data): KeyAdvice | null {
  const parent = path.slice(0, -1);
  const around = valueIn(root, parent);
  if (!isDataMap(around)) return null;
  const key = String(path.at(-1));
  const taskPath = taskAround(parent);
  const task = valueIn(root, taskPath);
  const place: KeyPlace = {
    key,
    plain: plainKey(key),
    path,
    value,
    siblings,
    around,
    parent,
    taskPath,
    root,
    task: isDataMap(task) && taskPath.length > 0 ? task : EMPTY,
  };
  // Of a task from elsewhere that could not be read no one knows what it is.
  if (place.task.has('import') && !place.task.has('type')) return null;
  const [last, list] = [parent.at(-1), parent.at(-2)];
  if (last === undefined) return readDocumentKey(place);
  if (typeof last === 'number') {
    if (list === 'tasks') return readTaskKey(place);
    return (list === 'agents' || list === 'tools') && parent.length === 2 ? readResourceKey(place, list) : null;
  }
  if (taskPath.length === 0) return null;
  const inTask = parent.slice(taskPath.length);
  if (inTask.length === 1 && last === 'config') return readConfigKey(place);
  return isTarget(inTask) ? readHandlerKey(place) : null;
}

const EMPTY: DataMap = new Map();

/** Whether a way inside of a task leads to a handler, a route or a default. */
function isTarget([first, second, ...rest]: Path): boolean {
  const isHandler = String(first).startsWith('on_');
  if (second === undefined) return isHandler;
  if (first === 'config' && second === 'default') return rest.length === 0;
  return second === 'routes' && rest.length === 1 && (isHandler || first === 'config');
}

function taskAround(path: Path): Path {
  for (let length = path.length; length >= 2; length--)
    if (typeof path[length - 1] === 'number' && path[length - 2] === 'tasks') return path.slice(0, length);
  return [];
}

/** Keys of a workflow. */
const DOCUMENT = readings([
  ['on trigger triggers schedule schedules cron webhook webhooks', saying(START_SENTENCE)],
  [
    'inputs input params parameters args arguments',
    ({ key }) => ({
      message: `"${key}" has no effect: the input of a run is described by a JSON Schema, “schema: { input: { type: object, properties: { name: { type: string } } } }”.`,
    }),
  ],
  ['output', renaming('outputs', isDataMap)],
  ['entry entrypoint startat begin', renaming('start', isText)],
  [
    'onerror onsuccess oncomplete onstart onfailure catch finally',
    ({ key }) => ({
      message: `"${key}" is never called here: handlers belong to tasks, “on_error: { next: b }”. To handle what fails anywhere, put the tasks into one of type composite that has it.`,
    }),
  ],
  [
    'timeout deadline maxduration',
    ({ key }) => ({
      message: `"${key}" has no effect: a workflow has no timeout of its own. Put its tasks into one of type composite with “config: { timeout: 5m }”.`,
    }),
  ],
  [
    'retry retries maxretries',
    ({ key }) => ({
      message: `"${key}" has no effect here: retries belong to a task, “retry: { attempts: 3, backoff: exponential, interval: 1s }”.`,
    }),
  ],
  [
    'connections edges transitions needs dependson',
    ({ key }) => ({
      message: `"${key}" has no effect: connections are written in the tasks, “on_success: { next: b }” in the one before.`,
    }),
  ],
  [
    'if when condition',
    ({ key }) => ({ message: `"${key}" has no effect: begin with a task of type decision that leads to “end”.` }),
  ],
]);

const LISTS = /^(?:steps|jobs|nodes|stages|states|activities|flow|do|pipeline|sequence|task|actions)$/;

/** What a key of the document is meant to say; null where nothing of what runs depends on it, or it is no workflow. */
function readDocumentKey(place: KeyPlace): KeyAdvice | null {
  const { key, plain, value, around } = place;
  if (LISTS.test(plain) && (isList(value) || isDataMap(value))) {
    if (around.has('tasks'))
      return { message: `Only what is under “tasks” runs. What is under "${key}" does nothing: move it there.` };
    const list = isList(value) ? '' : ', a list in which each has an “id” and a “type”';
    return looksLikeTasks(value)
      ? {
          ...renaming('tasks', isList)(place),
          message: `Tasks are listed under “tasks”${list}. What is under "${key}" never runs.`,
        }
      : null;
  }
  return around.has('tasks') ? (DOCUMENT.get(plain)?.(place) ?? null) : null;
}

/** Whether what is listed could be tasks: a file of something else has lists of that name, too. */
function looksLikeTasks(value: KeyPlace['value']): boolean {
  const items = isDataMap(value) ? [...value.values()] : Array.isArray(value) ? value : [];
  const marks = ['id', 'type', 'use', 'uses', 'agent', 'tool'];
  return items.length > 0 && items.every((item) => isDataMap(item) && marks.some((mark) => item.has(mark)));
}
