import { describe, expect, test } from 'vitest';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { runScript, yaml } from '../../testing/index.ts';
import { prepareInput } from './inputs.ts';

describe("a task's input", () => {
  test('is the run input for the start task, then its own with, then the with of the handler', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, with: {b: own, c: own}, on_success: {next: t, with: {c: passed}}}
        - {id: t, type: basic, with: {b: own, c: own}}
    `;
    const run = runScript(text, { input: { a: 'run', b: 'run' } });
    expect(run.view.tasks.get('a')?.input).toEqual({ a: 'run', b: 'own', c: 'own' });
    expect(run.view.tasks.get('t')?.input).toEqual({ b: 'own', c: 'passed' });
  });

  test('is a run input that is no map only where the task has no with', () => {
    expect(runScript('tasks: [{id: a, type: basic}]', { input: [1, 2] }).view.output).toEqual([1, 2]);
    expect(runScript('tasks: [{id: a, type: basic, with: {n: 1}}]', { input: [1, 2] }).view.output).toEqual({ n: 1 });
  });

  test('is read as input inside its own with: what came from elsewhere', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, on_success: {next: b, with: {n: 2}}}
        - {id: b, type: basic, with: {twice: "{{ input.n * 2 }}"}}
    `;
    expect(runScript(text).view.output).toEqual({ n: 2, twice: 4 });
  });

  test('is checked against its schema before on_start: defaults are filled in, nothing is coerced', () => {
    const text = yaml`
      tasks:
        - id: a
          type: basic
          schema: {input: {type: object, required: [n], properties: {n: {type: number}, s: {type: string, default: x}}}}
          retry: {attempts: 3, backoff: fixed, interval: 1s}
          on_start: {next: started}
        - {id: started, type: basic}
    `;
    expect(runScript(text, { input: { n: 1 } }).view.tasks.get('a')?.input).toEqual({ n: 1, s: 'x' });
    const wrong = runScript(text, { input: { n: '1' } });
    expect(wrong.order).toEqual(['a']);
    expect(wrong.view.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { type: 'task.input', errors: [{ path: '/n', keyword: 'type' }] },
    });
    expect(wrong.view.tasks.get('a')?.attempts).toEqual([]);
  });
});

describe("the run's input", () => {
  const text = yaml`
    schema: {input: {type: object, required: [n], properties: {n: {type: number}, s: {type: string, default: x}}}}
    tasks: [{id: a, type: basic, with: {all: "{{ workflow.input }}", same: "{{ trigger.input == workflow.input }}"}}]
  `;
  const workflow = readWorkflow(parseSyntax(text));

  test('is checked against schema.input, with defaults', () => {
    expect(prepareInput(workflow, { n: 1 })).toEqual({ ok: true, value: { n: 1, s: 'x' } });
    expect(prepareInput(workflow, {})).toMatchObject({
      ok: false,
      error: { code: 'VALIDATION_ERROR', details: { type: 'run.input' } },
    });
  });

  test('is checked by the machine too, which ends before any task', () => {
    expect(runScript(text, { input: { n: 1 } }).view.output).toMatchObject({ all: { n: 1, s: 'x' }, same: true });
    const wrong = runScript(text, { input: {} });
    expect(wrong.order).toEqual([]);
    expect(wrong.view).toMatchObject({ status: 'error', error: { code: 'VALIDATION_ERROR' } });
  });
});

test('a file without tasks cannot run, and says so', () => {
  expect(runScript('agents: []').view).toMatchObject({ status: 'error', error: { code: 'CONFIGURATION_ERROR' } });
  expect(runScript('start: x\ntasks: [{id: a, type: basic}]').view).toMatchObject({
    status: 'error',
    error: { code: 'REFERENCE_ERROR' },
  });
});

describe('what expressions read', () => {
  test('the state of the task and of others, as the seed lists it', () => {
    const text = yaml`
      id: flow
      name: Flow
      tasks:
        - {id: a, type: basic, use: core:http, with: {n: 1}, retry: {attempts: 1, backoff: fixed, interval: 1s}, on_success: {next: b}}
        - id: b
          type: basic
          with:
            a: "{{ tasks.a }}"
            own: ["{{ id }}", "{{ type }}", "{{ status }}", "{{ attempt }}", "{{ retry_count }}"]
            never: "{{ tasks.c.status }}"
            workflow: ["{{ workflow.id }}", "{{ workflow.name }}", "{{ workflow.run_id }}"]
            now: "{{ now() }}"
        - {id: c, type: basic}
    `;
    const run = runScript(text, { answers: { a: [{ error: 'X' }, { value: 7, after: 500 }] } });
    expect(run.view.output).toEqual({
      a: {
        status: 'success',
        duration: 1500,
        start_time: '2026-01-01T00:00:00.000Z',
        end_time: '2026-01-01T00:00:01.500Z',
        retry_count: 1,
        error: null,
        output: 7,
      },
      own: ['b', 'basic', 'running', 1, 0],
      never: 'pending',
      workflow: ['flow', 'Flow', 'run'],
      now: '2026-01-01T00:00:01.500Z',
    });
  });

  test('env: the nearest of task, workflow and variables', () => {
    const text = yaml`
      env: {B: workflow, C: workflow, D: "{{ env.A }}+"}
      tasks: [{id: a, type: basic, env: {C: task}, with: {all: ["{{ env.A }}", "{{ env.B }}", "{{ env.C }}", "{{ env.D }}", "{{ env.none }}"]}}]
    `;
    const run = runScript(text, { env: { A: 'variable', B: 'variable', C: 'variable' } });
    expect(run.view.output).toEqual({ all: ['variable', 'workflow', 'task', 'variable+', null] });
    expect(run.view.warnings).toMatchObject([{ path: 'env.none' }]);
  });

  test('a computed task, and a computed task that is not there', () => {
    const text = yaml`
      tasks:
        - {id: a, type: basic, with: {n: 1}, on_success: {next: b}}
        - {id: b, type: basic, with: {n: "{{ tasks[input.which ?? 'a'].output.n }}", none: "{{ tasks['x' + 'y'].output ?? null }}", ids: "{{ keys(tasks) }}"}}
    `;
    expect(runScript(text).view.output).toEqual({ n: 1, none: null, ids: ['a', 'b'] });
  });
});
