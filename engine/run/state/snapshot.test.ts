import { array, assert, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import { readWorkflow, type Workflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { numRuns, SCRIPT_START, yaml } from '../../testing/index.ts';
import { advance } from '../advance.ts';
import { createRun } from '../createRun.ts';
import { restoreSnapshot } from '../restoreSnapshot.ts';
import type { Run } from './Run.ts';
import { type RunSnapshot, snapshot } from './snapshot.ts';

const START = {
  type: 'run.started',
  at: SCRIPT_START,
  runId: 'run',
  seed: 1,
  env: {},
  simulate: false,
  engine: 'test',
  file: 'test.yaml',
} as const;

const next = { type: 'run.continued', at: SCRIPT_START } as const;

function start(text: string, input: Json = {}): { run: Run; workflow: Workflow } {
  const workflow = readWorkflow(parseSyntax(text));
  const run = createRun(workflow);
  advance(run, { ...START, input });
  return { run, workflow };
}

function sizeOf(run: Run): number {
  return JSON.stringify(snapshot(run)).length;
}

const LOOP = yaml`
  limits: {per_task: 2000000, per_scope: 4000000}
  tasks:
    - {id: start, type: map, config: {mapping: {n: 0}}, on_success: {next: count}}
    - id: count
      type: basic
      with: {n: "{{ (tasks.count.output.n ?? 0) + 1 }}"}
      on_success: {next: inner}
    - id: inner
      type: composite
      tasks:
        - {id: one, type: basic, with: {n: "{{ tasks.count.output.n }}"}}
        - {id: two, type: wait, config: {signal: "never-{{ tasks.count.output.n }}", timeout: 1s, check_interval: 1s, max_checks: 1}, on_timeout: {next: end}}
      on_success: {next: each}
    - id: each
      type: collection
      config: {items: [1, 2], batch_size: 1}
      tasks: [{id: body, type: map, config: {mapping: {n: "{{ item }}"}}}]
      on_success: {next: ask}
    - id: ask
      type: decision
      config: {condition: "{{ tasks.count.output.n < 1000000 }}", routes: {"true": count, "false": end}}
`;

function roundsOf(run: Run, rounds: number): void {
  const program = run.program.ids.get('count') ?? -1;
  const done = (): number => {
    const output = run.top?.store.tasks.get(program)?.output;
    return typeof output === 'object' && output !== null && 'n' in output ? Number(output.n) : 0;
  };
  for (let inputs = 0; done() < rounds; inputs += 1) {
    if (run.isFinished || inputs > rounds)
      throw new Error(`Only ${done()} rounds, waiting for ${[...run.timers.keys()].join()}`);
    advance(run, next);
  }
}

test('a snapshot is as small after many rounds of a loop as after few', () => {
  const { run } = start(LOOP);
  roundsOf(run, 100);
  const few = sizeOf(run);
  roundsOf(run, numRuns(3000));
  expect(sizeOf(run)).toBeLessThan(few * 1.5);
});

test('what many tasks hold in common is stored once', () => {
  const { run } = start(
    yaml`
      tasks:
        - id: p
          type: parallel
          tasks:
            - {id: a, type: basic, use: core:http, with: {all: "{{ workflow.input }}", text: "{{ workflow.input.text }}"}}
            - {id: b, type: basic, use: core:http, with: {all: "{{ workflow.input }}", text: "{{ workflow.input.text }}"}}
            - {id: c, type: basic, use: core:http, with: {all: "{{ workflow.input }}", text: "{{ workflow.input.text }}"}}
    `,
    { list: Array.from({ length: 1000 }, (_, index) => ({ index })), text: 'x'.repeat(10_000) },
  );
  expect(run.calls.size).toBe(3);
  expect(sizeOf(run)).toBeLessThan(40_000);
});

test.each<[string, Json]>([
  ['a key that references have', { $: 1, list: [{ $: [{ $: { entries: 1 } }] }] }],
  ['a key that sets prototypes', JSON.parse('{"__proto__": {"a": 1}, "b": [{"__proto__": 2}]}') as Json],
  ['numbers JSON cannot express', [-0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.1]],
  ['keys like numbers', { 2: 'a', 1: 'b', c: null }],
  ['long text', ['y'.repeat(1000), 'y'.repeat(1000), 'undefined', 'NaN']],
])('an input is the same after it was stored: %s', (_, input) => {
  const { run, workflow } = start(
    yaml`tasks: [{id: a, type: basic, use: core:http, with: {in: "{{ workflow.input }}"}}]`,
    input,
  );
  const text = JSON.stringify(snapshot(run));
  const restored = restoreSnapshot(workflow, JSON.parse(text));
  expect(restored?.input).toEqual(input);
  expect(Object.entries(restored?.input ?? {})).toEqual(Object.entries(input ?? {}));
});

test('a snapshot shares nothing with the run: it can be restored while the run continues, and again', () => {
  const { run, workflow } = start(LOOP);
  const taken = snapshot(run);
  const text = JSON.stringify(taken);
  const first = restoreSnapshot(workflow, taken);
  if (first === null) throw new Error('It was not restored.');
  const answers = [advance(run, next), advance(first, next)].map(({ events, effects }) => ({ events, effects }));
  expect(answers[1]).toEqual(answers[0]);
  expect(JSON.stringify(taken)).toBe(text);
  const second = restoreSnapshot(workflow, taken);
  if (second === null) throw new Error('It was not restored again.');
  const { events, effects } = advance(second, next);
  expect({ events, effects }).toEqual(answers[0]);
});

test('a snapshot of another version is not restored', () => {
  const { run, workflow } = start(LOOP);
  const taken = snapshot(run);
  expect(restoreSnapshot(workflow, { ...taken, version: taken.version + 1 })).toBeNull();
  expect(restoreSnapshot(workflow, taken)).not.toBeNull();
});

test('a snapshot that lost rows is not restored, and nothing is thrown', () => {
  const { run, workflow } = start(LOOP);
  const taken = snapshot(run);
  assert(
    property(array(nat(taken.objects.length - 1), { minLength: 1, maxLength: 5 }), nat(4), (places, how) => {
      const objects = [...taken.objects];
      for (const place of places) objects[place] = [null, 'row', ['lane'], ['other', {}], []][how] ?? null;
      expect(restoreSnapshot(workflow, { ...taken, objects })).toBeNull();
    }),
  );
  const cut: RunSnapshot = { ...taken, objects: taken.objects.slice(0, -1) };
  expect(restoreSnapshot(workflow, cut)).toBeNull();
});
