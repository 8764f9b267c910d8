import { isDataMap } from '../../../base/index.ts';
import { holdsTasks, runsTogether, TASK_TYPES, traitsOf } from '../../../model/index.ts';
import { describePath } from '../../../schema/index.ts';
import { AGENT_SENTENCE, guarding, holding, lasting, leading, repeating, retrying } from './advice.ts';
import {
  isList,
  isText,
  type KeyAdvice,
  type KeyPlace,
  type KeyReading,
  moving,
  readings,
  renaming,
  saying,
} from './KeyPlace.ts';
import { goesThroughItems, typeOf } from './taskKinds.ts';
import { toolInput } from './toolInput.ts';

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
