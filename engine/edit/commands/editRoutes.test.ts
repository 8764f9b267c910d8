import { expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { addRoute, removeRoute, renameRoute } from './editRoutes.ts';

const text = yaml`
  tasks:
    - id: r
      type: decision
      config:
        routes:
          true: a # yes
          2: { next: a }
      on_error:
        routes:
          TIMEOUT_ERROR: a
    - id: a
      type: basic
`;

test('adds a route at the end, leading to the end unless a target is given', () => {
  expect(editText(text, (it) => addRoute(it, { id: 'r', key: 'maybe' })).text).toBe(
    text.replace('2: { next: a }\n', '2: { next: a }\n        maybe: end\n'),
  );
  expect(editText(text, (it) => addRoute(it, { id: 'r', key: '*', of: 'on_error', target: 'a' })).text).toContain(
    'TIMEOUT_ERROR: a\n        "*": a\n',
  );
});

test('removes a route, and routes with the last', () => {
  expect(editText(text, (it) => removeRoute(it, { id: 'r', key: 'true' })).text).toBe(
    text.replace('        true: a # yes\n', ''),
  );
  expect(editText(text, (it) => removeRoute(it, { id: 'r', key: 'TIMEOUT_ERROR', of: 'on_error' })).text).toBe(
    text.replace('    on_error:\n      routes:\n        TIMEOUT_ERROR: a\n', ''),
  );
});

test('renames a route in its place', () => {
  expect(editText(text, (it) => renameRoute(it, { id: 'r', key: '2', to: 'two' })).text).toBe(
    text.replace('2: {', 'two: {'),
  );
});

test('is refused for keys that are taken, gone or empty, and for other types', () => {
  expect(refusalOf(text, (it) => addRoute(it, { id: 'r', key: 'true' }))).toBe('DUPLICATE_ROUTE');
  expect(refusalOf(text, (it) => renameRoute(it, { id: 'r', key: '2', to: 'true' }))).toBe('DUPLICATE_ROUTE');
  expect(refusalOf(text, (it) => renameRoute(it, { id: 'r', key: '2', to: '' }))).toBe('INVALID_KEY');
  expect(refusalOf(text, (it) => removeRoute(it, { id: 'r', key: 'x' }))).toBe('UNKNOWN_ROUTE');
  expect(refusalOf(text, (it) => addRoute(it, { id: 'a', key: 'x' }))).toBe('HANDLER_NOT_OF_TYPE');
  expect(refusalOf(text, (it) => addRoute(it, { id: 'r', key: 'x', target: 'y' }))).toBe('UNKNOWN_TASK');
});
