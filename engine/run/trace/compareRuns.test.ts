import { describe, expect, test } from 'vitest';
import { effectView, runScript, type Script, yaml } from '../../testing/index.ts';
import { compareRuns, isDifferent, pairChildren, type RunComparison } from './compareRuns.ts';
import { planFrom } from './planRun.ts';
import type { ActivationView, RunView } from './RunView.ts';

function viewOf(text: string, script: Script = {}): RunView {
  return runScript(text, script).view;
}

/** Tasks that differ, as `id: what`; `only older`, `only newer`. */
function say({ tasks }: RunComparison): readonly string[] {
  return [...tasks.values()]
    .filter((task) => task.presence !== 'both' || task.differences.length > 0)
    .map(({ taskId, presence, differences }) =>
      presence === 'both' ? `${taskId}: ${differences.join(' ')}` : `${taskId}: only ${presence}`,
    );
}

const BRANCH = yaml`
  tasks:
    - id: ask
      type: basic
      use: core:http
      on_success: {next: good, with: {said: "{{ output }}"}}
      on_error: {next: bad}
    - {id: good, type: basic}
    - {id: bad, type: basic, on_success: {next: last}}
    - {id: last, type: basic}
`;

test('two runs that did the same have no difference, also where the clock says otherwise by a little', () => {
  const older = viewOf(BRANCH, { answers: { ask: { value: { a: 1, b: 2 }, after: 10 } } });
  const newer = viewOf(BRANCH, { answers: { ask: { value: { b: 2, a: 1 }, after: 900 } }, runId: 'other' });
  const compared = compareRuns(older, newer);
  expect(say(compared)).toEqual([]);
  expect([...compared.edges]).toEqual([]);
  expect([...compared.tasks.keys()]).toEqual(['ask', 'good']);
});

test('a task that was not run again did the same, and took the edges that it took then', () => {
  const script: Script = { answers: { ask: { value: 1 } } };
  const older = runScript(BRANCH, script);
  const newer = runScript(BRANCH, { ...script, plan: planFrom(older, 'good') });
  expect(newer.view.tasks.get('ask')?.pinned).toBe('reused');
  for (const compared of [compareRuns(older.view, newer.view), compareRuns(newer.view, older.view)]) {
    expect(say(compared)).toEqual([]);
    expect([...compared.edges]).toEqual([]);
  }
});

test('a task that answered otherwise, and what got that', () => {
  const older = viewOf(BRANCH, { answers: { ask: { value: 1 } } });
  const newer = viewOf(BRANCH, { answers: { ask: { value: 2 } } });
  expect(say(compareRuns(older, newer))).toEqual(['ask: output', 'good: output input']);
});

test('another route: tasks that ran in one only, and the edges that lead to them', () => {
  const older = viewOf(BRANCH, { answers: { ask: { value: 1 } } });
  const newer = viewOf(BRANCH, { answers: { ask: { error: 'EXECUTION_ERROR' } } });
  const compared = compareRuns(older, newer);
  expect(say(compared)).toEqual([
    'ask: status error output route',
    'bad: only newer',
    'last: only newer',
    'good: only older',
  ]);
  expect([...compared.edges]).toEqual([
    ['ask>on_error>bad', { older: 0, newer: 1 }],
    ['bad>on_success>last', { older: 0, newer: 1 }],
    ['ask>on_success>good', { older: 1, newer: 0 }],
  ]);
});

test('what took notably longer is reported, and is no difference of what was done', () => {
  const older = viewOf(BRANCH, { answers: { ask: { value: 1, after: 3000 } } });
  const newer = viewOf(BRANCH, { answers: { ask: { value: 1, after: 1500 } } });
  const compared = compareRuns(older, newer);
  expect(say(compared)).toEqual(['ask: duration']);
  expect([...compared.tasks.values()].filter(isDifferent)).toEqual([]);
  expect(say(compareRuns(older, viewOf(BRANCH, { answers: { ask: { value: 1, after: 2100 } } })))).toEqual([]);
});

test('retries count', () => {
  const text = yaml`
    tasks:
      - {id: ask, type: basic, use: core:http, retry: {attempts: 3, backoff: fixed, interval: 10ms}}
  `;
  const older = viewOf(text, { answers: { ask: { value: 1 } } });
  const newer = viewOf(text, { answers: { ask: [{ error: 'EXECUTION_ERROR' }, { value: 1 }] } });
  expect(say(compareRuns(older, newer))).toEqual(['ask: attempts']);
});

