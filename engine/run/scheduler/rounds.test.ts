import { expect, test } from 'vitest';
import { runScript, yaml } from '../../testing/index.ts';

test('a loop counts its rounds, also in its config', () => {
  const text = yaml`
    tasks:
      - {id: count, type: map, config: {mapping: {n: "{{ (tasks.count.output.n ?? 0) + 1 }}"}}, on_success: {next: more}}
      - {id: more, type: decision, config: {condition: "tasks.count.output.n < 4", routes: {true: count, false: end}}}
  `;
  const run = runScript(text);
  expect(run.view.tasks.get('count')?.output).toEqual({ n: 4 });
  expect(run.view.warnings).toEqual([]);
});

test('while it is under way a task has its own status and start, and the output, error and end of its last round', () => {
  const text = yaml`
    tasks:
      - id: call
        type: basic
        use: core:http
        with: {own: "{{ tasks.call }}"}
        retry: {attempts: 1, backoff: fixed, interval: 1s}
        on_start: {next: beside, with: {seen: "{{ tasks.call }}"}}
        on_success: {next: call}
        on_error: {next: end}
      - {id: beside, type: basic}
  `;
  const run = runScript(text, {
    answers: {
      call: [{ value: 1, after: 10 }, { error: 'X' }, { value: 2, after: 5 }, { error: 'Y' }, { error: 'Y' }],
    },
  });
  const first = '2026-01-01T00:00:00.000Z';
  const none = { status: 'running', duration: null, end_time: null, retry_count: 0, error: null, output: null };
  const second = { ...none, start_time: '2026-01-01T00:00:00.010Z', end_time: '2026-01-01T00:00:00.010Z' };
  expect(run.calls.map((call) => (call.type === 'tool.call' ? call.input : null))).toMatchObject([
    { own: { ...none, start_time: first } },
    { own: { ...second, duration: 10, output: 1 } },
    { own: { ...second, duration: 10, output: 1 } },
    { own: { start_time: '2026-01-01T00:00:01.015Z', duration: 1005, output: 2 } },
    {},
  ]);
  expect(run.view.tasks.get('beside')?.input).toMatchObject({ seen: { status: 'running', output: 2, error: null } });
});

/** A loop in which a task reads a key of its own output. */
const LOOPING = yaml`
  tasks:
    - {id: count, type: map, config: {mapping: {n: "{{ tasks.count.output.KEY == null ? tasks.count.duration == null ? 1 : 2 : 2 }}"}}, on_success: {next: more}}
    - {id: more, type: decision, config: {condition: "tasks.count.output.n < 2", routes: {true: count, false: end}}}
`;

test('what a task reads of its own round before the first is null without a warning; a key that its rounds do not give is warned of', () => {
  expect(runScript(LOOPING.replace('KEY', 'n')).view.warnings).toEqual([]);
  const misspelt = runScript(LOOPING.replace('KEY', 'm'));
  expect(misspelt.view.warnings).toMatchObject([{ code: 'MISSING_REFERENCE', path: 'tasks.count.output.m' }]);
});

test('a retry reads the round before it, and a handler its own', () => {
  const text = yaml`
    tasks:
      - id: ask
        type: map
        use: core:http
        config: {mapping: {n: "{{ output }}", before: "{{ tasks.ask.output.n }}"}}
        retry: {attempts: 1, backoff: fixed, interval: 1s}
        on_success: {next: seen, with: {n: "{{ tasks.ask.output.n }}"}}
      - {id: seen, type: decision, config: {condition: "input.n < 2", routes: {true: ask, false: end}}}
  `;
  const run = runScript(text, { answers: { ask: [{ value: 1 }, { error: 'X' }, { value: 2 }] } });
  expect(run.view.tasks.get('ask')?.output).toEqual({ n: 2, before: 1 });
  expect(run.view.tasks.get('seen')?.input).toEqual({ n: 2 });
});

test('the policy and the guard of a retry read the round before it, and the error that they decide on', () => {
  const policy =
    'retry: {attempts: "{{ tasks.ask.output.n ?? 0 }}", backoff: fixed, interval: 1s}\n    on_error: {next: end}';
  expect([callsOf(policy), callsOf(policy, '0.1.0')]).toEqual([4, 2]);
  const guard = `on_error: {retry: true, condition: "tasks.ask.output.n == 2 && tasks.ask.status == 'running' && error.code == 'X'"}`;
  expect([callsOf(guard), callsOf(guard, '0.1.0')]).toEqual([5, 2]);
});

test('in a fresh item and a fresh container the first round reads null; a hook continues what was there', () => {
  const text = yaml`
    tasks:
      - {id: again, type: composite, tasks: [{id: inner, type: basic, with: {n: "{{ (tasks.inner.output.n ?? 0) + 1 }}"}}], on_success: {next: each}}
      - id: each
        type: collection
        config: {items: [a, b], mode: sequential}
        tasks: [{id: body, type: basic, with: {n: "{{ (tasks.body.output.n ?? 0) + 1 }}"}}]
        on_item_success: {next: note}
        on_success: {next: more}
      - {id: note, type: basic, with: {n: "{{ (tasks.note.output.n ?? 0) + 1 }}"}}
      - {id: more, type: map, config: {mapping: {n: "{{ (tasks.more.output.n ?? 0) + 1 }}"}}, on_success: {next: enough}}
      - {id: enough, type: decision, config: {condition: "tasks.more.output.n < 2", routes: {true: again, false: end}}}
  `;
  const { view } = runScript(text);
  const last = (id: string) => view.tasks.get(id)?.output;
  expect([last('inner'), last('body'), last('note'), last('more')]).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }, { n: 2 }]);
});

test('a run that version 0.1 recorded reads as it did then', () => {
  const text = yaml`
    limits: {per_task: 2}
    tasks:
      - id: count
        type: map
        with: {before: "{{ tasks.count.status }}"}
        config: {mapping: {n: "{{ (tasks.count.output.n ?? 0) + 1 }}", before: "{{ input.before }}"}}
        on_success: {next: count}
  `;
  const outputs = (engine: string) =>
    [...runScript(text, { engine }).view.activations.values()].map(({ output }) => output);
  expect(outputs('0.1.0')).toEqual([
    { n: 1, before: 'pending' },
    { n: 1, before: 'success' },
    { n: 1, before: 'success' },
  ]);
  expect(outputs('0.2.0')).toEqual([
    { n: 1, before: 'running' },
    { n: 2, before: 'running' },
    { n: 3, before: 'running' },
  ]);
});

function askingLoop(more: string): string {
  return yaml`
    tasks:
      - id: ask
        type: map
        use: core:http
        config: {mapping: {n: "{{ output }}"}}
        ${more}
        on_success: {next: ask}
  `;
}

/** How many calls a loop makes whose first answer comes and whose others fail. */
function callsOf(more: string, engine?: string): number {
  const answers = { ask: [{ value: 2 }, ...Array.from({ length: 4 }, () => ({ error: 'X' }))] };
  return runScript(askingLoop(more), { answers, ...(engine === undefined ? {} : { engine }) }).calls.length;
}
