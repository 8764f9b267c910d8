import { describe, expect, test } from 'vitest';
import { analyze } from '../../graph/index.ts';
import { editText, refusalOf, runScript, yaml } from '../../testing/index.ts';
import { EMPTY_LAYOUT } from '../../text/index.ts';
import { unwrapContainer } from './unwrapContainer.ts';
import { wrapInContainer } from './wrapInContainer.ts';

function outputOf(text: string) {
  const { view } = runScript(text, { input: { n: 5 } });
  return { status: view.status, output: view.output };
}

/** The text after, proved to give the same when it runs. */
function unwrapSame(text: string, id = 'box'): string {
  const after = editText(text, (it) => unwrapContainer(it, { id })).text;
  expect(outputOf(after), after).toEqual(outputOf(text));
  return after;
}

const composite = yaml`
  outputs: { d: "{{ tasks.d.output }}", b: "{{ tasks.box.output.b.n }}" }
  tasks:
    - id: a
      type: map
      on_success: { next: box }

    # the box
    - id: box
      name: A box
      type: composite
      tasks:
        # doubles
        - id: b
          type: map
          config: { mapping: { n: "{{ workflow.input.n * 2 }}" } }
        - id: pick   # a choice
          type: decision
          config:
            condition: "{{ tasks.b.output.n > 5 }}"
            routes: { true: end }
        - { id: c, type: map }
      on_success:
        next: d
        with:
          # what b gave
          n: "{{ output.b.n }}"

    - id: d
      type: map
`;

describe('a composite', () => {
  test('is replaced by its tasks, in the order of the list', () => {
    expect(unwrapSame(composite)).toBe(yaml`
      outputs: { d: "{{ tasks.d.output }}", b: "{{ tasks.b.output.n }}" }
      tasks:
        - id: a
          type: map
          on_success: { next: b }

        # the box
        # doubles
        - id: b
          type: map
          config: { mapping: { n: "{{ workflow.input.n * 2 }}" } }
          on_success:
            next: pick

        - id: pick   # a choice
          type: decision
          config:
            condition: "{{ tasks.b.output.n > 5 }}"
            routes: { true: {next: d, with: {n: "{{ tasks.b.output.n }}"}} }

        - { id: c, type: map, on_success: {next: d, with: {n: "{{ tasks.b.output.n }}"}} }

        - id: d
          type: map
    `);
  });

  test('its error is handled by each task that handles none', () => {
    const text = yaml`
      outputs: { e: "{{ tasks.e.output }}" }
      tasks:
        - id: box
          type: composite
          tasks:
            - id: a
              type: basic
              use: core:raise
              with: { message: no }
            - { id: b, type: map }
          on_error: { next: e }
        - id: e
          type: map
          config: { mapping: "{{ error.code }}" }
    `;
    const after = unwrapSame(text);
    expect(after).toContain('    with: { message: no }\n    on_success:\n      next: b\n    on_error: { next: e }\n');
    expect(after).toContain('- { id: b, type: map, on_error: { next: e } }');
  });

  test('inside another composite the order of the list continues', () => {
    const text = yaml`
      outputs: { b: "{{ tasks.b.output }}" }
      tasks:
        - id: outer
          type: composite
          tasks:
            - { id: a, type: map, config: { mapping: 1 } }
            - id: box
              type: composite
              tasks:
                - { id: x, type: map, config: { mapping: 2 } }
                - { id: y, type: map, config: { mapping: 3 } }
            - { id: b, type: map, config: { mapping: "{{ tasks.y.output }}" } }
    `;
    expect(unwrapSame(text)).toContain(
      '- { id: x, type: map, config: { mapping: 2 } }\n      - { id: y, type: map, config: { mapping: 3 } }\n      - { id: b',
    );
  });
});

test('operations of a parallel task start together, and what follows waits for all', () => {
  const text = yaml`
    outputs: { z: "{{ tasks.z.output }}" }
    tasks:
      - id: s
        type: map
        on_success: { next: box }
      - id: box
        type: parallel
        tasks:
          - { id: a, type: map, config: { mapping: 1 } }
          - { id: b, type: map, config: { mapping: 2 } }
        on_success: { next: z, with: { a: "{{ output.a }}", b: "{{ output['b'] }}" } }
      - id: z
        type: map
  `;
  expect(unwrapSame(text)).toBe(yaml`
    outputs: { z: "{{ tasks.z.output }}" }
    tasks:
      - id: s
        type: map
        on_success: { next: [a, b] }
      - { id: a, type: map, config: { mapping: 1 }, on_success: {next: z, with: { a: "{{ tasks.a.output }}", b: "{{ tasks.b.output }}" }} }
      - { id: b, type: map, config: { mapping: 2 }, on_success: {next: z, with: { a: "{{ tasks.a.output }}", b: "{{ tasks.b.output }}" }} }
      - id: z
        type: map
        join: all
  `);
});

