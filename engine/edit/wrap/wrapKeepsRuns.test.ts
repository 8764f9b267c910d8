import { describe, expect, test } from 'vitest';
import { checkAnalysis } from '../../check/index.ts';
import { analyze } from '../../graph/index.ts';
import { editText, refusalOf, runScript, yaml } from '../../testing/index.ts';
import { CHAIN, outputOf, refused, wrapSame } from '../../testing/wrapping.ts';
import { unwrapContainer } from './unwrapContainer.ts';
import { wrapInContainer } from './wrapInContainer.ts';

describe('what a task got at its place it gets inside', () => {
  const failing = yaml`
    outputs: { e: "{{ tasks.e.output }}" }
    tasks:
      - id: a
        type: basic
        use: core:raise
        with: { message: no }
        on_error: { next: e }
      - id: e
        type: map
        config:
          mapping: { code: "{{ error.code }}", all: "{{ event.error.message }}", from: "{{ tasks.a.status }}" }
        on_error: { next: end, with: { code: "{{ error.code }}" } }
  `;
  const fails = { answers: { a: { error: 'EXECUTION_ERROR' } } };

  test('the error that led to it is read of the task that failed; its own error stays its own', () => {
    const after = editText(failing, (it) => wrapInContainer(it, { ids: ['e'], type: 'composite' })).text;
    expect(after).toContain('mapping: { code: "{{ tasks.a.error.code }}", all: "{{ tasks.a.error.message }}",');
    expect(after).toContain('with: { code: "{{ error.code }}" }');
    expect(runScript(after, fails).view.output).toEqual(runScript(failing, fails).view.output);
    expect(runScript(after, fails).view.output).toMatchObject({ e: { code: 'EXECUTION_ERROR' } });
  });

  test('is refused where two tasks lead to it, or what it reads of the event is nowhere else', () => {
    const two = failing.replace('config:', 'on_success: { next: e }\n    config:');
    expect(refused(two, ['e'])).toBe('NOT_EXPRESSIBLE');
    expect(refused(failing.replace('event.error.message', 'event.attempt'), ['e'])).toBe('NOT_EXPRESSIBLE');
    expect(refused(failing.replace('config:', 'on_complete: { with: { e: "{{ error }}" } }\n    config:'), ['e'])).toBe(
      'NOT_EXPRESSIBLE',
    );
  });

  test('the input of the run: as a whole, or the keys that it reads and those that are declared', () => {
    const start = yaml`
      schema: { input: { type: object, properties: { n: { type: number }, m: { default: 7 } } } }
      outputs: { a: "{{ tasks.a.output }}" }
      tasks:
        - id: a
          type: map
          with: { own: "{{ input.n }}" }
    `;
    expect(refused(start, ['a'])).toBe('NOT_EXPRESSIBLE');
    const required = start.replace('object, properties', 'object, required: [n], properties');
    expect(wrapSame(required, ['a'])).toContain(
      'with: { n: "{{ workflow.input.n }}", m: "{{ workflow.input.m }}", own: "{{ workflow.input.n }}" }',
    );
    const reads = start.replace('with:', 'config: { mapping: "{{ input.k ?? input.n }}" }\n    with:');
    expect(wrapSame(reads, ['a'])).toContain('with: { k: "{{ workflow.input.k }}", n: "{{ workflow.input.n }}", own:');
    expect(refused(required.replace('{ own: "{{ input.n }}" }', '"{{ env.A }}"'), ['a'])).toBe('NOT_EXPRESSIBLE');
    const whole = start.replace('{ own: "{{ input.n }}" }', '"{{ workflow.input }}"');
    expect(wrapSame(whole, ['a'])).toContain('with: "{{ workflow.input }}"');
  });

  test('the input of the run that a handler reads of its event', () => {
    const text = yaml`
      outputs: { b: "{{ tasks.b.output }}" }
      tasks:
        - id: a
          type: map
          config: { mapping: { x: 1 } }
          with: { own: 1 }
          on_start: { next: b, with: { n: "{{ event.input.n }}" } }
        - { id: b, type: basic }
    `;
    expect(wrapSame(text, ['a', 'b'])).toContain('with: { n: "{{ workflow.input.n }}", own: 1 }');
    // Of a collection `with` is what each item gets, and not its own input.
    expect(refused(text.replace('map', 'collection').replace('mapping: { x: 1 }', 'items: [1]'), ['a', 'b'])).toBe(
      'NOT_EXPRESSIBLE',
    );
  });

  test.each(['type: parallel', 'type: composite', 'type: parallel, tasks: []'])(
    'the input of the run, which a start that holds no tasks gives as it is: %s',
    (start) => {
      const text = `outputs: { a: "{{ tasks.a.output }}" }\ntasks:\n  - { id: a, ${start} }\n`;
      expect(outputOf(text).output).toEqual({ a: { n: 5 } });
      expect(wrapSame(text, ['a'])).toContain('with: "{{ workflow.input }}"');
    },
  );

  test('data that is one template, on the way in and out', () => {
    const text = CHAIN.replace('\n        n: "{{ output.n + 1 }}"', ' "{{ output }}"').replace(
      '{ n: "{{ output.n }}", b: "{{ tasks.b.output.n }}" }',
      '"{{ output }}"',
    );
    const after = wrapSame(text, ['b', 'c']);
    expect(after).toContain('with: "{{ tasks.a.output }}"');
    expect(after).toContain('with: "{{ output.c }}"');
    const both = text.replace('id: b\n', 'id: b\n    with: { k: 1 }\n');
    expect(refused(both, ['b', 'c'])).toBe('NOT_EXPRESSIBLE');
  });

  test('but not what its own “with” reads of the data that is passed to it', () => {
    expect(refused(CHAIN.replace('id: b\n', 'id: b\n    with: { k: "{{ input.n }}" }\n'), ['b', 'c'])).toBe(
      'NOT_EXPRESSIBLE',
    );
  });
});

