import { describe, expect, test } from 'vitest';
import { checkAnalysis } from '../../check/index.ts';
import { analyze } from '../../graph/index.ts';
import { yaml } from '../../testing/index.ts';
import { resolve } from './MergeConflict.ts';
import { mergeWorkflows } from './mergeWorkflows.ts';

const BASE = yaml`
  agents:
    - id: clerk
      use: core:agent
      config: { provider: mock, model: small }
      actions:
        - id: answer
          instructions: Answer the customer in two sentences.
          output: { type: object }
  tasks:
    # Gets the order.
    - id: fetch
      type: basic
      use: core:http
      with: { url: 'https://a.example/orders' }
      on_success: { next: reply }
    - id: reply
      type: basic
      use: agent:clerk
      action: answer
      with:
        prompt: 'Say that {{ tasks.fetch.output.body }} has come'
`;

/** A task that reads and leads to another one. */
const reader = (id: string): string =>
  yaml`
  - id: late
    type: basic
    use: core:log
    with: { message: 'Got {{ tasks.${id}.output.status }}' }
    on_error: { next: ${id} }
`
    .replaceAll(/^/gm, '  ')
    .trimEnd() + '\n';

function errorsIn(text: string): readonly string[] {
  return checkAnalysis(analyze('w.yaml', text))
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);
}

describe('a rename', () => {
  test('of a task reaches the references that the other side adds', () => {
    const ours = BASE.replaceAll('fetch', 'load');
    const merge = mergeWorkflows({ base: BASE, ours, theirs: BASE + reader('fetch') });
    expect(merge.conflicts).toEqual([]);
    expect(merge.text).toBe(ours + reader('load'));
    const other = mergeWorkflows({ base: BASE, ours: BASE + reader('fetch'), theirs: ours });
    expect([other.conflicts, other.text]).toEqual([[], ours + reader('load')]);
  });

  test('of an agent and its action reaches the tasks that the other side adds', () => {
    const ours = BASE.replaceAll('clerk', 'helper').replaceAll(/\banswer\b/g, 'reply_to');
    const added = '  - { id: more, type: basic, use: "agent:clerk", action: answer }\n';
    const { text, conflicts } = mergeWorkflows({ base: BASE, ours, theirs: BASE + added });
    expect(conflicts).toEqual([]);
    expect(text).toBe(`${ours}  - { id: more, type: basic, use: "agent:helper", action: reply_to }\n`);
  });

  test('on both sides to two names is one conflict, and all that names it follows the choice', () => {
    const [ours, theirs] = [BASE.replaceAll('fetch', 'load'), BASE.replaceAll('fetch', 'get') + reader('get')];
    const merge = mergeWorkflows({ base: BASE, ours, theirs });
    expect(merge.conflicts).toMatchObject([{ kind: 'name', base: 'fetch', ours: 'load', theirs: 'get' }]);
    expect(merge.text).toBe(ours + reader('load'));
    expect(resolve(merge, ['theirs'])).toBe(theirs);
    expect(resolve(merge, [{ text: 'take' }])).toBe(BASE.replaceAll('fetch', 'take') + reader('take'));
  });

  test('to a name that the other side gave to a new task leaves both, and says so', () => {
    const ours = BASE.replaceAll('fetch', 'late');
    const merge = mergeWorkflows({ base: BASE, ours, theirs: BASE + reader('fetch') });
    expect(merge.conflicts).toMatchObject([{ kind: 'name', base: null, ours: 'late', theirs: 'late-2' }]);
    expect(merge.text).toBe(ours + reader('late').replace('id: late', 'id: late-2'));
  });
});

test('a reference to what the other side removed is a conflict, with the side that still has it', () => {
  const base = BASE.replace('has come', 'came').replace('{{ tasks.fetch.output.body }}', 'it');
  const ours = `${base}  - id: last\n    type: basic\n    with:\n      a: '{{ tasks.fetch.output }}'\n      b: 1\n`;
  const theirs = base.replace(/ {2}# Gets[\s\S]*?(?= {2}- id: reply)/, '');
  const merge = mergeWorkflows({ base, ours, theirs });
  expect(errorsIn(ours).length + errorsIn(theirs).length).toBe(0);
  expect(merge.conflicts).toMatchObject([
    { kind: 'check', path: ['tasks', 'last', 'with', 'a'], theirs: null, answers: ['ours', 'theirs'] },
  ]);
  expect(errorsIn(resolve(merge, ['theirs']))).toEqual([]);
  expect(resolve(merge, ['theirs'])).toContain('    with:\n      b: 1\n');
});

function cut(text: string, range: { start: number; end: number } | null | undefined): string {
  return text.slice(range?.start, range?.end);
}

test('places of conflicts are those of the texts that were given', () => {
  const ours = BASE.replaceAll('fetch', 'a-longer-name').replace('has come', 'came');
  const theirs = BASE.replace('has come', 'arrived');
  const [conflict] = mergeWorkflows({ base: BASE, ours, theirs }).conflicts;
  expect(cut(ours, conflict?.ranges.ours)).toBe("'Say that {{ tasks.a-longer-name.output.body }} came'");
  expect(cut(theirs, conflict?.ranges.theirs)).toBe("'Say that {{ tasks.fetch.output.body }} arrived'");
});

describe('a task that one side wraps', () => {
  const exit = '    on_success: { next: reply }\n';
  const wrapped = BASE.replace(
    /  - id: fetch[\s\S]*?on_success: \{ next: reply \}\n/,
    yaml`
    - id: box
      type: composite
      tasks:
        - id: fetch
          type: basic
          use: core:http
          with: { url: 'https://a.example/orders' }
      on_success: { next: reply }
    `.replaceAll(/^(?=.)/gm, '  '),
  );

  test.each([
    ['ours', wrapped, BASE.replace(exit, '')],
    ['theirs', BASE.replace(exit, ''), wrapped],
  ])(
    'loses the exit that the other side took away, also where its container has it now: wrapped in %s',
    (_, ours, theirs) => {
      const { text, conflicts } = mergeWorkflows({ base: BASE, ours, theirs });
      expect(conflicts).toEqual([]);
      expect(text).toBe(wrapped.replace('    on_success: { next: reply }\n', ''));
    },
  );

  test('keeps the exit where the other side changed something else', () => {
    const ours = BASE.replace('orders', 'order');
    expect(mergeWorkflows({ base: BASE, ours, theirs: wrapped }).text).toBe(wrapped.replace('orders', 'order'));
  });
});

test('a warning that was there before is no conflict, whatever else its sentence lists now', () => {
  const base = yaml`
    tasks:
      - id: sum
        type: map
        config:
          mapping:
            a: 1
        on_success: { next: read }
      - { id: read, type: map, config: { mapping: { v: "{{ tasks.sum.output.gone }}" } } }
  `;
  const ours = base.replace('a: 1', 'a: 1\n        b: 2');
  const theirs = base.replace('mapping:\n        a: 1', 'mapping:\n        c: 0\n        a: 1');
  const merged = mergeWorkflows({ base, ours, theirs });
  expect([ours, theirs]).not.toContain(base);
  expect([merged.conflicts, merged.findings]).toEqual([[], []]);
});
