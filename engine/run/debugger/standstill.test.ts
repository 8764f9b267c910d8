import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, loadPatterns } from '../../base/index.ts';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { yaml } from '../../testing/yaml.ts';
import { type Advance, advance } from '../advance.ts';
import type { RunInput } from '../contract/RunInput.ts';
import { createRun } from '../createRun.ts';
import { restoreSnapshot } from '../restoreSnapshot.ts';
import type { Run } from '../state/Run.ts';
import { snapshot } from '../state/snapshot.ts';
import { EMPTY_VIEW, foldRun } from '../trace/foldRun.ts';

beforeAll(() => loadPatterns());

const MINUTE = 60_000;
const KEY = { code: 'CONFIGURATION_ERROR', message: 'The secret KEY has no value here.', details: null };

/** A host on a virtual clock: its timers fire on time, also while the run is paused. */
function host(text: string, engine = '0.3.0') {
  const workflow = readWorkflow(parseSyntax(text));
  let run: Run = createRun(workflow);
  let view = EMPTY_VIEW;
  let now = 0;
  const timers = new Map<string, number>();
  const calls: string[] = [];
  const follow = ({ events, effects, more }: Advance): void => {
    view = foldRun(view, events);
    for (const effect of effects) {
      if (effect.type === 'timer.start') timers.set(effect.id, effect.at);
      else if (effect.type === 'timer.cancel') timers.delete(effect.id);
      else if (effect.type !== 'effect.abort') calls.push(effect.key);
    }
    if (more) feed({ type: 'run.continued', at: now });
  };
  const feed = (input: RunInput): void => {
    // Stored and restored before each input: nothing else may know of time blocked.
    run =
      restoreSnapshot(workflow, JSON.parse(JSON.stringify(snapshot(run)))) ?? expect.fail('The snapshot is not read.');
    follow(advance(run, input));
  };
  const keyOf = (task: string): string => calls.findLast((key) => key.includes(`/${task}/`)) ?? expect.fail(task);
  const rest = { seed: 1, env: {}, simulate: false, engine, file: 'w.yaml' };
  feed({ type: 'run.started', at: 0, runId: 'r', input: {}, ...rest });
  return {
    timers,
    view: () => view,
    statusOf: (task: string) => view.tasks.get(task)?.status,
    /** Time passes, in minutes. */
    pass(minutes: number): void {
      const until = now + minutes * MINUTE;
      for (;;) {
        const [next] = [...timers].filter(([, at]) => at <= until).sort(([, a], [, b]) => a - b);
        if (next === undefined) break;
        timers.delete(next[0]);
        now = Math.max(now, next[1]);
        feed({ type: 'timer.fired', at: now, id: next[0] });
      }
      now = until;
    },
    lack(task: string): void {
      const outcome = { ok: false, error: KEY, retryAfter: null, missing: { what: 'secret', name: 'KEY' } } as const;
      feed({ type: 'effect.completed', at: now, key: keyOf(task), outcome });
    },
    answer(task: string, value: Json = {}): void {
      const outcome = { ok: true, value, simulated: false, warnings: [] } as const;
      feed({ type: 'effect.completed', at: now, key: keyOf(task), outcome });
    },
    feed: (input: { readonly type: 'run.resumed' | 'run.stepped' }) => feed({ ...input, at: now }),
    pause: (blocked?: boolean) =>
      feed({ type: 'run.paused', at: now, reason: 'parent', ...(blocked === undefined ? {} : { blocked }) }),
    signal: (name: string) => feed({ type: 'signal.received', at: now, name, payload: {} }),
  };
}

const RESUME = { type: 'run.resumed' } as const;

const SEND = yaml`
  tasks:
    - { id: send, type: basic, use: core:http, with: { url: /a }, config: { timeout: 5m }, on_error: { next: other } }
    - { id: other, type: basic }
`;