const wrap = (text: string, ids: readonly string[], type: 'composite' | 'parallel' = 'parallel') =>
  refusalOf(text, (it) => wrapInContainer(it, { ids, type }));
const list = (type: string, tasks: string, more = '') =>
  `tasks:\n  - id: box\n    type: ${type}\n${more}    tasks:\n      - ${tasks.split('; ').join('\n      - ')}\n`;

describe('what would run or give something else is refused', () => {
  test('operations that nothing leads to, that come one after the other, or that end the list around them', () => {
    const idle = 'tasks:\n  - { id: a, type: map }\n  - { id: b, type: map }\n';
    expect(wrap(idle, ['a', 'b'])).toBe('SEVERAL_ENTRIES');
    expect(
      editText(idle, (it) => wrapInContainer(it, { ids: ['a', 'b'], type: 'parallel', heal: true })).text,
    ).toContain('parallel');
    const order = list('composite', '{ id: a, type: map }; { id: b, type: map }');
    expect(wrap(order, ['a', 'b'])).toBe('SIBLING_IN_PARALLEL');
    expect(wrap(order, ['a'])).toBeNull();
    const ending = list('composite', '{ id: a, type: map, on_error: { next: end } }; { id: b, type: map }');
    expect(wrap(ending, ['a'])).toBe('SEVERAL_EXITS');
    const always = list('composite', '{ id: a, type: map, on_success: { next: end } }; { id: b, type: map }');
    const after = editText(always, (it) => wrapInContainer(it, { ids: ['a'], type: 'composite' })).text;
    expect(after).toContain(
      '          - { id: a, type: map, on_success: { next: end } }\n        on_success:\n          next: end\n',
    );
  });

  test('a task that leads on by one route and ends by another', () => {
    const loop = `tasks:
  - { id: count, type: basic, on_success: { next: more } }
  - { id: more, type: decision, config: { condition: "{{ tasks.count.output.n < 3 }}", routes: { true: count, false: end } } }
`;
    expect(wrap(loop, ['more'])).toBe('SEVERAL_EXITS');
    expect(wrap(loop, ['more'], 'composite')).toBe('SEVERAL_EXITS');
  });

  test('a key that may be missing, of an input that is passed on as a whole', () => {
    const text =
      'tasks:\n  - { id: a, type: map, with: { k: 1 }, on_success: { next: end, with: { n: "{{ input.n }}" } } }\n';
    expect(wrap(text, ['a'])).toBe('NOT_EXPRESSIBLE');
    expect(wrap(text.replace('type: map', 'type: map, config: { mapping: x }'), ['a'])).toBeNull();
  });

  test('what is read as a whole, or item by item, of the container around', () => {
    const whole = `outputs: { all: "{{ tasks.box.output }}" }\n${list('parallel', '{ id: a, type: map }; { id: b, type: map }')}`;
    expect(wrap(whole, ['a'], 'composite')).toBe('NOT_EXPRESSIBLE');
    expect(wrap(whole.replace('box.output', 'box.output.b'), ['a'], 'composite')).toBeNull();
    expect(wrap(whole.replace('box.output', 'box.status'), ['a'], 'composite')).toBeNull();
    const items = list('collection', '{ id: a, type: map }', '    config: { items: [1] }\n');
    expect(wrap(items, ['a'], 'composite')).toBeNull();
    expect(wrap(`outputs: { x: "{{ tasks.box.output[0].x }}" }\n${items}`, ['a'], 'composite')).toBe('NOT_EXPRESSIBLE');
  });

  test.each([
    ['outer.output', 'NOT_EXPRESSIBLE'],
    ['outer.output.box', 'NOT_EXPRESSIBLE'],
    ['outer.output.box.a.n', 'NOT_EXPRESSIBLE'],
    ['outer.output[outer.output.key].n', 'NOT_EXPRESSIBLE'],
    ['outer.output.box.b', null],
    ['outer.output.other', null],
    ['outer.status', null],
  ])('what is read of a container further out, as %s', (read, code) => {
    const text = yaml`
      outputs: { x: "{{ tasks.${read.replace('[outer', '[tasks.outer')} }}" }
      tasks:
        - id: outer
          type: composite
          tasks:
            - { id: other, type: map }
            - id: box
              type: composite
              tasks:
                - { id: a, type: map }
                - { id: b, type: map }
    `;
    expect(wrap(text, ['a'], 'composite')).toBe(code);
  });

  test('what a task in a loop reads of itself, and what a loop leads to in each round', () => {
    const rounds = yaml`
      tasks:
        - { id: count, type: map, config: { mapping: { n: "{{ (tasks.count.output.n ?? 0) + 1 }}" } }, on_success: { next: again } }
        - { id: again, type: decision, config: { condition: "{{ tasks.count.output.n < 3 }}", routes: { true: count }, default: { next: end } } }
    `;
    expect(wrap(rounds, ['count'], 'composite')).toBe('NOT_EXPRESSIBLE');
    expect(wrap(rounds.replace('tasks.count.output.n ??', 'input.n ??'), ['count'], 'composite')).toBeNull();
    expect(wrap(rounds, ['count', 'again'], 'composite')).toBeNull();
    const both = yaml`
      tasks:
        - { id: read, type: map, on_success: { next: sort } }
        - { id: sort, type: map, on_success: { next: [read, out] } }
        - { id: out, type: map }
    `;
    expect(wrap(both, ['read', 'sort'], 'composite')).toBe('SEVERAL_EXITS');
    expect(wrap(both.replace('[read, out]', 'out'), ['read', 'sort'], 'composite')).toBeNull();
  });

  test('a task of a list that never comes to its turn', () => {
    const text = list('composite', '{ id: a, type: map, on_success: { next: end } }; { id: b, type: map }');
    expect(wrap(text, ['a', 'b'], 'parallel')).not.toBeNull();
  });

  test('items that get the input of the run', () => {
    const items = 'tasks:\n  - { id: a, type: collection, config: { items: [1] } }\n';
    expect(wrap(items, ['a'], 'composite')).toBe('NOT_EXPRESSIBLE');
    expect(wrap(items.replace('config', 'with: { n: "{{ item }}" }, config'), ['a'], 'composite')).toBeNull();
  });
});

