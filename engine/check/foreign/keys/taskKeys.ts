import { type Data, isDataMap } from '../../../base/index.ts';
import { runsTogether, traitsOf } from '../../../model/index.ts';
import { describePath } from '../../../schema/index.ts';
import {
  AGENT_SENTENCE,
  guarding,
  handling,
  holding,
  lasting,
  leading,
  looping,
  needing,
  repeating,
  retrying,
  START_SENTENCE,
} from './advice.ts';
import {
  goesThroughItems,
  idsIn,
  isText,
  type KeyAdvice,
  type KeyPlace,
  type KeyReading,
  moving,
  readings,
  renaming,
  replacing,
  saying,
  toolInput,
  typeOf,
  valueIn,
} from './KeyPlace.ts';

/** Keys of a task. */
const TASK = readings([
  ['needs dependson depends dependencies requires after runafter upstream previous prev', needing],
  ['then', (place) => (traitsOf(typeOf(place)).hasRoutes ? choosing('then')(place) : leading(place))],
  ['timeout', timing],
  ['next goto to nexttask nextstep target transition transitions', leading],
  ['if when unless condition runif onlyif skipif guard', guarding],
  ['else otherwise', choosing('default')],
  ['cases switch choices choice', choosing('routes')],
  [
    'branches branch parallel fork concurrent',
    (place) => (traitsOf(typeOf(place)).hasRoutes ? choosing('routes')(place) : holding(place)),
  ],
  ['do steps body children subtasks task actions block sequence operations jobs', holding],
  ['foreach loop each withitems items iterate over matrix collection', repeating],
  ['while until repeat times', looping],
  ['duration delay sleep seconds minutes wait waitfor pause for', lasting],
  ['retries maxretries attempts maxattempts retrypolicy', retrying],
  ['catch onfailure onfail except rescue fallback failure errorhandler', handling('on_error', 'after a failure')],
  ['ondone onok', handling('on_success', 'after success')],
  ['onfinish finally ensure always', handling('on_complete', 'at the end, after success or failure')],
  ['continueonerror ignoreerrors ignoreerror allowfailure continueonfail', ignoring],
  [
    'inputs input params parameters args arguments payload',
    renaming('with', (value) => isDataMap(value) || isText(value)),
  ],
  ['uses call', renaming('use', isText)],
  ['agent', using('agent')],
  ['tool', using('tool')],
  ['model prompt system systemprompt instructions messages llm', saying(AGENT_SENTENCE)],
  ['run script shell bash command commands cmd exec image container', running],
  [
    'on trigger triggers schedule cron webhook',
    saying(`A task runs when another one leads to it, the first one when the run starts. ${START_SENTENCE}`),
  ],
  ['enabled skip', switching],
  ['maxparallel maxworkers parallelism concurrency', limiting],
]);

/** What a key next to those of a task is meant to say; null where nothing of what runs depends on it. */
export function readTaskKey(place: KeyPlace): KeyAdvice | null {
  return belongsInConfig(place) ?? TASK.get(place.plain)?.(place) ?? toolInput(place, typeOf(place)) ?? null;
}

/** A setting of this type of task that is next to its `config`. */
function belongsInConfig(place: KeyPlace): KeyAdvice | null {
  const { key, taskPath } = place;
  const document = { tasks: [{ type: typeOf(place), config: {} }] };
  if (describePath(['tasks', 0, 'config', key], document) === undefined) return null;
  return moving(place, [...taskPath, 'config', key], `"${key}" belongs in “config”. Here it does nothing.`);
}

function choosing(part: 'routes' | 'default' | 'then'): KeyReading {
  return (place) => {
    const { key, value } = place;
    const [id = 'b'] = idsIn(value);
    const [yes, no] = part === 'default' ? ['a', id] : [id, 'end'];
    const message = `To choose, use a task of type decision: “config: { condition: "{{ … }}", routes: { true: ${yes} }, default: { next: ${no} } }”. "${key}" has no effect.`;
    if (!traitsOf(typeOf(place)).hasRoutes) return { message };
    return chosen(place, part, id);
  };
}

