import { isDataMap } from '../../../base/index.ts';
import { holdsTasks, runsTogether, TASK_TYPES, traitsOf } from '../../../model/index.ts';
import { describePath } from '../../../schema/index.ts';
import { AGENT_SENTENCE, guarding, holding, lasting, leading, repeating, retrying } from './advice.ts';
import {
  goesThroughItems,
  idOf,
  idsIn,
  isList,
  isText,
  type KeyAdvice,
  type KeyPlace,
  type KeyReading,
  moving,
  readings,
  renaming,
  saying,
  show,
  toolInput,
  typeOf,
  valueIn,
} from './KeyPlace.ts';

const DECISION = readings([
  ['cases branches choices rules options paths', renaming('routes', isDataMap)],
  ['else otherwise fallback defaultroute', renaming('default', isDataMap)],
  ['if when expression test value switch on', renaming('condition')],
]);

const WAIT = readings([
  ['until if when expression test', renaming('condition')],
  ['interval every pollinterval checkevery', renaming('check_interval', isText)],
  ['duration delay sleep seconds minutes for time', lasting],
]);

const COLLECTION = readings([
  ['list over in collection foreach each data array values source', renaming('items')],
  ['if when where', renaming('filter')],
  ['concurrency maxparallel parallelism maxworkers', renaming('max_concurrent')],
]);

const PARALLEL = readings([['concurrency maxparallel parallelism maxworkers', renaming('max_concurrent')]]);

/** Settings of a type of task, by what tasks of that type do. */
function ofType(type: string): ReadonlyMap<string, KeyReading> | undefined {
  const { hasRoutes, waits } = traitsOf(type);
  if (hasRoutes) return DECISION;
  if (waits) return WAIT;
  if (goesThroughItems(type)) return COLLECTION;
  return runsTogether(type) ? PARALLEL : undefined;
}

/** Settings of any type. */
const ANY = readings([
  ['next goto to then nexttask', leading],
  ['condition if when unless', guarding],
  ['items foreach loop each', repeating],
  ['duration delay sleep', lasting],
  ['retries maxretries attempts maxattempts retrypolicy', retrying],
  ['steps do branches body children', holding],
  ['model prompt instructions provider', saying(AGENT_SENTENCE)],
]);

/** Settings that decide what runs, of which a task of another type makes nothing. */
const DECIDING: ReadonlySet<string> = new Set(['condition', 'routes', 'default', 'items', 'filter', 'signal']);

/** What a key of `config` is meant to say; null where nothing of what runs depends on it. */
export function readConfigKey(place: KeyPlace): KeyAdvice | null {
  const type = typeOf(place);
  return (
    ofType(type)?.get(place.plain)?.(place) ??
    belongsBeside(place, type) ??
    ANY.get(place.plain)?.(place) ??
    ofOtherType(place, type) ??
    toolInput(place, type)
  );
}

/** A key of the task itself that is in its `config`. */
function belongsBeside(place: KeyPlace, type: string): KeyAdvice | null {
  const { key, value, taskPath } = place;
  if (key === 'name' || key === 'type' || key === 'id') return null;
  const isTasks = key === 'tasks' && holdsTasks(type) && isList(value);
  if (!isTasks && describePath(['tasks', 0, key], { tasks: [{ type }] }) === undefined) return null;
  return moving(place, [...taskPath, key], `"${key}" belongs in the task, next to “config”. Here it does nothing.`);
}

function ofOtherType({ key }: KeyPlace, type: string): KeyAdvice | null {
  if (!DECIDING.has(key)) return null;
  const owners = TASK_TYPES.filter((other) =>
    describePath(['tasks', 0, 'config', key], { tasks: [{ type: other, config: {} }] }),
  );
  if (owners.length === 0) return null;
  return {
    message: `"${key}" is a setting of a task of type ${owners.join(' or ')}. This one is of type ${type === '' ? 'unknown' : type}, where it decides nothing: change the type, or put such a task before it.`,
  };
}