test('a list that goes on after an error does so inside, and calls for each task are kept', () => {
  const text = yaml`
    outputs: { b: "{{ tasks.b.output }}" }
    tasks:
      - id: box
        type: composite
        config: { error_handling: continue }
        tasks:
          - { id: a, type: basic, use: core:raise, with: { message: no } }
          - { id: b, type: map, config: { mapping: 1 } }
  `;
  const after = wrapSame(text, ['a', 'b']);
  expect(after).toContain('error_handling: continue\n');
  expect(refusalOf(after, (it) => unwrapContainer(it, { id: 'group' }))).toBe('NOT_EXPRESSIBLE');
  const calling = text.replace('config:', 'on_task_start: { next: log }\n    config:');
  expect(refused(`${calling}  - { id: log, type: basic }\n`, ['a'])).toBe('NOT_EXPRESSIBLE');
});

test('a task that reads which operation it is stays one', () => {
  const text = list(
    'parallel',
    '{ id: a, type: map, config: { mapping: "{{ operation_id }}" } }; { id: b, type: map }',
  );
  expect(wrap(text, ['a'], 'composite')).toBe('NOT_EXPRESSIBLE');
  expect(wrap(text, ['b'], 'composite')).toBeNull();
  expect(refusalOf(text, (it) => unwrapContainer(it, { id: 'box' }))).toBe('NOT_EXPRESSIBLE');
});

