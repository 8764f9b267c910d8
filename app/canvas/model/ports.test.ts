import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { roleOf } from '#engine/model';
import { exitOfPort, findPort, portOf, routesOf } from './ports.ts';

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

test('a wire from the main port is a success, from that of a decision a new route', () => {
  expect(exitOfPort('main', 'basic')).toBe('on_success');
  expect(exitOfPort('main', 'decision')).toBe('routes');
  expect(exitOfPort('on_error', 'decision')).toBe('on_error');
  expect(exitOfPort('routes.high', 'decision')).toBe('routes.high');
  expect(exitOfPort('default', 'decision')).toBe('default');
});

function routesIn(routes: string) {
  const [node] = analyze(
    'a.yaml',
    `tasks: [{id: a, type: decision, config: {routes: ${routes}}}]`,
  ).graph.nodes.values();
  return node && routesOf(node.task);
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
