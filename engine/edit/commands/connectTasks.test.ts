import { describe, expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { connectTasks } from './connectTasks.ts';

const chain = yaml`
  tasks:
    - id: a # first
      type: basic

    - id: b
      type: basic
      on_success:
        next: c
    - id: c
      type: basic
`;

describe('from a handler', () => {
  test('that is not there: the handler is written at the end of its task', () => {
    expect(editText(chain, (it) => connectTasks(it, { source: 'a', via: 'on_success', target: 'b' })).text).toBe(yaml`
      tasks:
        - id: a # first
          type: basic
          on_success:
            next: b

        - id: b
          type: basic
          on_success:
            next: c
        - id: c
          type: basic
    `);
  });

  test('that leads somewhere: both run', () => {
    expect(editText(chain, (it) => connectTasks(it, { source: 'b', via: 'on_success', target: 'a' })).text).toBe(
      chain.replace('next: c', 'next: [c, a]'),
    );
  });

  test('that leads to a list: one more', () => {
    const text = chain.replace('next: c', 'next: [c, b] # both');
    expect(editText(text, (it) => connectTasks(it, { source: 'b', via: 'on_success', target: 'a' })).text).toBe(
      chain.replace('next: c', 'next: [c, b, a] # both'),
    );
  });

  test('that ends its branch: the end is replaced', () => {
    const text = chain.replace('next: c', 'next: end');
    expect(editText(text, (it) => connectTasks(it, { source: 'b', via: 'on_success', target: 'c' })).text).toBe(chain);
  });

  test('that only passes data: next joins it', () => {
    const text = chain.replace('next: c', 'with: { x: 1 }');
    expect(editText(text, (it) => connectTasks(it, { source: 'b', via: 'on_success', target: 'c' })).text).toBe(
      chain.replace('next: c', 'next: c\n      with: { x: 1 }'),
    );
  });

  test('of errors, back to the task itself', () => {
    expect(editText(chain, (it) => connectTasks(it, { source: 'c', via: 'on_error', target: 'c' })).text).toBe(
      `${chain}    on_error:\n      next: c\n`,
    );
  });
});

const decision = yaml`
  tasks:
    - id: route
      type: decision
      config:
        condition: "{{ input.topic }}"
        routes:
          refund: refund # money
    - id: refund
      type: basic
    - id: other
      type: basic
`;

function addRouteTo(text: string, target: string): string {
  return editText(text, (it) => connectTasks(it, { source: 'route', via: 'routes', target })).text;
}

describe('from a decision', () => {
  test('a new route stays short', () => {
    const command = { source: 'route', via: 'routes', target: 'other', routeKey: 'technical' } as const;
    expect(editText(decision, (it) => connectTasks(it, command)).text).toBe(
      decision.replace('# money\n', '# money\n        technical: other\n'),
    );
  });

  test('without a key, one is made from the target', () => {
    expect(
      editText(decision, (it) => connectTasks(it, { source: 'route', via: 'routes', target: 'refund' })).text,
    ).toBe(decision.replace('# money\n', '# money\n        refund-2: refund\n'));
  });

  test('a condition that gives true or false makes the keys true and false, then goes by the target', () => {
    for (const condition of ['input.n > 2', '!input.n', "'a' in input && input.n != null", 'contains(input.t, "a")']) {
      const bare = `tasks:\n  - id: route\n    type: decision\n    config:\n      condition: ${JSON.stringify(`{{ ${condition} }}`)}\n`;
      const rest = '  - {id: one, type: basic}\n  - {id: two, type: basic}\n  - {id: three, type: basic}\n';
      const all = ['one', 'two', 'three'].reduce(addRouteTo, bare + rest);
      expect(all.slice(bare.length, -rest.length)).toBe(
        '      routes:\n        true: one\n        false: two\n        three: three\n',
      );
    }
    expect(addRouteTo(decision.replace('input.topic', 'input.topic && true'), 'other')).toContain('other: other');
  });

  test('a second target of a route makes it an object', () => {
    const { text } = editText(decision, (it) =>
      connectTasks(it, { source: 'route', via: 'routes.refund', target: 'other' }),
    );
    expect(text).toBe(
      decision.replace(
        'refund: refund # money',
        'refund: # money\n          next:\n            - refund\n            - other',
      ),
    );
  });

  test('the default is an object', () => {
    expect(
      editText(decision, (it) => connectTasks(it, { source: 'route', via: 'default', target: 'other' })).text,
    ).toBe(decision.replace('# money\n', '# money\n      default:\n        next: other\n'));
  });
});

const containers = yaml`
  tasks:
    - id: gather
      type: parallel
      tasks:
        - id: one
          type: basic
        - id: two
          type: basic
    - id: after
      type: basic
    - type: basic
    - id: after
      type: basic
`;

test.each([
  ['a broken text', 'tasks: [', { source: 'a', via: 'on_success', target: 'b' }, 'SYNTAX_ERROR'],
  ['an unknown source', chain, { source: 'x', via: 'on_success', target: 'b' }, 'UNKNOWN_TASK'],
  ['an unknown target', chain, { source: 'a', via: 'on_success', target: 'x' }, 'UNKNOWN_TASK'],
  ['the same connection', chain, { source: 'b', via: 'on_success', target: 'c' }, 'ALREADY_CONNECTED'],
  ['success back to itself', chain, { source: 'b', via: 'on_success', target: 'b' }, 'SELF_CONNECTION'],
  ['a handler of another type', chain, { source: 'b', via: 'on_timeout', target: 'c' }, 'HANDLER_NOT_OF_TYPE'],
  ['routes of a task without', chain, { source: 'b', via: 'routes', target: 'c' }, 'HANDLER_NOT_OF_TYPE'],
  ['the order of a list', chain, { source: 'b', via: 'sequence', target: 'c' }, 'ORDER_OF_LIST'],
  [
    'a route key twice',
    decision,
    { source: 'route', via: 'routes', target: 'other', routeKey: 'refund' },
    'DUPLICATE_ROUTE',
  ],
  [
    'operations of a parallel task',
    containers,
    { source: 'one', via: 'on_success', target: 'two' },
    'SIBLING_IN_PARALLEL',
  ],
  ['out of a container', containers, { source: 'one', via: 'on_success', target: 'after' }, 'TARGET_OUTSIDE_CONTAINER'],
  ['into a container', containers, { source: 'after', via: 'on_success', target: 'one' }, 'TARGET_OUTSIDE_CONTAINER'],
  ['a task without id', containers, { source: 'after', via: 'on_success', target: '#tasks/2' }, 'INVALID_ID'],
  [
    'the second of two equal ids',
    containers,
    { source: 'gather', via: 'on_success', target: 'after#tasks/3' },
    'DUPLICATE_ID',
  ],
] as const)('%s is refused', (_, text, args, code) => {
  expect(refusalOf(text, (it) => connectTasks(it, args))).toBe(code);
});
