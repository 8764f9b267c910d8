import { idOf, idsIn, type KeyAdvice, type KeyPlace, readings, renaming, saying, show } from './KeyPlace.ts';

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