describe('a task whose call the host could not make', () => {
  test('does not time out for it, however long the run is blocked', () => {
    const run = host(SEND);
    run.pass(1);
    run.lack('send');
    run.pass(60);
    run.feed(RESUME);
    run.pass(3);
    run.answer('send');
    expect(run.view()).toMatchObject({ status: 'success' });
    expect(run.view().tasks.has('other')).toBe(false);
  });

  test('has the rest of its time once the run is resumed, and no more', () => {
    const run = host(SEND);
    run.pass(1);
    run.lack('send');
    run.pass(60);
    run.feed(RESUME);
    run.pass(3.9);
    expect(run.statusOf('send')).toBe('running');
    run.pass(0.2);
    expect(run.view().tasks.get('send')).toMatchObject({ status: 'error', error: { code: 'TIMEOUT_ERROR' } });
  });

  test('loses none of its time over several blocks', () => {
    const run = host(SEND);
    for (const minutes of [10, 20, 40]) {
      run.pass(1);
      run.lack('send');
      run.pass(minutes);
      run.feed(RESUME);
    }
    expect([...run.timers.values()]).toEqual([75 * MINUTE]);
    run.pass(1.9);
    run.answer('send');
    expect(run.view().status).toBe('success');
  });

  test('counts the time that the run is paused for anything else', () => {
    const run = host(SEND);
    run.pause();
    run.pass(60);
    run.feed(RESUME);
    expect(run.statusOf('send')).toBe('error');
  });

  test('of a run that its host paused before counts from when the host lacked something', () => {
    const run = host(SEND);
    run.pause();
    run.pass(4);
    run.lack('send');
    run.pass(60);
    run.feed(RESUME);
    expect([...run.timers.values()]).toEqual([65 * MINUTE]);
  });

  test('is over where its time had run out before, while the run was paused for anything else', () => {
    const run = host(SEND);
    run.pause();
    run.pass(6);
    run.lack('send');
    run.pass(60);
    run.feed(RESUME);
    expect(run.view().tasks.get('send')).toMatchObject({ status: 'error', error: { code: 'TIMEOUT_ERROR' } });
  });

  test('is no different in a run of an earlier version', () => {
    const run = host(SEND, '0.2.0');
    run.lack('send');
    run.pass(60);
    run.feed(RESUME);
    run.answer('send');
    expect(run.view().status).toBe('success');
  });
});

test('stepping in a blocked run times nothing out', () => {
  const run = host(SEND);
  run.lack('send');
  run.pass(60);
  run.feed({ type: 'run.stepped' });
  run.pass(60);
  run.answer('send');
  run.feed(RESUME);
  expect(run.view().status).toBe('success');
});

test('what is around a call that was not made has the time too: items, batches, containers', () => {
  const run = host(yaml`
    tasks:
      - id: group
        type: composite
        config: { timeout: 5m }
        tasks:
          - id: each
            type: collection
            config: { items: [1, 2], batch_size: 2, timeout_per_item: 2m, timeout_per_batch: 3m }
            tasks: [{ id: send, type: basic, use: core:http, with: { url: /a }, config: { timeout: 1m } }]
  `);
  expect(run.timers.size).toBe(6);
  run.lack('send');
  run.pass(60);
  run.feed(RESUME);
  expect([...run.timers.values()].map((at) => at / MINUTE)).toEqual([65, 63, 62, 62, 61, 61]);
});

test('a task beside it, which could not go on either, has the time as well', () => {
  const run = host(yaml`
    tasks:
      - { id: fork, type: basic, on_success: { next: [send, group] } }
      - { id: send, type: basic, use: core:http, with: { url: /a } }
      - id: group
        type: composite
        config: { timeout: 5m }
        tasks:
          - { id: look, type: basic, use: core:http, with: { url: /b } }
          - { id: after, type: basic, use: core:http, with: { url: /c } }
  `);
  run.lack('send');
  run.answer('look');
  run.pass(60);
  run.feed(RESUME);
  run.answer('send');
  run.answer('after');
  expect(run.view().status).toBe('success');
});

