import { type Data, isDataMap } from '../../base/index.ts';
import type { TaskType } from '../../model/index.ts';
import type { Path } from '../../text/index.ts';
import { goesThroughItems, idsIn, plainKey, runsItsUse } from './keys/KeyPlace.ts';

/** A value that is written in another way here. */
export interface ValueAdvice {
  readonly message: string;
  /** The same as it is written here; absent where that is not certain. */
  readonly value?: Data;
}

/** What a value of the wrong type is meant to say; null where that is not known. */
export function readValue(path: Path, value: Data): ValueAdvice | null {
  const [key, list] = [path.at(-1), path.at(-2)];
  if (typeof key === 'number') return list === 'tasks' && typeof value === 'string' ? asTask(value) : null;
  if (key === 'tasks') return asTasks(value);
  if (!path.includes('tasks')) return null;
  if (key?.startsWith('on_') || (key === 'default' && list === 'config')) return asTarget(key, value);
  if (key === 'retry' && typeof path.at(-2) === 'number') return asPolicy(value);
  if (key === 'routes' && Array.isArray(value))
    return { message: '“routes” is a map from each value to the task it leads to: “routes: { yes: a, no: b }”.' };
  if (key === 'with' && !isDataMap(value))
    return {
      message: '“with” is a map of named values, “with: { name: … }”, or one template that returns a map.',
    };
  return null;
}

function asTarget(key: string, value: Data): ValueAdvice | null {
  const ids = idsIn(value);
  if (ids.length === 0) return null;
  const next = ids.length === 1 ? ids[0] : `[${ids.join(', ')}]`;
  const message = `“${key}” is a map that names the next task: “${key}: { next: ${next} }”.`;
  return { message, value: new Map([['next', ids.length === 1 ? String(ids[0]) : ids]]) };
}

function asPolicy(value: Data): ValueAdvice | null {
  const isCount = typeof value === 'number' && Number.isInteger(value) && value > 0;
  if (!isCount && typeof value !== 'boolean') return null;
  const attempts = isCount ? value : 3;
  const message = `“retry” is a map: “retry: { attempts: ${attempts}, backoff: exponential, interval: 1s }”.`;
  const policy = new Map<string, Data>([
    ['attempts', attempts],
    ['backoff', 'exponential'],
    ['interval', '1s'],
  ]);
  return value === false ? { message: `${message} Without retries, remove it.` } : { message, value: policy };
}

function asTask(id: string): ValueAdvice {
  return { message: `A task is a map with an id and a type: “- { id: ${id}, type: basic, use: … }”.` };
}

/** Tasks by their ids, as many formats have them. */
function asTasks(value: Data): ValueAdvice | null {
  if (!isDataMap(value)) return null;
  const message = '“tasks” is a list, and the id is a key of each task: “- id: a”, with the rest below it.';
  const entries = [...value];
  if (entries.length === 0 || !entries.every(([, task]) => isDataMap(task) && !task.has('id'))) return { message };
  return {
    message,
    value: entries.map(([id, task]) => new Map<string, Data>([['id', id], ...(task as Map<string, Data>)])),
  };
}

/** Words for kinds of steps elsewhere, by the type that does the same. */
const TYPES: Partial<Readonly<Record<TaskType, string>>> = {
  basic:
    'task step action agent tool http request httprequest script code function simple call llm prompt notify log subworkflow workflow',
  decision: 'if switch choice router condition conditional branch gateway ifelse when',
  collection: 'loop foreach foreachitem iterator iterate each batch splitinbatches forloop for',
  wait: 'sleep delay timer pause approval signal poll event waitforsignal waitforapproval human manual form',
  map: 'transform set pass assign mapping template format aggregate',
  parallel: 'fork fanout concurrent all forkjoin scatter',
  composite: 'sequence group block subflow chain sequential steps scope',
};

const TYPE_OF: ReadonlyMap<string, TaskType> = new Map(
  (Object.entries(TYPES) as [TaskType, string][]).flatMap(([type, words]) =>
    words.split(' ').map((word) => [word, type] as const),
  ),
);

/** The type of task that does what a step of another program's type does. */
export function readType(path: Path, word: Data): ValueAdvice | null {
  if (path.at(-1) !== 'type' || path.at(-3) !== 'tasks' || typeof word !== 'string') return null;
  const type = TYPE_OF.get(plainKey(word));
  if (type === undefined) return null;
  return {
    message: `There is no task type "${word}". Write “type: ${type}”${waysOf(type, plainKey(word))}.`,
    value: type,
  };
}

/** What else such a task needs, by the word it was called. */
function waysOf(type: TaskType, word: string): string {
  if (goesThroughItems(type))
    return ', “config: { items: "{{ … }}" }” and, for what is done with each, “use” or “tasks”';
  if (!runsItsUse(type)) return '';
  const [use] = Object.entries(USES).find(([, words]) => words.split(' ').includes(word)) ?? [];
  return use === undefined ? ', and what it runs as its “use”, such as “use: core:http”' : ` and “use: ${use}”`;
}

/** What a basic task uses, by words for it. */
const USES: Readonly<Record<string, string>> = {
  'core:http': 'http request httprequest',
  'core:javascript': 'script code function',
  'core:log': 'log',
  'core:workflow': 'subworkflow workflow',
  'agent:<id>': 'agent prompt llm',
};
