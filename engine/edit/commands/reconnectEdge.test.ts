import { expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { reconnectEdge } from './connectTasks.ts';

const text = yaml`
  tasks:
    - id: a
      type: basic
      on_success:
        next: b # on
        with: { x: "{{ output }}" }
    - id: b
      type: decision
      config:
        routes:
          left: c
    - id: c
      type: basic
`;

test('a new target takes the place of the old', () => {
  expect(editText(text, (it) => reconnectEdge(it, { edgeId: 'a>on_success>b', target: 'c' })).text).toBe(
    text.replace('next: b # on', 'next: c # on'),
  );
});

test('a short route stays short', () => {
  expect(editText(text, (it) => reconnectEdge(it, { edgeId: 'b>routes.left>c', target: 'a' })).text).toBe(
    text.replace('left: c', 'left: a'),
  );
});

test('a new source takes the connection along with its data', () => {
  expect(
    editText(text, (it) => reconnectEdge(it, { edgeId: 'a>on_success>b', source: 'c', target: 'b' })).text,
  ).toBe(yaml`
    tasks:
      - id: a
        type: basic
      - id: b
        type: decision
        config:
          routes:
            left: c
      - id: c
        type: basic
        on_success:
          next: b
          with:
            x: "{{ output }}"
  `);
});

test('another handler of the same task', () => {
  const { text: after } = editText(text, (it) =>
    reconnectEdge(it, { edgeId: 'b>routes.left>c', via: 'default', target: 'c' }),
  );
  expect(after).toBe(text.replace('      routes:\n        left: c\n', '      default:\n        next: c\n'));
});

test('is refused like a new connection', () => {
  expect(refusalOf(text, (it) => reconnectEdge(it, { edgeId: 'a>on_success>b', target: 'x' }))).toBe('UNKNOWN_TASK');
  expect(refusalOf(text, (it) => reconnectEdge(it, { edgeId: 'a>on_success>b', target: 'a' }))).toBe('SELF_CONNECTION');
  expect(refusalOf(text, (it) => reconnectEdge(it, { edgeId: 'gone', target: 'a' }))).toBe('UNKNOWN_EDGE');
});

test('takes data along that is one template', () => {
  const whole =
    'tasks:\n  - { id: a, type: map, on_success: { next: b, with: "{{ output }}" } }\n  - { id: b, type: map }\n';
  const after = editText(whole, (it) =>
    reconnectEdge(it, { edgeId: 'a>on_success>b', via: 'on_complete', target: 'b' }),
  ).text;
  expect(after).toContain('on_complete: {next: b, with: "{{ output }}"}');
});
