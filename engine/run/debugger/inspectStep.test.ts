import { describe, expect, test } from 'vitest';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { runScript, yaml } from '../../testing/index.ts';
import { advance } from '../advance.ts';
import { createRun } from '../createRun.ts';
import { inspectStep } from './inspectStep.ts';

const DOCUMENT = yaml`
  tasks:
    - id: load
      type: basic
      use: core:http
      on_success: {next: each}
    - id: each
      type: collection
      config: {items: "{{ tasks.load.output }}", mode: sequential}
      tasks:
        - id: send
          type: basic
          use: core:http
          with: {to: "{{ item.mail }}", nth: "{{ index }}"}
`;

const LOADED = { value: [{ mail: 'a@example.com' }, { mail: 'b@example.com' }] };

/** The run as it is where a breakpoint has stopped it before a task, with the step that is next. */
function stopAt(task: string, text = DOCUMENT) {
  const recorded = runScript(text, {
    plan: { breakpoints: [{ at: { task }, condition: null }] },
    answers: { load: LOADED },
  });
  const run = createRun(readWorkflow(parseSyntax(text)));
  for (const input of recorded.journal) advance(run, input);
  return { run, next: recorded.view.paused?.next?.activation ?? null };
}

describe('what a step sees', () => {
  test('before it begins: the item, what it gets, what ran before, and any expression', () => {
    const { run, next } = stopAt('send');
    const scope = inspectStep(run, next, [
      'item.mail',
      '{{ upper(item.mail) }}!',
      'tasks.load.output[1].mail',
      'item.',
    ]);
    expect(scope.isThere).toBe(true);
    expect(scope.roots).toMatchObject({ item: { mail: 'a@example.com' }, index: 0 });
    expect(scope.input).toEqual({ ok: true, value: { to: 'a@example.com', nth: 0 } });
    expect(scope.values.slice(0, 3)).toEqual([
      { ok: true, value: 'a@example.com' },
      { ok: true, value: 'A@EXAMPLE.COM!' },
      { ok: true, value: 'b@example.com' },
    ]);
    expect(scope.values[3]).toMatchObject({ ok: false, error: { code: 'EXPRESSION_ERROR' } });
  });

  test('before an item that the collection itself calls a tool for', () => {
    const { run, next } = stopAt(
      'each',
      yaml`
        tasks:
          - {id: each, type: collection, use: core:http, config: {items: "{{ [5, 6] }}"}, with: {n: "{{ item * 2 }}"}}
      `,
    );
    expect(inspectStep(run, next, []).isThere).toBe(true);
    advance(run, { type: 'run.stepped', at: run.now });
    expect(inspectStep(run, next, ['item * 2', 'index']).values).toEqual([
      { ok: true, value: 10 },
      { ok: true, value: 0 },
    ]);
  });

  test('that is over is what it was, and of one that is gone what the run as a whole sees', () => {
    const { run } = stopAt('send');
    expect(inspectStep(run, 1, ['output[0].mail'])).toMatchObject({
      isThere: true,
      input: null,
      values: [{ value: 'a@example.com' }],
    });
    const gone = inspectStep(run, 99, ['tasks.load.status', 'item']);
    expect(gone).toMatchObject({ isThere: false, input: null });
    expect(gone.values[0]).toEqual({ ok: true, value: 'success' });
  });

  test('is not changed by looking at it', () => {
    const { run, next } = stopAt('send');
    const before = inspectStep(run, next, []);
    inspectStep(run, next, ['item']);
    expect(inspectStep(run, next, [])).toEqual(before);
  });
});
