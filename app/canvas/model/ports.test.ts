import { expect, test } from 'vitest';
import { roleOf } from '#engine/model';
import { exitOfPort, portOf } from './ports.ts';

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

test('routes and success leave by the main port, errors and their routes by that of the error', () => {
  expect(
    (['on_success', 'routes.a', 'default', 'sequence', 'on_condition_match'] as const).map((via) => portOf(via)),
  ).toEqual(Array(5).fill('main'));
  expect(portOf('on_error.routes.x')).toBe('on_error');
  expect(portOf('on_timeout')).toBe('on_timeout');
});

test('a wire from the main port is a success, from that of a decision a new route', () => {
  expect(exitOfPort('main', 'basic')).toBe('on_success');
  expect(exitOfPort('main', 'decision')).toBe('routes');
  expect(exitOfPort('on_error', 'decision')).toBe('on_error');
});
