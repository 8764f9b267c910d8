import { describe, expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { EMPTY_LAYOUT } from '../../text/index.ts';
import { removeTasks } from './removeTasks.ts';

const text = yaml`
  start: a
  tasks:
    - id: a
      type: basic
      on_success:
        next: b
      on_error:
        next: [b, d] # both
    # the middle
    - id: b
      type: basic
      on_success:
        next: c
    - id: c
      type: basic
      on_success:
        next: d
    - id: d
      type: basic
`;

describe('healing', () => {
  test('leads on to the one task that comes next', () => {
    expect(editText(text, (it) => removeTasks(it, { ids: ['b'], heal: true })).text).toBe(yaml`
      start: a
      tasks:
        - id: a
          type: basic
          on_success:
            next: c
          on_error:
            next: [c, d] # both
        - id: c
          type: basic
          on_success:
            next: d
        - id: d
          type: basic
    `);
  });

  test('leads over several removed tasks, and never twice to one', () => {
    const after = editText(text, (it) => removeTasks(it, { ids: ['c', 'b'], heal: true })).text;
    expect(after).toContain('on_success:\n      next: d\n');
    expect(after).toContain('on_error:\n      next: d # both\n');
  });

  test('the task after a removed start becomes the start', () => {
    const branching = text.replace('next: b\n    on_error', 'next: c\n    on_error');
    expect(editText(branching, (it) => removeTasks(it, { ids: ['a'], heal: true })).text).toContain('start: c\n');
    expect(editText(text, (it) => removeTasks(it, { ids: ['a'], heal: true })).text).not.toContain('start');
  });
});

test('without healing, what led to the task leads nowhere', () => {
  expect(editText(text, (it) => removeTasks(it, { ids: ['b'], heal: false })).text).toBe(yaml`
    start: a
    tasks:
      - id: a
        type: basic
        on_error:
          next: d # both
      - id: c
        type: basic
        on_success:
          next: d
      - id: d
        type: basic
  `);
});

test('a container goes with everything inside it, and its places with it', () => {
  const nested = yaml`
    tasks:
      - id: box
        type: parallel
        tasks:
          - id: x
            type: basic
          - id: y
            type: basic
      - id: z
        type: basic
  `;
  const layout = { ...EMPTY_LAYOUT, positions: new Map(['box', 'x', 'z'].map((id) => [id, { x: 0, y: 0 }])) };
  const after = editText(nested, (it) => removeTasks(it, { ids: ['x', 'box'], heal: true, layout }), layout);
  expect(after.text).toBe('tasks:\n  - id: z\n    type: basic\n');
  expect([...(after.layout?.positions.keys() ?? [])]).toEqual(['z']);
});

test('comments that touch a task go with it; those apart from it stay', () => {
  const commented = yaml`
    # the file
    tasks:
      # one
      - id: a
        type: basic

      # a section

      # two
      # lines
      - id: b
        type: basic
      # of c
      - id: c
        type: basic
  `;
  expect(editText(commented, (it) => removeTasks(it, { ids: ['a', 'b'], heal: true })).text).toBe(yaml`
    # the file
    tasks:
      # a section

      # of c
      - id: c
        type: basic
  `);
  expect(editText(commented, (it) => removeTasks(it, { ids: ['b', 'c'], heal: true })).text).toBe(yaml`
    # the file
    tasks:
      # one
      - id: a
        type: basic

      # a section
  `);
  const nested = 'tasks:\n- id: box\n  type: composite\n  tasks:\n  # only\n  - id: x # beside\n    type: basic\n';
  expect(editText(nested, (it) => removeTasks(it, { ids: ['x'], heal: true })).text).toBe(
    'tasks:\n- id: box\n  type: composite\n  tasks: []\n',
  );
});

test('the last task leaves an empty list', () => {
  expect(
    editText('tasks:\n  - id: a\n    type: basic\n', (it) => removeTasks(it, { ids: ['a'], heal: true })).text,
  ).toBe('tasks: []\n');
});

test('an unknown task, and nothing, are refused', () => {
  expect(refusalOf(text, (it) => removeTasks(it, { ids: ['a', 'x'], heal: true }))).toBe('UNKNOWN_TASK');
  expect(refusalOf(text, (it) => removeTasks(it, { ids: [], heal: true }))).toBe('NOTHING_SELECTED');
});
