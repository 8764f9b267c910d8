import { array, assert, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import { numRuns, replay, runScript, type ScriptedAnswer, type ScriptedRun } from '../testing/index.ts';

/** A choice maker over numbers from fast-check, so that a failure shrinks to a small workflow. */
class Dice {
  private readonly rolls: readonly number[];
  private at = 0;

  constructor(rolls: readonly number[]) {
    this.rolls = rolls;
  }

  /** From 0 up to, not including, `sides`; 0 once the rolls are used up. */
  roll(sides: number): number {
    const roll = this.rolls[this.at] ?? 0;
    this.at += 1;
    return roll % sides;
  }

  pick<T>(choices: readonly T[], none: T): T {
    return choices[this.roll(choices.length)] ?? none;
  }
}

const BRANCHING = ['on_start', 'on_success', 'on_error', 'on_complete'] as const;
const HOOKS: Readonly<Record<string, readonly string[]>> = {
  parallel: ['on_operation_start', 'on_operation_complete'],
  collection: ['on_item_start', 'on_item_success', 'on_item_error', 'on_batch_start', 'on_batch_complete'],
  composite: ['on_task_start', 'on_task_complete'],
  wait: ['on_check', 'on_timeout'],
  decision: ['on_condition_match', 'on_condition_nomatch'],
};
const TYPES = ['basic', 'parallel', 'decision', 'collection', 'wait', 'map', 'composite'] as const;

/** Any workflow of up to 12 tasks: containers, loops, joins, hooks on whatever stands beside them. As JSON, which is YAML. */
function makeWorkflow(dice: Dice): string {
  let left = 12;
  const level = (depth: number, isParallel: boolean): JsonObject[] => {
    const ids = Array.from({ length: Math.min(left, 1 + dice.roll(4)) }, () => {
      left -= 1;
      return `t${left}`;
    });
    return ids.map((id) => makeTask(dice, { id, siblings: isParallel ? [] : ids, depth, level }));
  };
  return JSON.stringify({ limits: { per_task: 3, per_scope: 8, depth: 2 }, tasks: level(0, false) });
}

interface Place {
  readonly id: string;
  readonly siblings: readonly string[];
  readonly depth: number;
  readonly level: (depth: number, isParallel: boolean) => JsonObject[];
}

function makeTask(dice: Dice, place: Place): JsonObject {
  const type = dice.pick(TYPES, 'basic');
  const task: Record<string, Json> = { id: place.id, type, config: makeConfig(dice, type, place.siblings) };
  if (dice.roll(3) > 0) task['use'] = 'core:http';
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

const ANSWERS: readonly ScriptedAnswer[] = [
  { value: { n: 2 } },
  { value: { n: 0 }, after: 5 },
  { value: null, after: 18 },
  { error: 'COMMUNICATION_ERROR', after: 3 },
  { error: 'VALIDATION_ERROR' },
  { error: 'RATE_LIMIT_ERROR', retryAfter: 11 },
  { value: [1], after: 40 },
];

/** Hooks that call containers with hooks can make a run as long as its limits allow to multiply. */
const MOST_INPUTS = 1500;

function run(rolls: readonly number[]): { readonly text: string; readonly result: ScriptedRun } {
  const dice = new Dice(rolls);
  const text = makeWorkflow(dice);
  const stopAt = dice.roll(4) === 0 ? [{ after: dice.roll(60), type: 'run.cancelled' } as const] : [];
  const answer = (): ScriptedAnswer => dice.pick(ANSWERS, { value: 1 });
  const ids = Array.from({ length: 12 }, (_, index) => [`t${index}`, answer] as const);
  return {
    text,
    result: runScript(text, {
      answers: Object.fromEntries(ids),
      inputs: stopAt,
      seed: dice.roll(1000),
      mostInputs: MOST_INPUTS,
    }),
  };
}

function sorted(values: Iterable<number | string>): (number | string)[] {
  return [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

test('whatever the workflow, what begins is settled once and nothing is left under way', () => {
  let finished = 0;
  assert(
    property(array(nat(1_000_000), { minLength: 40, maxLength: 260 }), (rolls) => {
      const { text, result } = run(rolls);
      const { events, effects, journal } = result;
      if (journal.length === MOST_INPUTS) return;
      expect(result.isFinished).toBe(true);
      finished += result.view.status === 'success' ? 1 : 0;

      const begun = new Set(
        events.flatMap((event) =>
          event.type === 'task.started' || event.type === 'task.queued' ? [event.activation] : [],
        ),
      );
      const ended = events.flatMap((event) =>
        event.type === 'task.succeeded' || event.type === 'task.failed' || event.type === 'task.cancelled'
          ? [event.activation]
          : [],
      );
      expect(sorted(ended)).toEqual(sorted(begun));

      const timers = effects.flatMap((effect) => (effect.type === 'timer.start' ? [effect.id] : []));
      expect(new Set(timers).size).toBe(timers.length);
      const over = [
        ...effects.flatMap((effect) => (effect.type === 'timer.cancel' ? [effect.id] : [])),
        ...journal.flatMap((input) => (input.type === 'timer.fired' ? [input.id] : [])),
      ];
      expect(sorted(over)).toEqual(sorted(timers));

      const calls = result.calls.map(({ key }) => key);
      expect(new Set(calls).size).toBe(calls.length);
      const answered = [
        ...effects.flatMap((effect) => (effect.type === 'effect.abort' ? [effect.key] : [])),
        ...journal.flatMap((input) => (input.type === 'effect.completed' ? [input.key] : [])),
      ];
      expect(sorted(answered)).toEqual(sorted(calls));

      expect(events.filter(({ type }) => type === 'run.finished')).toHaveLength(1);
      expect(events.at(-1)?.type).toBe('run.finished');
      expect(JSON.stringify(replay(text, journal))).toBe(JSON.stringify(events));
    }),
    { numRuns: numRuns(200) },
  );
  // It would prove little of runs that all fail at once.
  expect(finished).toBeGreaterThan(20);
});

test('one activation of a task runs at a time in its scope', () => {
  assert(
    property(array(nat(1_000_000), { minLength: 40, maxLength: 260 }), (rolls) => {
      const running = new Map<string, number>();
      const scopes = new Map<number, string>();
      for (const event of run(rolls).result.events) {
        if (event.type === 'task.started' && event.operation?.kind !== 'hook') {
          const scope = `${event.taskId} in ${event.parent} ${event.operation?.kind === 'item' ? event.operation.index : ''}`;
          scopes.set(event.activation, scope);
          running.set(scope, (running.get(scope) ?? 0) + 1);
          expect(running.get(scope)).toBe(1);
        }
        if (event.type === 'task.succeeded' || event.type === 'task.failed' || event.type === 'task.cancelled') {
          const scope = scopes.get(event.activation);
          if (scope !== undefined) running.set(scope, (running.get(scope) ?? 0) - 1);
        }
      }
    }),
    { numRuns: numRuns(200) },
  );
});
