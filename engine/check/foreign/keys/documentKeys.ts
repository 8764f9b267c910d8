import { isDataMap } from '../../../base/index.ts';
import { START_SENTENCE } from './advice.ts';
import { isList, isText, type KeyAdvice, type KeyPlace, readings, renaming, saying } from './KeyPlace.ts';

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
export function readDocumentKey(place: KeyPlace): KeyAdvice | null {
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