/** The same next to the `config` of a decision. */
function chosen(place: KeyPlace, part: 'routes' | 'default' | 'then', id: string): KeyAdvice {
  const { key, value, taskPath } = place;
  const written =
    part === 'then' ? `routes: { true: ${id} }` : part === 'default' ? `default: { next: ${id} }` : 'routes: { … }';
  const message = `"${key}" has no effect here. Write “${written}” in “config”.`;
  const to = part === 'then' ? [...taskPath, 'config', 'routes', 'true'] : [...taskPath, 'config', part];
  if (part === 'then') return idsIn(value).length === 1 ? moving(place, to, message) : { message };
  if (part === 'routes') return isDataMap(value) ? moving(place, to, message) : { message };
  const isFree = valueIn(place.root, to) === undefined && idsIn(value).length > 0;
  return isFree ? { message, fix: replacing(place, 'Write default', [[to, new Map([['next', id]])]]) } : { message };
}

function ignoring({ key, value, task }: KeyPlace): KeyAdvice | null {
  if (value === false || task.has('on_error')) return null;
  return {
    message: `"${key}" has no effect: a failure that nothing handles ends the run. Name the next task: “on_error: { next: b }”.`,
  };
}

function using(kind: 'agent' | 'tool'): KeyReading {
  return (place) => {
    const { value, root, task, taskPath } = place;
    const list = valueIn(root, [`${kind}s`]);
    const isThere = Array.isArray(list) && list.some((item: Data) => isDataMap(item) && item.get('id') === value);
    const id = isText(value) ? value : '<id>';
    const message = `${kind === 'agent' ? 'An agent' : 'A tool'} is used by “use: ${kind}:${id}”${isThere ? '' : `, and defined under “${kind}s”`}. "${kind}" runs nothing.`;
    if (!isThere || task.has('use')) return { message };
    return { message, fix: replacing(place, `Write use: ${kind}:${id}`, [[[...taskPath, 'use'], `${kind}:${id}`]]) };
  };
}

function running({ key }: KeyPlace): KeyAdvice {
  return {
    message: `"${key}" runs nothing: there is no shell. Say what the task does with “use”: a built-in such as “core:http” or “core:javascript”, “agent:<id>”, “tool:<id>”, or a tool of an MCP server (“mcp:<server>/<tool>”).`,
  };
}

/** A timeout of a task whose type has none of that name. */
function timing(place: KeyPlace): KeyAdvice {
  const type = typeOf(place);
  const bounds = goesThroughItems(type)
    ? 'A collection has one for each item and each batch: “config: { timeout_per_item: 1m, timeout_per_batch: 5m }”.'
    : 'Put the task into one of type composite that has “config: { timeout: 5m }”.';
  return { message: `"timeout" ends nothing in a task of type ${type === '' ? 'unknown' : type}. ${bounds}` };
}

/** `enabled: false`, `skip: true`: what it says otherwise is what is the case anyway. */
function switching(place: KeyPlace): KeyAdvice | null {
  const { plain, value, task, taskPath } = place;
  if (isText(value)) return guarding(place);
  if (value !== (plain === 'skip') || task.has('disabled')) return null;
  const message = `"${place.key}" does nothing here: to turn a task off, write “disabled: true”.`;
  return { message, fix: replacing(place, 'Disable the task', [[[...taskPath, 'disabled'], true]]) };
}

function limiting(place: KeyPlace): KeyAdvice {
  const type = typeOf(place);
  const message = 'Limit how many run at once with “config: { max_concurrent: 3 }” in a parallel task or a collection.';
  if (!runsTogether(type) && !goesThroughItems(type)) return { message };
  return moving(place, [...place.taskPath, 'config', 'max_concurrent'], message);
}
