import { expect, test } from 'vitest';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { yaml } from '../../testing/index.ts';
import { advance } from '../advance.ts';
import { createRun } from '../createRun.ts';
import { EMPTY_VIEW, foldRun } from './foldRun.ts';
import { activityOf, standingOf } from './standing.ts';

/** A run that has begun, and what it is fed. */
function begin(text: string) {
  const run = createRun(readWorkflow(parseSyntax(text)));
  let view = EMPTY_VIEW;
  const feed = (input: Parameters<typeof advance>[1]): void => {
    const answer = advance(run, input);
    view = foldRun(view, answer.events);
    if (answer.more) feed({ type: 'run.continued', at: input.at });
  };
  const start = { runId: 'run', input: {}, simulate: false, seed: 1, env: {}, engine: '0.1.0', file: 'a.yaml' };
  feed({ type: 'run.started', at: 0, ...start });
  return {
    feed,
    get view() {
      return view;
    },
    get key() {
      return [...view.activations.values()].flatMap(({ effects }) =>
        effects.filter(({ endedAt }) => endedAt === null),
      )[0]?.key;
    },
  };
}

test('a run that only waits is not running, and is running again as soon as anything works', () => {
  const run = begin(yaml`
    tasks:
      - {id: nap, type: wait, config: {signal: go, timeout: 1h, check_interval: 1h}, on_success: {next: fetch}}
      - {id: fetch, type: basic, use: "core:http", with: {url: "https://a.example"}}
  `);
  expect(standingOf(run.view)).toBe('waiting');
  run.feed({ type: 'run.paused', at: 1, reason: 'asked' });
  expect(standingOf(run.view)).toBe('paused');
  run.feed({ type: 'run.resumed', at: 2 });
  expect(standingOf(run.view)).toBe('waiting');
  run.feed({ type: 'signal.received', at: 3, name: 'go', payload: null });
  expect(standingOf(run.view)).toBe('running');
  run.feed({ type: 'run.cancelled', at: 4 });
  expect(standingOf(run.view)).toBe('cancelled');
});

test('a wait beside work is work, and containers are what is in them', () => {
  const run = begin(yaml`
    tasks:
      - id: both
        type: parallel
        tasks:
          - {id: nap, type: wait, config: {signal: go, timeout: 1h, check_interval: 1h}}
          - id: group
            type: composite
            tasks: [{id: fetch, type: basic, use: "core:http", with: {url: "https://a.example"}}]
  `);
  expect(standingOf(run.view)).toBe('running');
  run.feed({
    type: 'effect.completed',
    at: 5,
    key: run.key ?? '',
    outcome: { ok: true, value: {}, simulated: false, warnings: [] },
  });
  expect(standingOf(run.view)).toBe('waiting');
});

test('the next attempt of a call is waited for, and what is queued behind a wait waits with it', () => {
  const run = begin(yaml`
    tasks:
      - id: each
        type: collection
        config: {items: [1, 2], max_concurrent: 1}
        tasks:
          - {id: fetch, type: basic, use: "core:http", with: {url: "https://a.example"}, retry: {attempts: 1, backoff: fixed, interval: 1m}}
  `);
  expect(standingOf(run.view)).toBe('running');
  const error = { code: 'COMMUNICATION_ERROR', message: 'No.', details: null };
  run.feed({
    type: 'effect.completed',
    at: 5,
    key: run.key ?? '',
    outcome: { ok: false, error, retryAfter: null },
  });
  expect([...run.view.tasks.values()].map(({ status }) => status)).toContain('retrying');
  expect(standingOf(run.view)).toBe('waiting');
});

test('a run that waits for those inside waits where they do', () => {
  const run = begin(yaml`
    tasks:
      - id: both
        type: parallel
        tasks:
          - {id: call, type: basic, use: "core:workflow", with: {file: b.yaml}}
          - {id: nap, type: wait, config: {signal: go, timeout: 1h, check_interval: 1h}}
  `);
  expect(activityOf(run.view)).toBe('working');
  run.feed({ type: 'child.reported', at: 1, key: run.key ?? '', child: { runId: 'inner', file: 'b.yaml' } });
  expect(activityOf(run.view)).toBe('inside');
  expect(standingOf(run.view)).toBe('running');
  expect(standingOf(run.view, true)).toBe('waiting');
});
