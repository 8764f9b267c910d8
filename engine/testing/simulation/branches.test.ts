import { expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import { interpret } from './interpret.ts';

/** Two branches lead from `a` to `z`, one of them by way of `b`; the last is as given. */
function interpretFork(join: Json, seen: string): string {
  const last = { id: 'm', type: 'map', config: { mapping: { seen } } };
  const tasks = [
    { id: 'a', type: 'basic', on_success: { next: ['z', 'b'] } },
    { id: 'b', type: 'basic', on_success: { next: 'z' } },
    { id: 'z', type: 'basic', ...(join === null ? {} : { join }), on_success: { next: 'm' } },
    last,
  ];
  return interpretTasks(tasks);
}

function interpretTasks(tasks: Json): string {
  const none = { behaviours: new Map(), agents: new Map(), signals: new Map() };
  const prediction = interpret({ workflow: { tasks, outputs: {} }, input: {}, ...none });
  return prediction.kind === 'open' ? prediction.reason : prediction.kind;
}

test('what is read of a task that two branches ran cannot be predicted, nor of one that it leads to', () => {
  expect(interpretFork(null, '{{ tasks.z.output }}')).toBe('which run of a task is read');
  expect(interpretFork(null, '{{ tasks.m.output }}')).toBe('which run of a task is read');
});

test('it can be where they meet in a join, and where only what ran before them is read', () => {
  expect(interpretFork('all', '{{ tasks.z.output }}')).toBe('ends');
  expect(interpretFork(null, '{{ tasks.a.output }}')).toBe('ends');
});

test('a loop runs a task several times in one branch', () => {
  const again = { true: { next: 's', with: { n: '{{ input.n }}' } } };
  const step = { id: 's', type: 'basic', on_success: { next: 'd', with: { n: '{{ (input.n ?? 0) + 1 }}' } } };
  const decision = { id: 'd', type: 'decision', config: { condition: '{{ input.n < 3 }}', routes: again } };
  const last = { id: 'm', type: 'map', config: { mapping: { seen: '{{ tasks.s.output }}' } } };
  expect(interpretTasks([step, { ...decision, on_condition_nomatch: { next: 'm' } }, last])).toBe('ends');
});
