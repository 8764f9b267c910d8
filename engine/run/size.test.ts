import { describe, expect, test } from 'vitest';
import { runScript, SCRIPT_START, yaml } from '../testing/index.ts';
import type { Advance } from './advance.ts';
import type { RunInput } from './contract/RunInput.ts';
import { countRounds, openFed } from './testing.ts';

test('20,000 steps in a loop need no deep stack', () => {
  expect(countRounds(10_000)).toBe(10_000);
});

test('10,000 items emit each item and each batch, in steps of at most 256', { timeout: 60_000 }, () => {
  const text = yaml`
    tasks:
      - id: c
        type: collection
        config: {batch_size: 100, max_concurrent: 4}
        on_item_start: {}
        on_item_success: {}
        on_batch_start: {}
        on_batch_complete: {}
        tasks: [{id: x, type: basic, with: {i: "{{ index }}"}}]
  `;
  const { events, inputs, isFinished } = openFed(text).start(10_000);
  const fired = (handler: string): number =>
    events.filter((event) => event.type === 'handler.fired' && event.handler === handler).length;
  expect(isFinished).toBe(true);
  expect(['on_item_start', 'on_item_success', 'on_batch_start', 'on_batch_complete'].map(fired)).toEqual([
    10_000, 10_000, 100, 100,
  ]);
  expect(inputs).toBeGreaterThan(20_000 / 256);
});

describe('in a loop that never ends', () => {
  const LOOP = yaml`
    limits: {per_task: 1000000, per_scope: 1000000}
    tasks:
      - {id: s, type: basic, on_success: {next: [a, w, c]}}
      - {id: a, type: basic, on_success: {next: a}}
      - {id: w, type: wait, config: {timeout: 1h, check_interval: 1h, signal: go}, on_success: {next: after}}
      - {id: c, type: basic, use: core:http, on_success: {next: after}}
      - {id: after, type: basic}
  `;
  const sendInput = (input: RunInput): Advance => {
    const run = openFed(LOOP, 3);
    expect(run.start().more).toBe(true);
    return run.feed(input);
  };
  test('a signal is handled immediately', () => {
    const { events } = sendInput({ type: 'signal.received', at: SCRIPT_START, name: 'go', payload: 1 });
    const started = events.filter(({ type }) => type === 'task.started');
    const place = started.findIndex((event) => 'taskId' in event && event.taskId === 'after');
    expect(place).toBeGreaterThanOrEqual(0);
    expect(place).toBeLessThan(256);
  });

  test('an answer is handled immediately', () => {
    const outcome = { ok: true, value: 1, simulated: false, warnings: [] } as const;
    const { events } = sendInput({ type: 'effect.completed', at: SCRIPT_START, key: 'r/c/4/1/1', outcome });
    expect(events[0]).toMatchObject({ type: 'effect.completed', taskId: 'c' });
    expect(events.some((event) => event.type === 'task.started' && event.taskId === 'after')).toBe(true);
  });

  test('Stop and pause are handled before any further step', () => {
    const stopped = sendInput({ type: 'run.cancelled', at: SCRIPT_START });
    expect(stopped).toMatchObject({ isFinished: true, more: false });
    expect(stopped.events.filter(({ type }) => type === 'task.started')).toEqual([]);
    const paused = sendInput({ type: 'run.paused', at: SCRIPT_START, reason: 'asked' });
    expect(paused).toMatchObject({ isFinished: false, more: false });
    expect(paused.events.map(({ type }) => type)).toEqual(['run.paused']);
  });
});

test('containers nest down to the limit, and further where it is raised', () => {
  const nested = (depth: number): string =>
    depth === 0 ? '{id: t0, type: basic}' : `{id: t${depth}, type: composite, tasks: [${nested(depth - 1)}]}`;
  expect(runScript(`tasks: [${nested(32)}]`).view.status).toBe('success');
  expect(runScript(`limits: {depth: 40}\ntasks: [${nested(40)}]`).view.status).toBe('success');
});
