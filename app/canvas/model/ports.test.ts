import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { roleOf } from '#engine/model';
import { findExit, findPort, portOf, routesOf } from './ports.ts';

test('each handler has a look', () => {
  expect(roleOf('on_success')).toBe('success');
  expect(roleOf('on_error')).toBe('error');
  expect(roleOf('on_error.routes.TIMEOUT_ERROR')).toBe('error');
  expect(roleOf('on_complete')).toBe('complete');
  expect(roleOf('on_start')).toBe('start');
  expect(roleOf('routes.high')).toBe('route');
  expect(roleOf('default')).toBe('route');
  expect(roleOf('on_item_success')).toBe('hook');
  expect(roleOf('sequence')).toBe('sequence');
});

test('success leaves by the main port, each route by its own, errors and their routes by that of the error', () => {
  expect((['on_success', 'sequence', 'on_condition_match'] as const).map((via) => portOf(via))).toEqual(
    Array(3).fill('main'),
  );
  expect((['routes.a', 'default'] as const).map((via) => portOf(via))).toEqual(['routes.a', 'default']);
  expect(portOf('on_error.routes.x')).toBe('on_error');
  expect(portOf('on_timeout')).toBe('on_timeout');
});

test('a wire from a port connects what leaves there: from the main port a success, in a decision a new route', () => {
  expect(viaIn('type: basic', 'main')).toBe('on_success');
  const decision = 'type: decision, config: {routes: {high: end}}';
  expect(['main', 'on_error', 'routes.high', 'default'].map((id) => viaIn(decision, id))).toEqual([
    'routes',
    'on_error',
    'routes.high',
    'default',
  ]);
  expect(viaIn('type: collection', 'on_item_error')).toBe('on_item_error');
});

test('what is no port of a task is none, even where it reads like one', () => {
  expect(findExit(taskOf('type: basic'), 'routes.high')).toBeUndefined();
  expect(findExit(taskOf('type: decision, config: {routes: {high: end}}'), 'routes.low')).toBeUndefined();
  expect(findExit(taskOf('type: basic'), 'on_item_error')).toBeUndefined();
});

function viaIn(fields: string, id: string) {
  return findExit(taskOf(fields), id)?.via;
}

function taskOf(fields: string) {
  const [node] = analyze('a.yaml', `tasks: [{id: a, ${fields}}]`).graph.nodes.values();
  if (node === undefined) throw new Error('no task');
  return node.task;
}

function routesIn(routes: string) {
  return routesOf(taskOf(`type: decision, config: {routes: ${routes}}`)).map(({ via }) => via);
}

test('a decision has a port for each route and for what is taken otherwise; one that has none offers true and false', () => {
  expect(routesIn('{high: end, low: end}')).toEqual(['routes.high', 'routes.low', 'default']);
  expect(routesIn('{}')).toEqual(['routes.true', 'routes.false', 'default']);
  expect(routesIn('{true: end}')).toEqual(['routes.true', 'routes.false', 'default']);
});

test('more routes than a card has room for leave by the main port', () => {
  const many = Array.from({ length: 20 }, (_, index) => `k${index}: end`).join(', ');
  expect(routesIn(`{${many}}`)).toEqual([]);
  expect(findPort([{ id: 'in' }, { id: 'main' }], 'routes.k3')).toEqual({ id: 'main' });
  expect(findPort([{ id: 'main' }, { id: 'routes.k3' }], 'routes.k3')).toEqual({ id: 'routes.k3' });
});
