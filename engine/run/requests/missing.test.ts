import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { readWorkflow } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { yaml } from '../../testing/yaml.ts';
import { type Advance, advance } from '../advance.ts';
import type { Outcome } from '../contract/Effect.ts';
import type { RunInput } from '../contract/RunInput.ts';
import { createRun } from '../createRun.ts';
import { restoreSnapshot } from '../restoreSnapshot.ts';
import { snapshot } from '../state/snapshot.ts';
import { EMPTY_VIEW, foldRun } from '../trace/foldRun.ts';
import { sentAt } from './interruptions.ts';

beforeAll(() => loadPatterns());

const WORKFLOW = readWorkflow(
  parseSyntax(yaml`
    tasks:
      - { id: fork, type: basic, on_success: { next: [send, look] } }
      - { id: send, type: basic, use: core:http, with: { url: /a, method: POST }, on_error: { next: other } }
      - { id: look, type: basic, use: core:http, with: { url: /b }, on_success: { next: after } }
      - { id: after, type: basic }
      - { id: other, type: basic }
  `),
);
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
  engine: '0.3.0',
  file: 'w.yaml',
};
const LACKING: Outcome = {
  ok: false,
  error: { code: 'CONFIGURATION_ERROR', message: 'The secret KEY has no value here.', details: null },
  retryAfter: null,
  missing: { what: 'secret', name: 'KEY' },
};
const INTENT: RunInput = { type: 'effect.started', at: 1100, key: SEND };
const MISSING: RunInput = { type: 'effect.completed', at: 1200, key: SEND, outcome: LACKING };
const RESUMED: RunInput = { type: 'run.resumed', at: 5000 };

function answer(key: string, at: number): RunInput {
  return { type: 'effect.completed', at, key, outcome: { ok: true, value: {}, simulated: false, warnings: [] } };
}

/** Feeds a run some inputs, stored and restored before each where `isStored`. */
function feed(inputs: readonly RunInput[], isStored = false) {
  let run = createRun(WORKFLOW);
  const answers = inputs.map((input): Advance => {
    if (isStored) {
      const restored = restoreSnapshot(WORKFLOW, JSON.parse(JSON.stringify(snapshot(run))));
      if (restored === null) throw new Error('The snapshot is not read.');
      run = restored;
    }
    return advance(run, input);
  });
  const view = foldRun(
    EMPTY_VIEW,
    answers.flatMap(({ events }) => events),
  );
  return { run, answers, last: answers.at(-1), view };
}

test('a call for which the host lacks something pauses the run; no task fails, and nothing new starts', () => {
  const { last, view, run } = feed([START, INTENT, MISSING, answer(LOOK, 1300)]);
  expect(view.paused).toMatchObject({
    reason: 'missing',
    missing: { taskId: 'send', what: 'secret', name: 'KEY', message: 'The secret KEY has no value here.' },
  });
  expect(view.tasks.get('send')).toMatchObject({ status: 'running', error: null, effects: [{ error: null }] });
  expect(view.tasks.get('after')?.startedAt ?? null).toBeNull();
  expect(last).toMatchObject({ more: false, effects: [] });
  // It was not made, whatever the journal says of its intent.
  expect(sentAt(run, SEND)).toBeUndefined();
});

test.each([false, true])('once resumed it is asked for again, as the same call (stored: %s)', (isStored) => {
  const { answers, view } = feed([START, INTENT, MISSING, RESUMED, answer(SEND, 6000), answer(LOOK, 6001)], isStored);
  expect(answers[3]?.effects).toMatchObject([{ type: 'tool.call', key: SEND, taskId: 'send' }]);
  expect(view).toMatchObject({ status: 'success', paused: null });
  expect(view.tasks.get('send')).toMatchObject({ status: 'success', retryCount: 0, effects: [{ key: SEND }] });
  expect(view.tasks.has('other')).toBe(false);
});

test('what is still missing pauses it again', () => {
  const { view } = feed([START, MISSING, RESUMED, MISSING]);
  expect(view.paused?.reason).toBe('missing');
});

test('it was not under way when the run was interrupted', () => {
  const { last } = feed([START, INTENT, MISSING, { type: 'run.interrupted', at: 9000, since: 1200, cause: 'lost' }]);
  expect(last?.events).toMatchObject([{ type: 'run.interrupted', calls: [{ key: LOOK }] }]);
});

test('a run that is cancelled does not ask for it', () => {
  const { answers } = feed([START, MISSING, { type: 'run.cancelled', at: 2000 }, RESUMED]);
  expect(answers.slice(2).flatMap(({ effects }) => effects)).not.toContainEqual(
    expect.objectContaining({ type: 'tool.call' }),
  );
});