test('undoes a wrapping', () => {
  const text = yaml`
    outputs: { c: "{{ tasks.c.output }}" }
    tasks:
      - id: a
        type: map
        on_success: { next: b }
      # second
      - id: b
        type: map
        config: { mapping: 1 }
        on_success:
          next: c
      - id: c
        type: map
        config: { mapping: "{{ tasks.b.output }}" }
  `;
  const wrapped = editText(text, (it) => wrapInContainer(it, { ids: ['b'], type: 'composite', id: 'box' })).text;
  expect(editText(wrapped, (it) => unwrapContainer(it, { id: 'box' })).text).toBe(text);
});

const refused = (text: string) => refusalOf(text, (it) => unwrapContainer(it, { id: 'box' }));
const message = (text: string) => {
  const result = unwrapContainer(analyze('t.yaml', text), { id: 'box' });
  return result.ok ? '' : result.error.message;
};

test('refuses with a message what its tasks cannot express without it', () => {
  expect(refused(composite.replace('type: composite', 'type: collection'))).toBe('NOT_EXPRESSIBLE');
  expect(message(composite.replace('name: A box', 'config: { timeout: 5s }'))).toContain('config.timeout');
  expect(message(composite.replace('name: A box', 'retry: { attempts: 1 }'))).toContain('retry');
  expect(message(composite.replace('name: A box', 'on_start: { next: d }'))).toContain('on_start');
  expect(message(composite.replace('n: "{{ output.b.n }}"', 'n: "{{ output }}"'))).toContain('output as a whole');
  expect(refused(composite.replace('{{ tasks.box.output.b.n }}', '{{ tasks.box.status }}'))).toBe('STILL_READ');
  const status = message(composite.replace('{{ tasks.box.output.b.n }}', '{{ tasks.box.status }}'));
  expect(status).toMatch(/^“tasks\.box\.status” is read in (?:“[a-z_.]+” of “[a-z]+”|the workflow's “[a-z.]+”), and/);
  expect(refused('tasks:\n  - { id: box, type: composite }\n')).toBe('NOT_EXPRESSIBLE');
  expect(refused('tasks:\n  - { id: box, type: basic }\n')).toBe('NOT_EXPRESSIBLE');
  const start = 'tasks:\n  - id: box\n    type: parallel\n    tasks: [{id: a, type: map}, {id: b, type: map}]\n';
  expect(message(start)).toContain('is the start');
  expect(refused(start.replace('box', 'other'))).toBe('UNKNOWN_TASK');
});

test('refuses where a task would get more of the input of the run than inside', () => {
  const text = yaml`
    schema: { input: { type: object, properties: { n: { type: number } } } }
    outputs: { a: "{{ tasks.a.output }}" }
    tasks:
      - id: box
        type: composite
        tasks:
          - { id: a, type: map }
  `;
  expect(message(text)).toContain('“a” would get “n” of the run');
  expect(unwrapSame(text.replace('type: map', 'type: map, with: { n: 1 }'))).toContain(
    '- { id: a, type: map, with: { n: 1 } }',
  );
  expect(unwrapSame(text.replace('type: map', 'type: map, with: "{{ workflow.input }}"'))).not.toContain('box');
});

test('refuses where what the container around gives is read as a whole', () => {
  const text = yaml`
    outputs: { all: "{{ tasks.outer.output }}" }
    tasks:
      - id: outer
        type: composite
        tasks:
          - id: box
            type: composite
            tasks:
              - { id: a, type: map }
  `;
  expect(refused(text)).toBe('STILL_READ');
  expect(refused(text.replace('outer.output', 'outer.output.box.a'))).toBeNull();
  const deeper = yaml`
    outputs: { all: "{{ tasks.top.output.outer }}" }
    tasks:
      - id: top
        type: composite
        tasks:
          - id: outer
            type: composite
            tasks:
              - id: box
                type: composite
                tasks:
                  - { id: a, type: map }
              - { id: b, type: map }
  `;
  expect(refused(deeper)).toBe('STILL_READ');
  expect(refused(deeper.replace('output.outer', 'output.outer.b'))).toBeNull();
});

test('the cards stay where they are drawn', () => {
  const positions = new Map([
    ['box', { x: 100, y: 50 }],
    ['b', { x: 10, y: 20 }],
  ]);
  const layout = { positions, collapsed: new Set(['box']) };
  const after = editText(composite, (it) => unwrapContainer(it, { id: 'box', layout }), layout);
  expect(after.layout).toEqual({ ...EMPTY_LAYOUT, positions: new Map([['b', { x: 110, y: 70 }]]) });
});

test('with CRLF', () => {
  const after = unwrapSame(composite.replaceAll('\n', '\r\n'));
  expect(after).toBe(unwrapSame(composite).replaceAll('\n', '\r\n'));
});