test('a run below one that is blocked, or around one, has the time where its host says so', () => {
  const run = host(SEND);
  run.pause(true);
  run.pass(60);
  run.feed(RESUME);
  run.answer('send');
  expect(run.view().status).toBe('success');
});

describe('a wait in a run that is blocked for an hour', () => {
  const BESIDE = `- { id: fork, type: basic, on_success: { next: [send, wait] } }
  - { id: send, type: basic, use: core:http, with: { url: /a } }`;

  function blocked(wait: string) {
    const run = host(`tasks:\n  ${BESIDE}\n  - ${wait}\n`);
    run.lack('send');
    run.pass(60);
    return run;
  }

  test('a delay is over when it is over by the clock', () => {
    const run = blocked('{ id: wait, type: wait, config: { timeout: 10m, check_interval: 10m } }');
    run.feed(RESUME);
    expect(run.view().tasks.get('wait')).toMatchObject({ status: 'success', output: { waited: 60 * MINUTE } });
  });

  test('a wait for a signal ends when people were told that it does', () => {
    const run = blocked('{ id: wait, type: wait, config: { signal: go, timeout: 10m, check_interval: 10m } }');
    run.feed(RESUME);
    expect(run.view().tasks.get('wait')).toMatchObject({ status: 'error', error: { code: 'TIMEOUT_ERROR' } });
  });

  test('a signal that came meanwhile was taken', () => {
    const run = host(
      `tasks:\n  ${BESIDE}\n  - { id: wait, type: wait, config: { signal: go, timeout: 10m, check_interval: 10m } }\n`,
    );
    run.lack('send');
    run.signal('go');
    run.pass(60);
    run.feed(RESUME);
    expect(run.statusOf('wait')).toBe('success');
  });

  test('a wait for something of the run has the time, and says until when', () => {
    const run = blocked(
      `{ id: wait, type: wait, config: { condition: "{{ tasks.send.output.done == true }}", timeout: 10m, check_interval: 1m } }`,
    );
    run.feed(RESUME);
    expect(run.view().tasks.get('wait')).toMatchObject({ status: 'waiting', until: 70 * MINUTE });
    run.pass(5);
    run.answer('send', { done: true });
    run.pass(1);
    expect(run.view().tasks.get('wait')).toMatchObject({ status: 'success' });
  });

  test('its time ends as late as it began, and no later', () => {
    const run = blocked(
      '{ id: wait, type: wait, config: { condition: "{{ false }}", timeout: 10m, check_interval: 1m } }',
    );
    run.feed(RESUME);
    run.pass(9.9);
    expect(run.statusOf('wait')).toBe('waiting');
    run.pass(0.2);
    expect(run.view().tasks.get('wait')).toMatchObject({ status: 'error', error: { code: 'TIMEOUT_ERROR' } });
  });

  test('a probe that could not be made is made, and made again', () => {
    const run = host(yaml`
      tasks:
        - { id: wait, type: wait, use: core:http, with: { url: /a }, config: { timeout: 10m, check_interval: 1m } }
    `);
    run.lack('wait');
    run.pass(60);
    run.feed(RESUME);
    run.answer('wait', false);
    run.pass(5);
    expect(run.statusOf('wait')).toBe('waiting');
  });

  test('a retry that came due begins at once', () => {
    const run = host(yaml`
      tasks:
        - { id: fork, type: basic, on_success: { next: [send, again] } }
        - { id: send, type: basic, use: core:http, with: { url: /a } }
        - { id: again, type: basic, use: core:http, with: { url: /b }, config: { timeout: 1m }, retry: { attempts: 1, backoff: fixed, interval: 30s } }
    `);
    run.pass(1.2);
    expect(run.statusOf('again')).toBe('retrying');
    run.lack('send');
    run.pass(60);
    run.feed(RESUME);
    expect(run.statusOf('again')).toBe('running');
    run.answer('again');
    run.answer('send');
    expect(run.view().status).toBe('success');
  });
});
