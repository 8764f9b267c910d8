import { describe, expect, test } from 'vitest';
import { runScript, type Script, yaml } from '../testing/index.ts';

const text = yaml`
  tasks:
    - { id: call, type: basic, use: core:workflow, with: { file: inner.yaml }, on_success: { next: after } }
    - { id: after, type: basic }
`;

const KEY = 'r/call/1/1/1';

function report(after: number, tokens: number | null, runId = 'inner') {
  const usage = { input_tokens: tokens ?? 0, output_tokens: 0, cost: (tokens ?? 0) / 1000, unpriced: 0 };
  const child = { runId, file: 'inner.yaml', ...(tokens === null ? {} : { usage }) };
  return { after, type: 'child.reported', key: KEY, child } as const;
}

const run = (inputs: Script['inputs'], script: Script = {}) =>
  runScript(text, { runId: 'r', answers: { call: { value: 'it', after: 100 } }, inputs: inputs ?? [], ...script });

describe('a run that a call has started', () => {
  test('is in the view of the call, with what it has used so far in all', () => {
    const { view, calls } = run([report(1, null), report(2, 10), report(3, 25)]);
    expect(calls[0]?.key).toBe(KEY);
    const [effect] = view.tasks.get('call')?.effects ?? [];
    const usage = { input_tokens: 25, output_tokens: 0, cost: 0.025, unpriced: 0 };
    expect(effect).toMatchObject({ child: { runId: 'inner', file: 'inner.yaml' }, usage, response: 'it' });
    expect(view.tasks.get('call')?.usage).toMatchObject({ input_tokens: 25 });
    expect(view.usage).toMatchObject({ input_tokens: 25 });
  });

  test('says nothing where it reports the same again, as after a crash, or where its call has ended', () => {
    const { events } = run([report(1, 10), report(2, 10), report(3, 10), report(200, 20)]);
    expect(events.filter(({ type }) => type === 'child.reported')).toHaveLength(1);
  });

  test('counts towards the budget: passed, the run pauses, and what comes after does not start', () => {
    const { view } = run([report(1, null), report(2, 11)], { budget: { tokens: 10 } });
    expect(view.paused).toMatchObject({ reason: 'budget', next: { taskId: 'after' } });
    expect(run([report(2, 10)], { budget: { tokens: 10 } }).view.status).toBe('success');
    expect(run([report(2, 11)], { budget: { cost: 0.0105 } }).view.paused).toMatchObject({ reason: 'budget' });
  });

  test('that has used nothing new does not pause a run that was resumed above its budget', () => {
    const resumed = { after: 3, type: 'run.resumed' } as const;
    const { view } = run([report(1, 11), resumed, report(4, 11)], { budget: { tokens: 10 } });
    expect(view.status).toBe('success');
  });

  test('counts beside the one that a fork of the run starts in its place', () => {
    const { view } = run([report(1, 10), report(2, null, 'other'), report(3, 4, 'other')]);
    expect(view.usage).toMatchObject({ input_tokens: 14 });
    expect(view.tasks.get('call')?.usage).toMatchObject({ input_tokens: 14 });
    expect(view.tasks.get('call')?.effects[0]).toMatchObject({ child: { runId: 'other' }, usage: { input_tokens: 4 } });
    expect(run([report(1, 10), report(3, 4, 'other')], { budget: { tokens: 13 } }).view.paused).not.toBeNull();
  });
});