describe('activations match', () => {
  const LOOP = yaml`
    tasks:
      - {id: count, type: basic, use: core:http, on_success: {next: more}}
      - {id: more, type: decision, config: {condition: "tasks.count.output < workflow.input.rounds", routes: {true: count, false: end}}}
  `;
  const count = { count: (_call: unknown, round: number) => ({ value: round }) };

  test('round by round in a loop', () => {
    const older = viewOf(LOOP, { input: { rounds: 2 }, answers: count });
    const newer = viewOf(LOOP, { input: { rounds: 3 }, answers: count });
    const compared = compareRuns(older, newer);
    const counted = compared.tasks.get('count');
    expect(counted?.steps.map((step) => [step.older?.output ?? null, step.newer?.output ?? null])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [null, 3],
    ]);
    expect(counted?.presence).toBe('both');
    // What the run itself was given goes into its first task.
    expect(counted?.differences).toEqual(['input', 'steps', 'route']);
    expect(compared.edges.get('count>on_success>more')).toEqual({ older: 3, newer: 4 });
  });

  const ITEMS = yaml`
    tasks:
      - id: each
        type: collection
        tasks:
          - {id: ask, type: basic, use: core:http, with: {item: "{{ item }}"}, on_success: {next: keep}}
          - {id: keep, type: basic}
  `;
  const items: Script = { input: { items: ['a', 'b', 'c'] } };

  test('item by item in a collection, in whatever order they ended', () => {
    const older = viewOf(ITEMS, { ...items, answers: { ask: { value: 1, after: 5 } } });
    const newer = viewOf(ITEMS, {
      ...items,
      answers: { ask: (_call, count) => ({ value: count === 1 ? 2 : 1, after: 50 - count * 10 }) },
    });
    const { tasks } = compareRuns(older, newer);
    // The items come to the second task in the order in which the first one ended.
    expect(
      tasks.get('keep')?.steps.map((step) => [step.older?.operation?.index, step.newer?.operation?.index]),
    ).toEqual([
      [2, 2],
      [1, 1],
      [0, 0],
    ]);
    const ask = tasks.get('ask');
    expect(ask?.differences).toEqual(['output']);
    const said = ask?.steps.map((step) => [step.older?.operation?.index, step.newer?.operation?.index]);
    expect(said).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect(ask?.steps.map(({ differences }) => differences.length)).toEqual([0, 1, 0]);
  });

  test('items that only one run had', () => {
    const older = viewOf(ITEMS, { ...items, answers: { ask: { value: 1 } } });
    const newer = viewOf(ITEMS, { input: { items: ['a'] }, answers: { ask: { value: 1 } } });
    const compared = compareRuns(older, newer);
    const ask = compared.tasks.get('ask');
    expect(ask?.steps.map((step) => [step.older !== null, step.newer !== null])).toEqual([
      [true, true],
      [true, false],
      [true, false],
    ]);
    expect(ask?.differences).toEqual(['steps', 'route']);
    expect(compared.tasks.get('each')?.differences).toContain('output');
  });

  test('in containers inside containers', () => {
    const text = yaml`
      tasks:
        - id: outer
          type: collection
          tasks:
            - id: inner
              type: collection
              with: {items: "{{ item }}"}
              tasks:
                - {id: leaf, type: basic, use: core:http, with: {item: "{{ item }}"}}
    `;
    const input = { items: [[1, 2], [3]] };
    const older = viewOf(text, { input });
    const newer = viewOf(text, { input: { items: [[1, 2], [4]] } });
    const leaf = compareRuns(older, newer).tasks.get('leaf');
    expect(leaf?.steps.map(({ differences }) => differences)).toEqual([[], [], ['output', 'input']]);
  });
});

test('the same views give the same answer in the same order', () => {
  const [older, newer] = [{ value: 1 }, { error: 'EXECUTION_ERROR' }].map((ask) =>
    viewOf(BRANCH, { answers: { ask } }),
  );
  if (!older || !newer) throw new Error('Two runs were made');
  expect(JSON.stringify([...compareRuns(older, newer).tasks])).toBe(
    JSON.stringify([...compareRuns(older, newer).tasks]),
  );
});

test('runs of ten thousand items are compared in time', () => {
  const text = yaml`
    tasks:
      - {id: each, type: collection, config: {max_concurrent: 100}, tasks: [{id: one, type: map, config: {mapping: {n: "{{ item }}"}}}]}
  `;
  const view = (first: number) =>
    viewOf(text, { input: { items: [first, ...Array.from({ length: 9_999 }, (_, at) => at)] }, mostInputs: 100_000 });
  const [older, newer] = [view(-1), view(-2)];
  const one = compareRuns(older, newer).tasks.get('one');
  expect(one?.steps).toHaveLength(10_000);
  expect(one?.steps.filter(({ differences }) => differences.length > 0)).toHaveLength(1);
});

/** An activation that has made calls; each is its key and, where it has started one, the run. */
function step(...calls: readonly (readonly [key: string, runId?: string])[]): ActivationView {
  const effects = calls.map(([key, runId]) =>
    effectView({ key, ...(runId === undefined ? {} : { child: { runId, file: 'a.yaml' } }) }),
  );
  const none = { parent: null, operation: null, input: null, output: null, error: null, startedAt: 0, endedAt: 1 };
  const rest = { retryCount: 0, until: null, attempts: [], progress: null, simulated: false, pinned: null } as const;
  return {
    taskId: 'call',
    activation: 1,
    status: 'success',
    isEdited: false,
    isHurried: false,
    ...none,
    ...rest,
    effects,
  };
}

test('runs inside are matched by attempt, item and number of the call, whatever their keys begin with', () => {
  const older = step(['one/call/1/1/item-0.1', 'a'], ['one/call/1/2/item-0.1', 'b'], ['one/call/1/1/item-1.1', 'c']);
  const newer = step(['two/call/9/1/item-1.1', 'x'], ['two/call/9/1/item-0.1', 'y'], ['two/call/9/1/item-2.1', 'z']);
  expect(pairChildren({ older, newer })).toEqual([
    { older: 'c', newer: 'x', file: 'a.yaml', attempt: 1, item: 1 },
    { older: 'a', newer: 'y', file: 'a.yaml', attempt: 1, item: 0 },
  ]);
});

test('calls that have started no run, and steps that ran on one side only, have none', () => {
  expect(pairChildren({ older: step(['one/call/1/1/1']), newer: step(['two/call/1/1/1', 'x']) })).toEqual([]);
  expect(pairChildren({ older: null, newer: step(['two/call/1/1/1', 'x']) })).toEqual([]);
  expect(pairChildren({ older: step(['one/call/1/1/2', 'a']), newer: step(['two/call/3/1/2', 'x']) })).toEqual([
    { older: 'a', newer: 'x', file: 'a.yaml', attempt: 1, item: null },
  ]);
});
