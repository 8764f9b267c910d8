import { describe, expect, test } from 'vitest';
import { type Analysis, analyze } from '../../graph/index.ts';
import { TASK_TYPES, walkTasks } from '../../model/index.ts';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { EMPTY_LAYOUT } from '../../text/index.ts';
import { addTask, insertOnEdge } from './addTask.ts';
import { replaceTask } from './replaceTask.ts';

const text = yaml`
  tasks:
    - id: a
      type: basic

    - id: box
      type: composite
      tasks:
        - id: inner
          type: basic
`;

test('the first task of an empty file', () => {
  expect(editText('', (it) => addTask(it, { type: 'basic' })).text).toBe('tasks:\n  - id: task\n    type: basic\n');
});

test('at the end, spaced like its neighbours', () => {
  expect(editText(text, (it) => addTask(it, { type: 'wait', name: 'Cool down' })).text).toBe(
    `${text}\n  - id: cool-down\n    name: Cool down\n    type: wait\n    config:\n      timeout: 10s\n      check_interval: 1s\n`,
  );
});

test('after another, connected and written behind it', () => {
  const args = { type: 'basic', use: 'core:log', after: { source: 'a', via: 'on_error' } } as const;
  expect(editText(text, (it) => addTask(it, args)).text).toBe(yaml`
    tasks:
      - id: a
        type: basic
        on_error:
          next: log

      - id: log
        type: basic
        use: core:log

      - id: box
        type: composite
        tasks:
          - id: inner
            type: basic
  `);
});

test('on a route of a decision, which is written with it', () => {
  const choose = yaml`
    tasks:
      - id: choose
        type: decision
        config:
          condition: "{{ input.n > 1 }}"
  `;
  const after = { source: 'choose', via: 'routes.false' } as const;
  expect(editText(choose, (it) => addTask(it, { type: 'basic', use: 'core:log', after })).text).toBe(
    `${choose}      routes:\n        false: log\n  - id: log\n    type: basic\n    use: core:log\n`,
  );
});

test('at the end of a connection that led elsewhere, whose other targets and data stay', () => {
  const leading = yaml`
    tasks:
      - id: a
        type: basic
        on_success:
          next: [b, c]
          with: { n: 1 }
      - { id: b, type: basic }
      - { id: c, type: basic }
  `;
  const after = { source: 'a', via: 'on_success', instead: 'a>on_success>b' } as const;
  const { text: written } = editText(leading, (it) => addTask(it, { type: 'basic', use: 'core:log', after }));
  expect(written).toBe(
    leading
      .replace('[b, c]', '[log, c]')
      .replace('  - { id: b', '  - id: log\n    type: basic\n    use: core:log\n  - { id: b'),
  );
  const gone = { ...after, instead: 'a>on_success>d' };
  expect(refusalOf(leading, (it) => addTask(it, { type: 'basic', after: gone }))).toBe('UNKNOWN_EDGE');
});

test('inside a container, also one without tasks yet', () => {
  expect(editText(text, (it) => addTask(it, { type: 'basic', parent: 'box' })).text).toBe(
    `${text}      - id: task\n        type: basic\n`,
  );
  const empty = 'tasks:\n  - id: all\n    type: parallel\n    on_success:\n      next: end\n';
  expect(editText(empty, (it) => addTask(it, { type: 'basic', parent: 'all' })).text).toBe(
    'tasks:\n  - id: all\n    type: parallel\n    tasks:\n      - id: task\n        type: basic\n    on_success:\n      next: end\n',
  );
});

test('its card keeps the place it was dropped at', () => {
  const layout = { ...EMPTY_LAYOUT, positions: new Map([['a', { x: 0, y: 0 }]]) };
  const after = editText(text, (it) => addTask(it, { type: 'map', position: { x: 20, y: 40 }, layout }), layout);
  expect(after.layout?.positions).toEqual(
    new Map([
      ['a', { x: 0, y: 0 }],
      ['shape', { x: 20, y: 40 }],
    ]),
  );
});

test.each(TASK_TYPES)('a new %s task is named as people call it', (type) => {
  const named: Partial<Record<typeof type, string>> = {
    basic: 'task',
    collection: 'for_each',
    composite: 'group',
    map: 'shape',
  };
  const id = named[type] ?? type;
  expect(editText('tasks: []\n', (it) => addTask(it, { type })).text).toContain(`id: ${id}\n    type: ${type}`);
});

describe('is refused', () => {
  test('in a task that holds none', () => {
    expect(refusalOf(text, (it) => addTask(it, { type: 'basic', parent: 'a' }))).toBe('NOT_A_CONTAINER');
  });
  test('after an unknown task, and with an unusable id', () => {
    expect(refusalOf(text, (it) => addTask(it, { type: 'basic', after: { source: 'x', via: 'on_success' } }))).toBe(
      'UNKNOWN_TASK',
    );
    expect(refusalOf(text, (it) => addTask(it, { type: 'basic', id: ' x' }))).toBe('INVALID_ID');
  });
  test('outside the container of the task that leads to it', () => {
    const args = { type: 'basic', parent: null, after: { source: 'inner', via: 'on_success' } } as const;
    expect(refusalOf(text, (it) => addTask(it, args))).toBe('TARGET_OUTSIDE_CONTAINER');
  });
});

describe('a draft with a new agent', () => {
  const draft = { type: 'basic', use: 'agent:writer', newAgent: 'writer' } as const;
  const chain = yaml`
    tasks:
      - id: a
        type: basic
        on_success: { next: b }
      - id: b
        type: basic
  `;
  const [line] = analyze('a.yaml', chain).graph.edges;

  test.each([
    ['added', (it: Analysis) => addTask(it, draft)],
    ['put on a line', (it: Analysis) => insertOnEdge(it, { ...draft, edgeId: line?.id ?? '' })],
    ['put in the place of another', (it: Analysis) => replaceTask(it, { id: 'b', draft })],
  ])('is written with its agent where it is %s, in one step', (_, command) => {
    const { workflow } = analyze('a.yaml', editText(chain, command).text);
    expect(workflow.agents).toMatchObject([{ id: 'writer', actions: [{ id: 'answer' }] }]);
    expect([...walkTasks(workflow)].map(({ task }) => task.use?.text)).toContain('agent:writer');
  });

  test('uses the agent of that id where there is one', () => {
    const known = `agents:\n  - {id: writer, use: core:agent}\n${chain}`;
    const { workflow } = analyze('a.yaml', editText(known, (it) => addTask(it, draft)).text);
    expect(workflow.agents).toHaveLength(1);
  });
});

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
