import { type Data, type DataMap, isDataMap } from '../../../base/index.ts';
import type { Path } from '../../../text/index.ts';
import { readConfigKey } from './configKeys.ts';
import { readDocumentKey } from './documentKeys.ts';
import { readHandlerKey } from './handlerKeys.ts';
import { type KeyAdvice, type KeyPlace, plainKey, valueIn } from './KeyPlace.ts';
import { readResourceKey } from './resourceKeys.ts';
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
