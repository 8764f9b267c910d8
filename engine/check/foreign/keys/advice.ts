import { type Data, isDataMap } from '../../../base/index.ts';
import { holdsTasks, parseDuration, runsTogether, traitsOf } from '../../../model/index.ts';
import { type EditStep, removeAt, setValue } from '../../../syntax/index.ts';
import {
  goesThroughItems,
  idOf,
  idsIn,
  isList,
  isText,
  type KeyPlace,
  type KeyReading,
  moving,
  renamed,
  replacing,
  runsItsUse,
  show,
  textIn,
  typeOf,
  typeWith,
  valueIn,
} from './KeyPlace.ts';

/** `next: b` that is in no handler. */
export const leading: KeyReading = (place) => {
  const { key, value, task, taskPath } = place;
  const ids = isDataMap(value) ? idsIn(value.get('next') ?? null) : idsIn(value);
  const to = ids.length === 0 ? 'b' : ids.length === 1 ? String(ids[0]) : `[${ids.join(', ')}]`;
  const message = `What comes next is named in a handler: “on_success: { next: ${to} }”. Under "${key}" nothing comes next.`;
  if (traitsOf(typeOf(place)).hasRoutes) {
    return {
      message: `A decision continues with “config: { routes: { true: ${to} }, default: { next: end } }”. Under "${key}" nothing comes next.`,
    };
  }
  if (ids.length === 0 || task.has('on_success')) return { message };
  const next = ids.length === 1 ? String(ids[0]) : ids;
  return {
    message,
    fix: replacing(place, `Write on_success`, [[[...taskPath, 'on_success'], new Map([['next', next]])]]),
  };
};

/** `needs: [a, b]`: the order the other way round. */
export const needing: KeyReading = (place) => {
  const { key, value, root, taskPath } = place;
  const ids = isDataMap(value) ? [...value.keys()] : idsIn(value);
  const own = idOf(place, 'b');
  const first = ids[0] ?? 'a';
  const others = ids.length > 1 ? `each of ${ids.join(', ')}` : `"${first}"`;
  const join = ids.length > 1 ? `, and “join: all” here, so that "${own}" waits for all of them and runs once` : '';
  const starters = ids.filter((id) => isUnled(id, root, taskPath));
  const start =
    starters.length > 1
      ? ` A run begins with one task: put one in front of them that leads to all, “on_success: { next: [${starters.join(', ')}] }”.`
      : '';
  const message = `"${key}" does not set the order: a task names the one after it. Write “on_success: { next: ${own} }” in ${others}${join}.${start}`;
  if (runsTogether(textIn(valueIn(root, taskPath.slice(0, -2)), 'type'))) {
    return {
      message: `"${key}" does not set the order: tasks in a parallel task start together. Put tasks that follow each other into one of type composite.`,
    };
  }
  const list = valueIn(root, taskPath.slice(0, -1));
  const places = ids.map((id) =>
    Array.isArray(list) ? list.findIndex((task: Data) => isDataMap(task) && task.get('id') === id) : -1,
  );
  if (ids.length === 0 || places.includes(-1) || own !== place.task.get('id')) return { message };
  const steps = places.map((index) => leadTo([...taskPath.slice(0, -1), index], own, root));
  if (steps.includes(null)) return { message };
  return {
    message,
    fix: {
      title: `Lead here from ${ids.join(', ')}`,
      steps: [
        ...steps.filter((step) => step !== null),
        ...(ids.length > 1 ? [waitForAll(taskPath)] : []),
        (syntax) => removeAt(syntax, place.path),
      ],
      places: [
        ...places.map((index) => [...taskPath.slice(0, -1), index, 'on_success', 'next']),
        ...(ids.length > 1 ? [[...taskPath, 'join']] : []),
      ],
    },
  };
};

/** Whether nothing says what comes before a task: no key of its own that is read as that, and no handler that names it. */
function isUnled(id: Data, root: KeyPlace['root'], taskPath: KeyPlace['taskPath']): boolean {
  const list = valueIn(root, taskPath.slice(0, -1));
  const tasks = Array.isArray(list) ? list.filter((task: Data) => isDataMap(task)) : [];
  const own = tasks.find((task) => task.get('id') === id);
  if (own === undefined || [...own.keys()].some((key) => /^(?:needs|depends|requires|after|previous|prev$)/i.test(key)))
    return false;
  return !tasks.some((task) => idsIn(valueIn(task, ['on_success', 'next']) ?? null).some((next) => next === id));
}

