import { describe, expect, test } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { EMPTY_LAYOUT } from '../../text/index.ts';
import { copyTasks } from './copyTasks.ts';
import { duplicateTasks, pasteTasks } from './pasteTasks.ts';

const text = yaml`
  tasks:
    # reads the ticket
    - id: read   # once
      type: basic
      with:
        note: |
          two
            lines
      on_success: {next: sort}

    - id: sort
      type: basic
      use: 'core:log'
      with: { level: "{{ tasks.read.output.level }}" }
      on_success:
        next: [read, out] # round
    - id: out
      type: basic
    - {id: flow, type: basic}
`;

describe('copying', () => {
  test('keeps comments and style', () => {
    expect(copyTasks(analyze('t', text), ['sort', 'read'])).toBe(yaml`
      tasks:
        # reads the ticket
        - id: read   # once
          type: basic
          with:
            note: |
              two
                lines
          on_success: {next: sort}
        - id: sort
          type: basic
          use: 'core:log'
          with: { level: "{{ tasks.read.output.level }}" }
          on_success:
            next: [read, out] # round
    `);
  });

  test('a task inside a chosen container comes along inside it, once', () => {
    const nested = 'tasks:\n  - id: box\n    type: composite\n    tasks:\n      - id: x\n        type: basic\n';
    expect(copyTasks(analyze('t', nested), ['x', 'box'])).toBe(nested);
    expect(copyTasks(analyze('t', nested), ['x'])).toBe('tasks:\n  - id: x\n    type: basic\n');
    expect(copyTasks(analyze('t', nested), ['gone'])).toBe('');
  });
});

describe('pasting', () => {
  test('into another file keeps the ids and drops what is out of reach', () => {
    const clip = copyTasks(analyze('t', text), ['read', 'sort']);
    expect(editText('tasks: []\n', (it) => pasteTasks(it, { yaml: clip })).text).toBe(
      clip.replace('next: [read, out] # round', 'next: read # round'),
    );
  });

  test('beside the originals gives fresh ids, and references among them follow', () => {
    const clip = copyTasks(analyze('t', text), ['read', 'sort']);
    expect(editText(text, (it) => pasteTasks(it, { yaml: clip })).text).toBe(
      `${text}${yaml`
      # reads the ticket
      - id: read-2   # once
        type: basic
        with:
          note: |
            two
              lines
        on_success: {next: sort-2}
      - id: sort-2
        type: basic
        use: 'core:log'
        with: { level: "{{ tasks.read-2.output.level }}" }
        on_success:
          next: [read-2, out] # round
    `.replace(/^(?=.)/gm, '  ')}`,
    );
  });

  test.each([
    ['one task', 'id: x\ntype: basic\n'],
    ['a list', '- id: x\n  type: basic\n'],
    ['windows line ends', 'tasks:\r\n  - id: x\r\n    type: basic\r\n'],
  ])('%s', (_, clip) => {
    expect(editText('tasks:\n  - id: a\n    type: basic\n', (it) => pasteTasks(it, { yaml: clip })).text).toBe(
      'tasks:\n  - id: a\n    type: basic\n  - id: x\n    type: basic\n',
    );
  });

  test('its first card keeps the place it was dropped at', () => {
    const after = editText(
      text,
      (it) => pasteTasks(it, { yaml: 'id: out\ntype: basic\n', position: { x: 1, y: 2 }, layout: EMPTY_LAYOUT }),
      EMPTY_LAYOUT,
    );
    expect(after.layout?.positions).toEqual(new Map([['out-2', { x: 1, y: 2 }]]));
  });

  test.each([
    ['no tasks', 'hello: 1', 'NOTHING_TO_PASTE'],
    ['plain words', 'hello there', 'NOTHING_TO_PASTE'],
    ['broken YAML', 'tasks: [', 'SYNTAX_ERROR'],
    ['nothing', '', 'NOTHING_TO_PASTE'],
  ])('%s is refused', (_, clip, code) => {
    expect(refusalOf(text, (it) => pasteTasks(it, { yaml: clip }))).toBe(code);
  });

  test('into a task that holds none is refused', () => {
    expect(refusalOf(text, (it) => pasteTasks(it, { yaml: 'id: x\ntype: basic\n', parent: 'out' }))).toBe(
      'NOT_A_CONTAINER',
    );
  });
});

test('a duplicate is placed behind its original and beside its card', () => {
  const layout = { ...EMPTY_LAYOUT, positions: new Map([['sort', { x: 100, y: 0 }]]) };
  const after = editText(text, (it) => duplicateTasks(it, { ids: ['sort'], layout }), layout);
  expect(after.text).toBe(
    text.replace(
      '  - id: out\n',
      '  - id: sort-2\n    type: basic\n    use: \'core:log\'\n    with: { level: "{{ tasks.read.output.level }}" }\n    on_success:\n      next: [read, out] # round\n  - id: out\n',
    ),
  );
  expect(after.layout?.positions.get('sort-2')).toEqual({ x: 140, y: 40 });
});

test('tasks that lead to each other do so no more as operations of a parallel task', () => {
  const text = 'tasks:\n  - id: box\n    type: parallel\n    tasks:\n      - { id: x, type: map }\n';
  const pasted = '- { id: a, type: map, on_success: { next: b }, on_error: { next: a } }\n- { id: b, type: map }\n';
  const after = editText(text, (it) => pasteTasks(it, { yaml: pasted, parent: 'box' })).text;
  expect(after).toBe(`${text}      - { id: a, type: map }\n      - { id: b, type: map }\n`);
});
