import { expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { insertOnEdge } from './insertOnEdge.ts';

test('the source leads to the new task, and its success to the old target, with the data passed on', () => {
  const text = yaml`
    tasks:
      - id: a
        type: basic
        on_success:
          next: b # then
          with:
            ticket: "{{ output.ticket }}"
            the note: hello
      - id: b
        type: basic
  `;
  expect(
    editText(text, (it) => insertOnEdge(it, { edgeId: 'a>on_success>b', type: 'basic', use: 'core:log' })).text,
  ).toBe(yaml`
    tasks:
      - id: a
        type: basic
        on_success:
          next: log # then
          with:
            ticket: "{{ output.ticket }}"
            the note: hello
      - id: log
        type: basic
        use: core:log
        on_success:
          next: b
          with:
            ticket: "{{ input.ticket }}"
            the note: "{{ input['the note'] }}"
      - id: b
        type: basic
  `);
});

test('a short route leads to the new task and stays short', () => {
  const text =
    'tasks:\n  - id: r\n    type: decision\n    config:\n      routes: { x: z }\n  - id: z\n    type: basic\n';
  expect(editText(text, (it) => insertOnEdge(it, { edgeId: 'r>routes.x>z', type: 'basic' })).text).toBe(
    'tasks:\n  - id: r\n    type: decision\n    config:\n      routes: { x: task }\n  - id: task\n    type: basic\n    on_success:\n      next: z\n  - id: z\n    type: basic\n',
  );
});

test('on list order the list alone makes the lines', () => {
  const text =
    'tasks:\n  - id: c\n    type: composite\n    tasks:\n      - id: x\n        type: basic\n      - id: y\n        type: basic\n';
  expect(editText(text, (it) => insertOnEdge(it, { edgeId: 'x>sequence>y', type: 'basic' })).text).toBe(
    text.replace('      - id: y', '      - id: task\n        type: basic\n      - id: y'),
  );
});

test('an edge that is gone is refused', () => {
  expect(refusalOf('tasks: []\n', (it) => insertOnEdge(it, { edgeId: 'a>on_success>b', type: 'basic' }))).toBe(
    'UNKNOWN_EDGE',
  );
});

test('data that is one template is passed on as a whole', () => {
  const text =
    'tasks:\n  - id: a\n    type: map\n    on_success: { next: b, with: "{{ output }}" }\n  - { id: b, type: map }\n';
  const after = editText(text, (it) =>
    insertOnEdge(it, { edgeId: 'a>on_success>b', type: 'basic', use: 'core:log' }),
  ).text;
  expect(after).toContain('on_success: { next: log, with: "{{ output }}" }');
  expect(after).toContain('      next: b\n      with: "{{ input }}"\n');
});

test('between an operation of a parallel task and its end there is no place', () => {
  const text = 'tasks:\n  - id: box\n    type: parallel\n    tasks: [{ id: a, type: map, on_error: { next: end } }]\n';
  expect(refusalOf(text, (it) => insertOnEdge(it, { edgeId: 'a>on_error>end', type: 'basic' }))).toBe(
    'SIBLING_IN_PARALLEL',
  );
});
