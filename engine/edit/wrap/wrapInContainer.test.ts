import { describe, expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { CHAIN, refused, wrapSame } from '../../testing/wrapping.ts';
import { EMPTY_LAYOUT } from '../../text/index.ts';
import { wrapInContainer } from './wrapInContainer.ts';

describe('a chain becomes the body of a composite', () => {
  test('with the data that comes in and goes out', () => {
    expect(wrapSame(CHAIN, ['c', 'b'])).toBe(yaml`
      # A chain
      outputs: { all: "{{ tasks.d.output }}" }
      tasks:
        - id: a
          type: map
          config: { mapping: { n: "{{ workflow.input.n ?? 1 }}" } }
          on_success:
            next: group # go

        - id: group
          type: composite
          tasks:
            # doubles
            - id: b
              type: map
              with:
                n: "{{ tasks.a.output.n + 1 }}"
              config:
                mapping: { n: "{{ input.n * 2 }}" }
              on_success: { next: c }
            - id: c  # adds
              type: map
              config: { mapping: { n: "{{ tasks.b.output.n + 3 }}" } }
          on_success:
            next: d
            with: { n: "{{ output.c.n }}", b: "{{ tasks.b.output.n }}" }

        - id: d
          type: map
    `);
  });

  test('with CRLF, and in flow style', () => {
    const crlf = wrapSame(CHAIN.replaceAll('\n', '\r\n'), ['b', 'c']);
    expect(crlf.replaceAll('\r\n', '')).not.toContain('\n');
    const flow = 'tasks: [{id: a, type: map, on_success: {next: b}}, {id: b, type: map}]\n';
    expect(editText(flow, (it) => wrapInContainer(it, { ids: ['b'], type: 'composite', id: 'box' })).text).toBe(
      'tasks: [{id: a, type: map, on_success: {next: box}}, {id: box, type: composite, tasks: [{id: b, type: map}]}]\n',
    );
  });

  test('the start hands over the input of the run', () => {
    const text = yaml`
      start: a
      outputs: { b: "{{ tasks.b.output }}" }
      tasks:
        - id: a
          type: map
          on_success: { next: b, with: { got: "{{ output }}" } }
        - id: b
          type: map
    `;
    expect(wrapSame(text, ['a'])).toBe(yaml`
      start: group
      outputs: { b: "{{ tasks.b.output }}" }
      tasks:
        - id: group
          type: composite
          tasks:
            - id: a
              type: map
              with: "{{ workflow.input }}"
          on_success:
            next: b
            with: { got: "{{ output.a }}" }
        - id: b
          type: map
    `);
  });

  test('branches that end inside do not run on to the next in the list', () => {
    const text = yaml`
      outputs: { z: "{{ tasks.z.output }}", low: "{{ tasks.low.status }}" }
      tasks:
        - id: pick
          type: decision
          config:
            condition: "{{ workflow.input.n > 3 }}"
            routes:
              true: high
              false: z
        - id: high
          type: map
          on_success: { next: z }
        - id: low
          type: map
        - id: z
          type: map
          config: { mapping: done }
    `;
    const after = wrapSame(text, ['pick', 'high', 'low']);
    expect(after).toContain('false: end\n');
    expect(after).toContain('- id: high\n        type: map\n        on_success: { next: end }');
    expect(after).toContain('composite\n    tasks:\n');
  });
});

describe('operations of a parallel task', () => {
  const fan = yaml`
    outputs: { z: "{{ tasks.z.output }}" }
    tasks:
      - id: s
        type: map
        on_success: { next: [a, b] }
      - id: a
        type: map
        config: { mapping: 1 }
        on_success: { next: z }
      - id: b
        type: map
        config: { mapping: 2 }
        on_success: { next: z }
      - id: z
        type: map
        join: all
        config: { mapping: ["{{ tasks.a.output }}", "{{ tasks.b.output }}"] }
  `;

  test('what started them starts the container', () => {
    const after = wrapSame(fan, ['a', 'b'], 'parallel');
    expect(after).toContain('on_success: { next: parallel }');
    expect(after).toContain('    on_success:\n      next: z\n  - id: z');
  });

  test('connections between them are refused, or go', () => {
    expect(refusalOf(CHAIN, (it) => wrapInContainer(it, { ids: ['b', 'c'], type: 'parallel' }))).toBe(
      'SIBLING_IN_PARALLEL',
    );
    const linked = 'tasks:\n  - id: a\n    type: map\n    on_success: { next: b }\n  - id: b\n    type: map\n';
    expect(editText(linked, (it) => wrapInContainer(it, { ids: ['a', 'b'], type: 'parallel', heal: true })).text).toBe(
      'tasks:\n  - id: parallel\n    type: parallel\n    tasks:\n      - id: a\n        type: map\n        with: "{{ workflow.input }}"\n      - id: b\n        type: map\n',
    );
  });

  test('a follower that would run once instead of twice is refused', () => {
    const twice = fan.replace('    join: all\n', '');
    expect(refusalOf(twice, (it) => wrapInContainer(it, { ids: ['a', 'b'], type: 'parallel' }))).toBe('SEVERAL_EXITS');
  });

  test('what is read of the container around them is read deeper', () => {
    const nested = yaml`
      outputs: { all: "{{ tasks.ops.output.a }} {{ tasks['ops']['output']['b'].x }}" }
      tasks:
        - id: ops
          type: parallel
          tasks:
            - { id: a, type: map, config: { mapping: 1 } }
            - { id: b, type: map, config: { mapping: { x: 2 } } }
    `;
    const after = wrapSame(nested, ['a', 'b']);
    expect(after).toContain('"{{ tasks.ops.output.group.a }} {{ tasks.ops.output.group.b.x }}"');
  });
});

describe('refuses with a message what a container cannot express', () => {
  const branching = yaml`
    tasks:
      - id: a
        type: decision
        config: { routes: { x: b, y: c } }
      - id: b
        type: basic
        on_success: { next: d }
        on_error: { next: e }
      - id: c
        type: basic
        on_success: { next: f }
      - { id: d, type: basic }
      - { id: e, type: basic }
      - id: f
        type: composite
        tasks:
          - { id: p, type: basic }
          - { id: q, type: basic }
          - { id: r, type: basic }
  `;

  test('two ways in, two ways out, an error that only one of them handles', () => {
    expect(refused(branching, ['b', 'c', 'd', 'e', 'f'])).toBe('SEVERAL_ENTRIES');
    expect(refused(branching, ['a', 'b', 'c', 'e'])).toBe('SEVERAL_EXITS');
    expect(refused(branching, ['a', 'b', 'c', 'd', 'f'])).toBe('SEVERAL_EXITS');
    expect(refused(branching, ['a', 'b', 'e'])).toBe('SEVERAL_EXITS');
  });

  test('tasks of several lists, and tasks apart where list order counts', () => {
    expect(refused(branching, ['a', 'p'])).toBe('NOT_SIBLINGS');
    expect(refused(branching, ['p', 'r'])).toBe('NOT_NEIGHBOURS');
    expect(refused(branching, [])).toBe('NOTHING_SELECTED');
  });

  test('data that only the source can see', () => {
    const reads = CHAIN.replace('{{ output.n + 1 }}', '{{ input.n }}');
    expect(refused(reads, ['b', 'c'])).toBe('NOT_EXPRESSIBLE');
    expect(refused(CHAIN.replace('n: "{{ output.n }}"', 'n: "{{ event.duration }}"'), ['b', 'c'])).toBe(
      'NOT_EXPRESSIBLE',
    );
  });
});

test('an error that all share becomes the error of the container', () => {
  const text = yaml`
    outputs: { e: "{{ tasks.e.output }}" }
    tasks:
      - id: a
        type: map
        on_success: { next: b }
        on_error: { next: e }
      - id: b
        type: basic
        use: core:raise
        with: { message: no }
        on_error: { next: e }
      - id: e
        type: map
        config: { mapping: "{{ error.code }}" }
  `;
  const after = wrapSame(text, ['a', 'b']);
  expect(after).toContain('    on_error:\n      next: e\n  - id: e');
});

test('a task that nothing leads to does not run in the body either, whatever its neighbours do with errors', () => {
  const text = yaml`
    outputs: { a: "{{ tasks.a.output }}", b: "{{ tasks.b.output }}" }
    tasks:
      - { id: a, type: map, on_error: { next: e } }
      - { id: b, type: map, on_error: { next: e } }
      - { id: e, type: map }
  `;
  expect(wrapSame(text, ['a', 'b'])).toMatch(/id: a, .*on_success: \{ ?next: end ?\}/);
});

test('the container takes the place of the cards', () => {
  const layout = {
    ...EMPTY_LAYOUT,
    positions: new Map([
      ['b', { x: 100, y: 50 }],
      ['c', { x: 80, y: 90 }],
    ]),
  };
  const after = editText(CHAIN, (it) => wrapInContainer(it, { ids: ['b', 'c'], type: 'composite', layout }), layout);
  expect(Object.fromEntries(after.layout?.positions ?? [])).toEqual({
    b: { x: 20, y: 0 },
    c: { x: 0, y: 40 },
    group: { x: 80, y: 50 },
  });
});
