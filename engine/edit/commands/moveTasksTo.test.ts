import { describe, expect, test } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { EMPTY_LAYOUT } from '../../text/index.ts';
import { moveTasksTo } from './moveTasksTo.ts';

const text = yaml`
  start: a
  tasks:
    - id: a
      type: basic
      on_success:
        next: b # then

    # the middle
    - id: b   # beside
      type: map
      config:
        mapping: |
          {{ tasks.a.output }}
      on_success: { next: c }

    - id: c
      type: basic
    - id: box
      type: composite
      on_success:
        # afterwards
        next: c
      tasks:
          - id: p
            type: basic
          - { id: q, type: basic }
    - id: ops
      type: parallel
`;

describe('into a container', () => {
  test('heals what crosses its border, and takes comments along', () => {
    const after = editText(text, (it) => moveTasksTo(it, { ids: ['b'], parent: 'box', index: 1, heal: true })).text;
    expect(after).toBe(yaml`
      start: a
      tasks:
        - id: a
          type: basic
          on_success:
            next: c # then

        - id: c
          type: basic
        - id: box
          type: composite
          on_success:
            # afterwards
            next: c
          tasks:
              - id: p
                type: basic
              # the middle
              - id: b   # beside
                type: map
                config:
                  mapping: |
                    {{ tasks.a.output }}
              - { id: q, type: basic }
        - id: ops
          type: parallel
    `);
  });

  test('names the connections that would cross the border', () => {
    expect(refusalOf(text, (it) => moveTasksTo(it, { ids: ['b'], parent: 'box' }))).toBe('TARGET_OUTSIDE_CONTAINER');
    const both = editText(text, (it) => moveTasksTo(it, { ids: ['a', 'b', 'c'], parent: 'box', index: 0, heal: true }));
    expect(both.text).toContain('next: b # then');
    expect(both.text).toContain('on_success: { next: c }');
  });

  test('a list that is not there yet is made in front of the handlers', () => {
    const after = editText(text, (it) => moveTasksTo(it, { ids: ['p', 'q'], parent: 'ops' })).text;
    expect(after).toContain('tasks: []\n');
    expect(after).toMatch(
      /- id: ops\n {4}type: parallel\n {4}tasks:\n {8}- id: p\n {10}type: basic\n {8}- \{ id: q, type: basic \}\n$/,
    );
  });

  test('operations of a parallel task keep no connections between each other', () => {
    const linked = text.replace('next: b # then', 'next: [b, end] # then').replace('{ next: c }', '{ next: a }');
    expect(refusalOf(linked, (it) => moveTasksTo(it, { ids: ['a', 'b'], parent: 'ops' }))).toBe('SIBLING_IN_PARALLEL');
    const after = editText(linked, (it) => moveTasksTo(it, { ids: ['a', 'b'], parent: 'ops', heal: true })).text;
    expect(after).not.toContain('next: b');
    expect(after).not.toContain('next: a');
  });

  test('the start moves on to what it led to', () => {
    const after = editText(text, (it) => moveTasksTo(it, { ids: ['a'], parent: 'ops', heal: true })).text;
    expect(after).not.toContain('start:');
  });
});

test('out of a container, and to another place of its list', () => {
  const after = editText(text, (it) => moveTasksTo(it, { ids: ['p'], parent: null, index: 2 })).text;
  expect(after).toContain('    on_success: { next: c }\n\n  - id: p\n    type: basic\n\n  - id: c\n');
  expect(after).toContain('tasks:\n        - { id: q, type: basic }\n');
  const swapped = editText(text, (it) => moveTasksTo(it, { ids: ['q'], parent: 'box', index: 0 })).text;
  expect(swapped).toContain('tasks:\n        - { id: q, type: basic }\n        - id: p\n          type: basic\n');
});

const order = (after: string) => [...after.matchAll(/id: (\w)/g)].map(([, id]) => id).join('');

test('several tasks keep the order of the document, whatever is between them', () => {
  const list =
    'tasks:\n- {id: a, type: basic}\n- {id: b, type: basic}\n- {id: c, type: basic}\n- {id: d, type: basic}\n';
  const move = (ids: string[], index?: number) =>
    order(editText(list, (it) => moveTasksTo(it, { ids, parent: null, index })).text);
  expect(move(['c', 'a'], 1)).toBe('acbd');
  expect(move(['d', 'a'])).toBe('bcad');
  expect(move(['b', 'd'], 0)).toBe('bdac');
  expect(move(['a', 'b'], 3)).toBe('cabd');
});

test('with CRLF', () => {
  const crlf = text.replaceAll('\n', '\r\n');
  const after = editText(crlf, (it) => moveTasksTo(it, { ids: ['b'], parent: 'box', heal: true })).text;
  expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  expect(after).toContain('{ id: q, type: basic }\r\n        # the middle\r\n        - id: b   # beside\r\n');
});

test('refuses itself, what is inside it, a task without tasks, and nothing', () => {
  expect(refusalOf(text, (it) => moveTasksTo(it, { ids: ['box'], parent: 'box' }))).toBe('INTO_ITSELF');
  const nested = text.replace('{ id: q, type: basic }', '{ id: q, type: parallel }');
  expect(refusalOf(nested, (it) => moveTasksTo(it, { ids: ['box', 'q'], parent: 'q' }))).toBe('INTO_ITSELF');
  expect(refusalOf(text, (it) => moveTasksTo(it, { ids: ['p'], parent: 'a' }))).toBe('NOT_A_CONTAINER');
  expect(refusalOf(text, (it) => moveTasksTo(it, { ids: [], parent: null }))).toBe('NOTHING_SELECTED');
  expect(refusalOf(text, (it) => moveTasksTo(it, { ids: ['x'], parent: null }))).toBe('UNKNOWN_TASK');
});

test('cards lose their places in another container, unless they get new ones', () => {
  const positions = new Map(['p', 'q', 'a'].map((id) => [id, { x: 1, y: 2 }]));
  const layout = { ...EMPTY_LAYOUT, positions };
  const after = editText(
    text,
    (it) => moveTasksTo(it, { ids: ['p', 'q'], parent: null, layout, positions: new Map([['q', { x: 5, y: 5 }]]) }),
    layout,
  );
  expect([...(after.layout?.positions ?? [])]).toEqual([
    ['a', { x: 1, y: 2 }],
    ['q', { x: 5, y: 5 }],
  ]);
  const within = editText(text, (it) => moveTasksTo(it, { ids: ['q'], parent: 'box', index: 0, layout }), layout);
  expect(within.layout).toBe(layout);
});

test('a refusal describes a task that has no id by its name', () => {
  const text =
    'tasks:\n  - { name: First, type: map, on_success: { next: b } }\n  - { id: b, type: map }\n  - { id: box, type: composite }\n';
  const result = moveTasksTo(analyze('a.yaml', text), { ids: ['b'], parent: 'box' });
  expect(result.ok ? '' : result.error.message).toMatch(/^The task “First” leads to “b”/);
});
