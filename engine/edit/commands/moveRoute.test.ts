import { expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { moveRoute } from './editRoutes.ts';

const text = yaml`
  tasks:
    - id: a
      type: decision
      config:
        routes:
          # above one
          one: b # beside one
          two:
            condition: |
              {{ value > 5 }}
            next: b

          3: { next: b }
        default: { next: b }
      on_error: { routes: { X: b, Y: b, Z: b } }
    - { id: b, type: basic }
`;

test('a route takes its comments to another place, and the text between routes stays', () => {
  expect(editText(text, (it) => moveRoute(it, { id: 'a', key: 'one', index: 2 })).text).toBe(yaml`
    tasks:
      - id: a
        type: decision
        config:
          routes:
            two:
              condition: |
                {{ value > 5 }}
              next: b
            3: { next: b }

            # above one
            one: b # beside one
          default: { next: b }
        on_error: { routes: { X: b, Y: b, Z: b } }
      - { id: b, type: basic }
  `);
});

test('in braces, of an error handler, with CRLF, and past the end', () => {
  const after = editText(text, (it) => moveRoute(it, { id: 'a', key: 'Z', index: 0, of: 'on_error' })).text;
  expect(after).toContain('routes: { Z: b, X: b, Y: b } }');
  const crlf = editText(text.replaceAll('\n', '\r\n'), (it) => moveRoute(it, { id: 'a', key: '3', index: 0 })).text;
  expect(crlf.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(crlf).toContain('routes:\r\n        3: { next: b }\r\n        # above one\r\n        one: b # beside one\r\n');
  expect(editText(text, (it) => moveRoute(it, { id: 'a', key: '3', index: 99 })).text).toBe(text);
});

test('refuses a route and a task that are not there', () => {
  expect(refusalOf(text, (it) => moveRoute(it, { id: 'a', key: 'no', index: 0 }))).toBe('UNKNOWN_ROUTE');
  expect(refusalOf(text, (it) => moveRoute(it, { id: 'b', key: 'one', index: 0 }))).toBe('HANDLER_NOT_OF_TYPE');
});