const AGENT = readings([
  ['system systemprompt prompt instruction role goal', renaming('instructions')],
  ['uses', renaming('use')],
  [
    'output outputschema schema responseformat',
    saying(
      'The output of an agent is set in its action: “actions: [{ id: answer, instructions: …, output: { type: object } }]”.',
    ),
  ],
]);

const TOOL = readings([['uses', renaming('use')]]);

const SCHEMAS: Readonly<Record<string, string>> = {
  input: 'input',
  inputs: 'input',
  parameters: 'input',
  params: 'input',
  inputschema: 'input',
  output: 'output',
  outputs: 'output',
  outputschema: 'output',
};

/** What a key of an agent or a tool is meant to say; null where nothing of what runs depends on it. */
export function readResourceKey(place: KeyPlace, kind: 'agents' | 'tools'): KeyAdvice | null {
  const { key, plain, parent, value } = place;
  const part = kind === 'tools' ? SCHEMAS[plain] : undefined;
  if (part !== undefined && isDataMap(value))
    return moving(
      place,
      [...parent, 'schema', part],
      `The input and output of a tool are described in “schema”: "${key}" belongs there, as “${part}”.`,
    );
  const isSetting = kind === 'agents' ? describePath(['agents', 0, 'config', key]) !== undefined : CONNECTION.has(key);
  if (isSetting && valueIn(place.root, [...parent, 'import']) === undefined)
    return moving(place, [...parent, 'config', key], `"${key}" belongs in “config”. Here it does nothing.`);
  return (kind === 'agents' ? AGENT : TOOL).get(plain)?.(place) ?? null;
}

/** What a tool is reached by. */
const CONNECTION: ReadonlySet<string> = new Set(['url', 'base_url', 'headers', 'code', 'file', 'timeout']);

/** A condition of what continues: the decision that has it reads the task's output by its id, since `output` is its own there. */
function conditionAdvice({ value, around, task }: KeyPlace): KeyAdvice {
  const id = idOf({ task }, '<id>');
  const condition = show(value, '{{ … }}')
    .replaceAll('"', "'")
    .replace(/(?<![\w.])output\b/g, `tasks.${id}.output`);
  const [next = 'b'] = idsIn(around.get('next') ?? null);
  return {
    message: `Only “on_error” and routes have a condition. Write “next: check” here, and add the task “{ id: check, type: decision, config: { condition: "${condition}", routes: { true: ${next} }, default: { next: end } } }”.`,
  };
}

/** Keys of a handler, of `default` and of a route. */
const HANDLER = readings([
  [
    'goto to target then task step id call nexttask nextstep',
    renaming('next', (value) => typeof value === 'string' || Array.isArray(value)),
  ],
  ['params parameters args arguments data input inputs payload vars', renaming('with')],
  [
    'if when unless',
    (place) => (place.siblings.includes('condition') ? renaming('condition')(place) : conditionAdvice(place)),
  ],
  ['condition routes', conditionAdvice],
  [
    'delay wait sleep duration timeout',
    ({ key }) => ({
      message: `"${key}" does not wait here. Let this lead to a task of type wait, “config: { timeout: 5m, check_interval: 5m }”, and that one on.`,
    }),
  ],
  [
    'use uses run tool agent action message url method headers body code script log',
    ({ key }) => ({
      message: `"${key}" runs nothing here: a handler names the task that runs next, “next: b”, and passes it values, “with: { … }”.`,
    }),
  ],
  [
    'retries attempts maxattempts',
    saying('Retries are set in the task: “retry: { attempts: 3, backoff: exponential, interval: 1s }”.'),
  ],
  ['join waitfor', saying('To wait for all branches, write “join: all” in the task they lead to.')],
]);

/** What a key of a handler is meant to say; null where nothing of what runs depends on it. */
export function readHandlerKey(place: KeyPlace): KeyAdvice | null {
  return HANDLER.get(place.plain)?.(place) ?? null;
}