function waitForAll(task: KeyPlace['taskPath']): EditStep {
  return (syntax) => setValue(syntax, [...task, 'join'], 'all');
}

/** Lets a task lead to one more after success; null where its handler is no map, or it is no task of that kind. */
function leadTo(task: KeyPlace['taskPath'], id: string, root: KeyPlace['root']): EditStep | null {
  const next = valueIn(root, [...task, 'on_success', 'next']);
  const handler = valueIn(root, [...task, 'on_success']);
  const { hasRoutes } = traitsOf(textIn(valueIn(root, task), 'type'));
  if (hasRoutes || (handler !== undefined && !isDataMap(handler))) return null;
  const ids = idsIn(next ?? null).filter((other) => other !== 'end' && other !== id);
  return (syntax) => setValue(syntax, [...task, 'on_success', 'next'], ids.length === 0 ? id : [...ids, id]);
}

/** `if: …`: a condition that no task has. */
export const guarding: KeyReading = (place) => {
  const { key, value, taskPath } = place;
  const { hasRoutes, waits } = traitsOf(typeOf(place));
  if (hasRoutes || waits) {
    if (isNegated(key))
      return {
        message: `"${key}" does nothing here: write “config: { condition: "{{ !(…) }}" }”, with the condition negated.`,
      };
    return moving(
      place,
      [...taskPath, 'config', 'condition'],
      `"${key}" belongs in “config”, as “condition”. Here it does nothing.`,
    );
  }
  const condition = show(value, '…').replaceAll('"', "'");
  return {
    message: `"${key}" is ignored: a task does not decide whether it runs. Put a task of type decision before it: “config: { condition: "${condition}", routes: { ${!isNegated(key)}: ${idOf(place, 'b')} }, default: { next: end } }”.`,
  };
};

/** Whether a condition keeps a task from running. */
function isNegated(key: string): boolean {
  return /unless|skip|while/i.test(key);
}

/** `for_each: …`: what is done for each of several. */
export const repeating: KeyReading = (place) => {
  const { key, value, task, taskPath } = place;
  const items = [...taskPath, 'config', 'items'];
  const type = typeOf(place);
  if (goesThroughItems(type))
    return moving(place, items, `"${key}" belongs in “config”, as “items”. Here it does nothing.`);
  const list = show(value, '{{ … }}').replaceAll('"', "'");
  const message = `"${key}" is ignored: this runs once. To run it for each item of a list, use a task of type collection: “config: { items: "${list}" }”, whose “with” reads “{{ item }}”.`;
  const isPlain = runsItsUse(type) && !task.has('config') && (isText(value) || Array.isArray(value));
  if (!isPlain) return { message };
  return {
    message,
    fix: replacing(place, 'Make it a collection', [
      [[...taskPath, 'type'], typeWith('item')],
      [items, value],
    ]),
  };
};

/** `while: …`, `repeat: 3`: rounds. */
export const looping: KeyReading = (place) => {
  if (traitsOf(typeOf(place)).waits && place.plain !== 'repeat' && place.plain !== 'times') return guarding(place);
  const id = idOf(place, 'a');
  // What changes from round to round is what the task gave.
  const condition = show(place.value, '{{ … }}')
    .replaceAll('"', "'")
    .replace(/(?<![\w.])(?:input|output)\b/g, `tasks.${id}.output`);
  const decision = `“{ id: again, type: decision, config: { condition: "${condition}", routes: { ${!/until/i.test(place.key)}: ${id} }, default: { next: end } } }”`;
  return {
    message: `"${place.key}" is ignored: this runs once. For a loop, write “on_success: { next: again }” here, and add the task ${decision}. To poll until something is ready, use a task of type wait.`,
  };
};

