import { expect, test } from 'vitest';
import {
  describeHandler,
  HANDLER_NAMES,
  HANDLERS,
  handlerOf,
  handlersOf,
  parseVia,
  pathOfExit,
  roleOf,
  routeVia,
} from './exit.ts';
import { CONTAINER_TYPES, runsInOrder, runsTogether, TASK_TRAITS, TASK_TYPES, traitsOf } from './taskTypes.ts';

test('each exit is taken at one moment', () => {
  expect(['on_success', 'on_error', 'on_complete', 'on_start'].map(roleOf)).toEqual([
    'success',
    'error',
    'complete',
    'start',
  ]);
  expect(['on_timeout', 'on_validation_error', 'on_error.routes.X'].map(roleOf)).toEqual(Array(3).fill('error'));
  expect(['on_condition_match', 'routes.a', 'default'].map(roleOf)).toEqual(Array(3).fill('route'));
  expect(['on_item_error', 'on_check', 'on_task_start'].map(roleOf)).toEqual(Array(3).fill('hook'));
  expect(roleOf('sequence')).toBe('sequence');
});

test('a route keeps its key, whatever it holds', () => {
  for (const holder of ['config', 'on_error'] as const)
    for (const key of ['high', '', 'routes.a', 'on_success', 'ä b'])
      expect(parseVia(routeVia(holder, key))).toEqual({ kind: 'route', holder, key });
});

test('the handler whose event a route is taken by', () => {
  expect(['routes.a', 'default', 'on_error.routes.X', 'on_check', 'sequence'].map(handlerOf)).toEqual([
    'on_condition_match',
    'on_condition_nomatch',
    'on_error',
    'on_check',
    undefined,
  ]);
});

test('a task has the exits of its type, and one without a type all handlers', () => {
  const path = ['tasks', 0];
  expect(pathOfExit({ type: 'decision', path }, 'routes.a')).toEqual(['tasks', 0, 'config', 'routes', 'a']);
  expect(pathOfExit({ type: 'decision', path }, 'default')).toEqual(['tasks', 0, 'config', 'default']);
  expect(pathOfExit({ type: 'basic', path }, 'routes.a')).toBe(null);
  expect(pathOfExit({ type: 'basic', path }, 'default')).toBe(null);
  expect(pathOfExit({ type: 'basic', path }, 'on_check')).toBe(null);
  expect(pathOfExit({ type: 'unknown', path }, 'on_check')).toEqual(['tasks', 0, 'on_check']);
  expect(pathOfExit({ type: 'map', path }, 'on_error.routes.X')).toEqual(['tasks', 0, 'on_error', 'routes', 'X']);
  expect(pathOfExit({ type: 'composite', path }, 'sequence')).toBe(null);
});

test('every handler has its words, and belongs to all types or to one', () => {
  expect([...HANDLER_NAMES].toSorted()).toEqual(Object.keys(HANDLERS).toSorted());
  expect(new Set(HANDLER_NAMES.map(describeHandler)).size).toBe(HANDLER_NAMES.length);
  expect(handlersOf('wait')).toEqual(['on_success', 'on_error', 'on_complete', 'on_start', 'on_check', 'on_timeout']);
  expect(handlersOf('unknown')).toHaveLength(4);
});

test('containers run what they hold in order or together', () => {
  expect(CONTAINER_TYPES).toEqual(['parallel', 'collection', 'composite']);
  for (const type of CONTAINER_TYPES) expect(runsInOrder(type)).toBe(!runsTogether(type));
  for (const type of ['basic', 'unknown', 'toString', undefined])
    expect([runsInOrder(type), runsTogether(type)]).toEqual([false, false]);
});

test('a type the format does not have holds nothing and leads nowhere', () => {
  expect(traitsOf('loop')).toBe(traitsOf('unknown'));
  expect(TASK_TYPES.map(traitsOf)).toEqual(Object.values(TASK_TRAITS));
});
