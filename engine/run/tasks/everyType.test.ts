import { describe, expect, test } from 'vitest';
import { replay, runScript, type ScriptedAnswer, type ScriptResult } from '../../testing/index.ts';

/**
 * Each task type with one call `w` in it. `timeout`: how its own time runs out, if by a setting of its own; decision and map have
 * none, so theirs is that of what they use.
 */
const TYPES: readonly [type: string, settings: string, inside: string, timeout: string | null][] = [
  ['basic', '', 'use: core:http', 'timeout: 5s'],
  ['parallel', '', 'tasks: [{id: w, type: basic, use: core:http}]', 'timeout: 5s'],
  ['decision', 'condition: "true"', 'use: core:http', null],
  ['collection', 'items: "[1]"', 'use: core:http', 'timeout_per_item: 5s'],
  ['wait', 'check_interval: 1s', 'use: core:http', 'timeout: 5s'],
  ['map', 'mapping: {n: 1}', 'use: core:http', null],
  ['composite', '', 'tasks: [{id: w, type: basic, use: core:http}]', 'timeout: 5s'],
];

function runType(
  [type, settings, inside, timeout]: (typeof TYPES)[number],
  answer: ScriptedAnswer,
  more: { retry?: string; cancelAfter?: number } = {},
): ScriptResult & { readonly text: string } {
  const config = [settings, timeout ?? ''].filter((part) => part !== '').join(', ');
  const retry = more.retry === undefined ? '' : `, retry: ${more.retry}`;
  const handlers = 'on_start: {}, on_success: {next: s}, on_error: {next: e}, on_complete: {next: c}';
  const ends = ['s', 'e', 'c'].map((id) => `{id: ${id}, type: basic}`).join(', ');
  const text = `tasks: [{id: a, type: ${type}, config: {${config}}, ${inside}${retry}, ${handlers}}, ${ends}]`;
  const inputs = more.cancelAfter === undefined ? [] : [{ after: more.cancelAfter, type: 'run.cancelled' as const }];
  return { text, ...runScript(text, { answers: { a: answer, w: answer }, inputs }) };
}

/** Handlers of `a` in the order they fired, with `event.timestamp` as ms after the start. */
function fired({ events, view }: ScriptResult): string[] {
  const common = ['on_start', 'on_success', 'on_error', 'on_complete'];
  return events.flatMap((event) =>
    event.type === 'handler.fired' && event.taskId === 'a' && common.includes(event.handler)
      ? [`${event.handler} ${event.at - (view.startedAt ?? 0)}`]
      : [],
  );
}

const aborts = ({ effects }: ScriptResult): number => effects.filter(({ type }) => type === 'effect.abort').length;
/** Timers that were started and neither fired nor were cancelled. */
function openTimers({ effects, journal }: ScriptResult): readonly string[] {
  const over = new Set([
    ...effects.flatMap((effect) => (effect.type === 'timer.cancel' ? [effect.id] : [])),
    ...journal.flatMap((input) => (input.type === 'timer.fired' ? [input.id] : [])),
  ]);
  return effects.flatMap((effect) => (effect.type === 'timer.start' && !over.has(effect.id) ? [effect.id] : []));
}

describe.each(TYPES)('%s', (...type) => {
  test('succeeds: on_success and on_complete fire, duration is the time it took', () => {
    const run = runType(type, { value: { ok: true }, after: 300 });
    expect(fired(run)).toEqual(['on_start 0', 'on_success 300', 'on_complete 300']);
    expect(run.statuses).toMatchObject({ a: 'success', s: 'success', c: 'success' });
    expect(run.view.tasks.get('a')).toMatchObject({ error: null, retryCount: 0 });
    expect(aborts(run)).toBe(0);
    expect(openTimers(run)).toEqual([]);
  });

  test('fails: on_error and on_complete fire, and the code stays', () => {
    const run = runType(type, { error: 'AUTHENTICATION_ERROR', after: 300 });
    expect(fired(run)).toEqual(['on_start 0', 'on_error 300', 'on_complete 300']);
    expect(run.statuses).toMatchObject({ a: 'error', e: 'success', c: 'success' });
    expect(run.view.tasks.get('a')?.error?.code).toBe('AUTHENTICATION_ERROR');
    expect(run.view.status).toBe('success');
    expect(openTimers(run)).toEqual([]);
  });

  test('times out: the call is aborted, and the error is a TIMEOUT_ERROR', () => {
    const [, , , timeout] = type;
    const run = runType(type, timeout === null ? { error: 'TIMEOUT_ERROR', after: 5000 } : { never: true });
    // A check of a wait that is in flight at its deadline has another interval.
    const at = type[0] === 'wait' ? 6000 : 5000;
    expect(fired(run)).toEqual(['on_start 0', `on_error ${at}`, `on_complete ${at}`]);
    expect(run.view.tasks.get('a')?.error?.code).toBe('TIMEOUT_ERROR');
    expect(aborts(run)).toBe(timeout === null ? 0 : 1);
    expect(openTimers(run)).toEqual([]);
  });

  test('is cancelled: the call is aborted, no handler fires, nothing is left in flight', () => {
    const run = runType(type, { never: true }, { cancelAfter: 200 });
    expect(fired(run)).toEqual(['on_start 0']);
    expect(Object.values(run.statuses).every((status) => status === 'cancelled')).toBe(true);
    expect(run.view).toMatchObject({ status: 'cancelled', output: null, error: { code: 'CANCELLED' } });
    expect(aborts(run)).toBe(1);
    expect(openTimers(run)).toEqual([]);
    expect(replay(run.text, run.journal)).toEqual(run.events);
  });

  test('is retried: the whole of it runs again', () => {
    // A wait takes a failed probe for a check that did not hold; what cannot be retried ends it.
    if (type[0] === 'wait') return;
    const run = runType(type, { error: 'X', after: 100 }, { retry: '{attempts: 2, backoff: fixed, interval: 1s}' });
    expect(run.calls).toHaveLength(3);
    expect(fired(run)).toEqual(['on_start 0', 'on_error 2300', 'on_complete 2300']);
    expect(run.view.tasks.get('a')).toMatchObject({ retryCount: 2, error: { code: 'X' } });
  });
});
