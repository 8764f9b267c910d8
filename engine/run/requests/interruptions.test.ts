import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { yaml } from '../../testing/yaml.ts';
import { type Advance, advance } from '../advance.ts';
import type { Outcome } from '../contract/Effect.ts';
import type { RunInput } from '../contract/RunInput.ts';
import { createRun } from '../createRun.ts';
import { EMPTY_VIEW, foldRun } from '../trace/foldRun.ts';
import { workedBetween } from '../trace/idle.ts';
import type { RunEvent } from '../trace/RunEvent.ts';
import { pauseReason, sentAt } from './interruptions.ts';

beforeAll(() => loadPatterns());

const TEXT = yaml`
  tasks:
    - id: both
      type: parallel
      tasks:
        - { id: send, type: basic, use: core:http, with: { url: /a, method: POST }, retry: { attempts: 3, backoff: fixed, interval: 1ms } }
        - { id: look, type: basic, use: core:http, with: { url: /b } }
`;
const SEND = 'r/send/2/1/1';
const LOOK = 'r/look/3/1/1';
const START: RunInput = {
  type: 'run.started',
  at: 1000,
  runId: 'r',
  input: {},
  seed: 1,
  env: {},
  simulate: false,
  engine: '0.2.0',
  file: 'w.yaml',
};
const INTENT: RunInput = { type: 'effect.started', at: 1100, key: SEND };
const INTERRUPTED: RunInput = { type: 'run.interrupted', at: 181_100, since: 1100, cause: 'lost' };

/** A run that was fed some inputs: what came of each, and all of its events. */
function feed(inputs: readonly RunInput[]) {
  const run = createRun(readWorkflow(parseSyntax(TEXT)));
  const answers = inputs.map((input): Advance => advance(run, input));
  const events: readonly RunEvent[] = answers.flatMap((answer) => answer.events);
  const view = foldRun(EMPTY_VIEW, events);
  const effectOf = (taskId: string) => view.tasks.get(taskId)?.effects[0];
  return { run, answers, last: answers.at(-1), view, effectOf };
}

function answer(key: string, at: number): RunInput {
  const outcome: Outcome = { ok: true, value: { body: 1 }, simulated: false, warnings: [] };
  return { type: 'effect.completed', at, key, outcome };
}

test('an interruption changes no task and says what was under way, and what of it may have arrived', () => {
  const { last, view, effectOf } = feed([START, INTENT, INTERRUPTED]);
  expect(last?.effects).toEqual([]);
  expect(last?.events).toMatchObject([
    {
      type: 'run.interrupted',
      since: 1100,
      cause: 'lost',
      calls: [
        { taskId: 'send', activation: 2, key: SEND, hasConsequences: true },
        { taskId: 'look', activation: 3, key: LOOK, hasConsequences: false },
      ],
    },
  ]);
  expect(view.tasks.get('send')?.status).toBe('running');
  expect(effectOf('send')?.cutOffAt).toBe(1100);
  expect(effectOf('look')?.cutOffAt).toBeUndefined();
});

test('a call that is made again says when and why, and the time in between is no work', () => {
  const repeated: RunInput = { type: 'effect.repeated', at: 200_000, key: SEND, by: 'person' };
  const { run, view, effectOf } = feed([START, INTENT, INTERRUPTED, repeated]);
  expect(sentAt(run, SEND)).toBe(200_000);
  expect(effectOf('send')).toMatchObject({ repeats: [{ at: 200_000, by: 'person' }], idle: 198_900 });
  expect(effectOf('send')?.cutOffAt).toBeUndefined();
  const ended = feed([START, INTENT, INTERRUPTED, repeated, answer(SEND, 200_500)]).view.tasks.get('send');
  // By format.md 2 its duration is end minus start.
  expect((ended?.endedAt ?? 0) - (ended?.startedAt ?? 0)).toBe(199_500);
  expect(workedBetween(view.idle, ended?.startedAt ?? 0, ended?.endedAt ?? 0)).toBe(199_500 - 180_000);
});

test('a call without an outcome to wait for cannot be made again', () => {
  const repeated: RunInput = { type: 'effect.repeated', at: 200_000, key: SEND, by: 'key' };
  expect(feed([START, INTENT, answer(SEND, 1200), repeated]).last?.events).toEqual([]);
});

test('a call that was given up on fails its task, and no policy retries it', () => {
  const details = { type: 'effect.unknown', reason: 'interrupted', sent_at: '1970-01-01T00:00:01.100Z' };
  const outcome: Outcome = {
    ok: false,
    error: { code: 'EXECUTION_ERROR', message: 'Unknown.', details },
    retryAfter: null,
  };
  const { view, effectOf } = feed([
    START,
    INTENT,
    INTERRUPTED,
    { type: 'effect.completed', at: 181_200, key: SEND, outcome },
  ]);
  expect(view.tasks.get('send')).toMatchObject({ status: 'error', retryCount: 0 });
  expect(effectOf('send')).toMatchObject({ idle: 180_100, error: { details } });
  const other = { ...outcome, error: { ...outcome.error, details: null } };
  const retried = feed([
    START,
    INTENT,
    INTERRUPTED,
    { type: 'effect.completed', at: 181_200, key: SEND, outcome: other },
  ]);
  expect(retried.view.tasks.get('send')?.status).toBe('retrying');
});

test('pauses and interruptions are idle times that never overlap', () => {
  const { run, view } = feed([
    START,
    { type: 'run.paused', at: 2000, reason: 'interrupted' },
    { type: 'run.interrupted', at: 9000, since: 3000, cause: 'closed' },
    { type: 'run.resumed', at: 10_000 },
    { type: 'run.interrupted', at: 12_000, since: 11_000, cause: 'taken' },
  ]);
  expect(pauseReason(run)).toBeNull();
  expect(view.idle).toEqual([
    { from: 2000, to: 3000, reason: 'paused' },
    { from: 3000, to: 9000, reason: 'interrupted' },
    { from: 9000, to: 10_000, reason: 'paused' },
    { from: 11_000, to: 12_000, reason: 'interrupted' },
  ]);
  expect(workedBetween(view.idle, 1000, 12_500)).toBe(11_500 - 8000 - 1000);
  expect(workedBetween(view.idle, 4000, 8000)).toBe(0);
});