/** `branches: […]`, `do: […]`: tasks inside of a task. */
export const holding: KeyReading = (place) => {
  const { key, value, taskPath, task, path } = place;
  const type = typeOf(place);
  if (holdsTasks(type)) {
    const message = `The tasks inside a ${type} task are under “tasks”. What is under "${key}" never runs.`;
    if (!isList(value) || task.has('tasks')) return { message };
    const isBeside = path.length === taskPath.length + 1;
    return isBeside ? { message, fix: renamed(path, 'tasks') } : moving(place, [...taskPath, 'tasks'], message);
  }
  const isSide = /branch|parallel|fork|concurrent/i.test(key);
  const made = typeWith(isSide ? 'parallel' : 'sequence');
  return {
    message: `What is under "${key}" never runs. ${isSide ? 'Tasks that run in parallel go' : 'Tasks that run in sequence go'} under “tasks” of a task of type ${made}.`,
  };
};

/** `duration: 5m`: a time to wait. */
export const lasting: KeyReading = (place) => {
  const { key, value, taskPath, task } = place;
  const time = isText(value) && parseDuration(value).ok ? value : '5m';
  const config = `“config: { timeout: ${time}, check_interval: ${time} }”`;
  const inside = config.slice(1, -1);
  if (!traitsOf(typeOf(place)).waits)
    return {
      message: `"${key}" does not make it wait. A pause is a task of its own before this one: “{ id: pause, type: wait, ${inside}, on_success: { next: ${idOf(place, 'b')} } }”.`,
    };
  const message = `A wait without a condition lasts as long as its “timeout”: ${config}. "${key}" does nothing.`;
  const given = task.get('config');
  const isGiven = isDataMap(given) && given.has('timeout');
  if (isGiven || time !== value || (given !== undefined && !isDataMap(given))) return { message };
  const missing = ['timeout', 'check_interval'].filter((name) => !(isDataMap(given) && given.has(name)));
  return {
    message,
    fix: replacing(
      place,
      `Wait ${time}`,
      missing.map((name) => [[...taskPath, 'config', name], time]),
    ),
  };
};

/** `retries: 3`: a number, or the map by another name. */
export const retrying: KeyReading = (place) => {
  const { key, value, task, taskPath } = place;
  const attempts = typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 3;
  const message = `"${key}" has no effect. Write “retry: { attempts: ${attempts}, backoff: exponential, interval: 1s }” in the task.`;
  if (task.has('retry') || (attempts !== value && !isDataMap(value))) return { message };
  if (isDataMap(value) && place.path.length === taskPath.length + 1)
    return { message, fix: renamed(place.path, 'retry') };
  const policy = isDataMap(value)
    ? value
    : new Map<string, number | string>([
        ['attempts', attempts],
        ['backoff', 'exponential'],
        ['interval', '1s'],
      ]);
  return { message, fix: replacing(place, 'Write retry', [[[...taskPath, 'retry'], policy]]) };
};

/** What follows an outcome, by another name than the handler's. */
export function handling(handler: string, when: string): KeyReading {
  return (place) => {
    const { key, value, task, taskPath, path } = place;
    const [id = 'b'] = idsIn(isDataMap(value) ? (value.get('next') ?? null) : value);
    const message = `What happens ${when} is “${handler}: { next: ${id} }”. "${key}" does nothing.`;
    const isKnown = isDataMap(value) && (value.has('next') || value.has('routes'));
    if (task.has(handler) || (!isKnown && idsIn(value).length === 0)) return { message };
    if (isKnown) return { message, fix: renamed(path, handler) };
    const target = new Map([['next', id]]);
    return { message, fix: replacing({ path }, `Write ${handler}`, [[[...taskPath, handler], target]]) };
  };
}

/** How a model is asked. */
export const AGENT_SENTENCE =
  'A model is asked by an agent: define it under “agents” with its model and instructions, and write “use: agent:<id>” in the task.';
/** Where it is written what starts runs. */
export const START_SENTENCE =
  'What starts a run is not part of a workflow. Take this out: schedules, webhooks and watched folders are written in signalbox.serve.yaml, such as “schedules: { nightly: { workflow: orders, cron: "0 3 * * *" } }” for orders.yaml.';