test.each([
  [
    'of the operations of a parallel task in it',
    'type: parallel, tasks: [{ id: x, type: map, config: { mapping: "{{ operation_id }}" } }]',
  ],
  [
    'of a parallel task in a task in it',
    'type: composite, tasks: [{ id: q, type: parallel, tasks: [{ id: x, type: map, config: { mapping: "{{ operation_id }}" } }] }]',
  ],
  ['of itself, its one operation', 'type: parallel, with: { own: "{{ operation_id }}" }'],
])('a task may read which operation it is: %s', (_, task) => {
  const text = `outputs: { p: "{{ tasks.p.output }}" }\ntasks:\n  - { id: s, type: map, on_success: { next: p } }\n  - { id: p, ${task} }\n`;
  const after = wrapSame(text, ['p'], 'parallel');
  expect(JSON.stringify(outputOf(after).output)).toMatch(/"[xp]"/);
});

test('a handler of a task reads which operation the task is of the one around', () => {
  const text = list(
    'parallel',
    '{ id: a, type: parallel, on_complete: { with: { n: "{{ operation_id }}" } } }; { id: b, type: map }',
  );
  expect(wrap(text, ['a'], 'composite')).toBe('NOT_EXPRESSIBLE');
});

test('what starts its tasks together does not stop at the first that fails', () => {
  const text = yaml`
    tasks:
      - id: around
        type: composite
        config: { error_handling: continue }
        tasks:
          - id: box
            type: parallel
            tasks: [{ id: a, type: map }, { id: b, type: map }]
          - { id: c, type: map }
  `;
  const refused = unwrapContainer(analyze('t.yaml', text), { id: 'box' });
  expect(refused).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('starts its tasks together; in the list around it') },
  });
});

test('the data of the task before in the list stays there', () => {
  const text = yaml`
    outputs: { b: "{{ tasks.b.output }}" }
    tasks:
      - id: box
        type: composite
        tasks:
          - { id: a, type: map, with: { page: 1 } }
          - { id: b, type: map, with: { file: "{{ tasks.a.output }}" } }
  `;
  const after = wrapSame(text, ['b']);
  expect(after).toContain('- { id: a, type: map, with: { page: 1 } }');
  expect(after).toContain('- { id: b, type: map, with: { file: "{{ tasks.a.output }}" } }');
});

test('what is written for the start passes the check', () => {
  const text = 'tasks:\n  - id: a\n    type: map\n  - id: b\n    type: map\n';
  const after = editText(text, (it) => wrapInContainer(it, { ids: ['a'], type: 'composite' })).text;
  expect(after).toContain('with: "{{ workflow.input }}"');
  const errors = checkAnalysis(analyze('t.yaml', after)).filter(({ severity }) => severity === 'error');
  expect(errors).toEqual([]);
});

test('what a decision leads to where no route matches still keeps it from an error', () => {
  const text = yaml`
    outputs: { c: "{{ tasks.c.output }}" }
    tasks:
      - { id: a, type: decision, config: { condition: "{{ 1 }}", routes: { x: c } }, on_success: { next: c } }
      - { id: c, type: map }
  `;
  expect(wrapSame(text, ['a'])).toContain('on_success');
});
