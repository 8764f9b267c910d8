import type { Json, JsonObject } from '../../base/index.ts';
import { agentParts } from './agents.ts';
import type { Dice } from './Dice.ts';

const BRANCHING = ['on_start', 'on_success', 'on_error', 'on_complete'] as const;
const HOOKS: Readonly<Record<string, readonly string[]>> = {
  parallel: ['on_operation_start', 'on_operation_complete'],
  collection: ['on_item_start', 'on_item_success', 'on_item_error', 'on_batch_start', 'on_batch_complete'],
  composite: ['on_task_start', 'on_task_complete'],
  wait: ['on_check', 'on_timeout'],
  decision: ['on_condition_match', 'on_condition_nomatch'],
};
const TYPES = ['basic', 'parallel', 'decision', 'collection', 'wait', 'map', 'composite'] as const;

/** Any workflow of up to 12 tasks: containers, loops, joins, hooks on any of their siblings. */
export function anyWorkflow(dice: Dice): JsonObject {
  let left = 12;
  const level = (depth: number, isParallel: boolean): JsonObject[] => {
    const ids = Array.from({ length: Math.min(left, 1 + dice.roll(4)) }, () => {
      left -= 1;
      return `t${left}`;
    });
    return ids.map((id) => makeTask(dice, { id, siblings: isParallel ? [] : ids, depth, level }));
  };
  const memory = dice.chance(50) ? { workingMemory: { enabled: dice.chance(50) } } : null;
  const parts = agentParts(dice.pick(['mock', 'openai'], 'mock'), memory);
  return { ...parts, limits: { per_task: 3, per_scope: 8, depth: 2 }, tasks: level(0, false) };
}

interface Nesting {
  readonly id: string;
  readonly siblings: readonly string[];
  readonly depth: number;
  readonly level: (depth: number, isParallel: boolean) => JsonObject[];
}

function makeTask(dice: Dice, place: Nesting): JsonObject {
  const type = dice.pick(TYPES, 'basic');
  const task: Record<string, Json> = { id: place.id, type, config: makeConfig(dice, type, place.siblings) };
  if (dice.roll(3) > 0) task['use'] = dice.chance(80) ? 'core:http' : 'agent:helper';
  if (dice.roll(4) === 0) task['join'] = 'all';
  if (dice.roll(4) === 0)
    task['retry'] = { attempts: 1 + dice.roll(2), backoff: 'fixed', interval: '7ms', jitter: dice.roll(2) === 0 };
  for (const handler of [...BRANCHING, ...(HOOKS[type] ?? [])]) {
    if (dice.roll(3) === 0) task[handler] = { next: makeNext(dice, place.siblings) };
  }
  const holds = type === 'parallel' || type === 'collection' || type === 'composite';
  if (holds && place.depth < 2 && dice.roll(4) > 0) {
    const children = place.level(place.depth + 1, type === 'parallel');
    if (children.length > 0) task['tasks'] = children;
  }
  return task;
}

function makeNext(dice: Dice, siblings: readonly string[]): Json {
  const one = (): string => dice.pick([...siblings, 'end'], 'end');
  return dice.roll(4) === 0 ? [one(), one()] : one();
}

function makeConfig(dice: Dice, type: string, siblings: readonly string[]): JsonObject {
  switch (type) {
    case 'basic':
    case 'composite':
      return {
        ...(dice.roll(3) === 0 ? { timeout: '20ms' } : {}),
        ...(type === 'composite' && dice.roll(2) === 0 ? { error_handling: 'continue' } : {}),
      };
    case 'parallel':
      return {
        max_concurrent: 1 + dice.roll(3),
        fail_fast: dice.roll(2) === 0,
        ...(dice.roll(3) === 0 ? { timeout: '30ms' } : {}),
      };
    case 'collection':
      return {
        items: dice.pick(['[1, 2, 3]', '[]', '7', '{a: 1}'], '[]'),
        batch_size: 1 + dice.roll(2),
        mode: dice.pick(['parallel', 'sequential'], 'parallel'),
        continue_on_error: dice.roll(2) === 0,
        ...(dice.roll(3) === 0 ? { timeout_per_item: '12ms' } : {}),
        ...(dice.roll(3) === 0 ? { timeout_per_batch: '15ms' } : {}),
      };
    case 'wait':
      return {
        timeout: '25ms',
        check_interval: '10ms',
        ...(dice.roll(2) === 0 ? { condition: dice.pick(['output.n > 1', 'false', '1 / 0'], 'false') } : {}),
        ...(dice.roll(3) === 0 ? { max_checks: 2 } : {}),
      };
    case 'decision':
      return {
        condition: dice.pick(['true', '3', 'output'], 'true'),
        ...(dice.roll(2) === 0 ? { routes: { true: makeNext(dice, siblings) } } : {}),
      };
    default:
      return dice.roll(3) === 0 ? { mapping: { n: dice.pick(['{{ output.n }}', '{{ 1 / 0 }}'], '') } } : {};
  }
}
