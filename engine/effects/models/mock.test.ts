import { describe, expect, test } from 'vitest';
import { isJsonObject } from '../../base/index.ts';
import type { ModelCall, Outcome } from '../../run/index.ts';
import { makeModelCall } from '../../testing/calls.ts';
import { createPerformer, type PerformerContext } from '../createPerformer.ts';

function perform(effect: ModelCall, context: Partial<PerformerContext> = {}): Promise<Outcome> {
  const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined, delay: async () => {}, ...context });
  return performer.perform(effect, new AbortController().signal);
}

/** What a call gets of a script with one response. */
async function objectOf(response: string): Promise<unknown> {
  const outcome = await perform(makeModelCall({ mock: { responses: [response] } }));
  return outcome.ok && isJsonObject(outcome.value) ? outcome.value.object : outcome;
}

describe('the mock provider', () => {
  test('answers from the schema, equally for equal prompts, marked as simulated', async () => {
    const [first, again] = await Promise.all([
      perform(makeModelCall({})),
      perform(makeModelCall({}, { seed: 99, key: 'other/task/9/1/1' })),
    ]);
    expect(first).toMatchObject({ ok: true, simulated: true, value: { simulated: true, model: 'small' } });
    expect(first).toHaveProperty('value.object.topic', expect.any(String));
    expect(again).toEqual(first);
  });

  test('waits 400 ms by default, or as scripted', async () => {
    const waits: number[] = [];
    const delay = async (ms: number): Promise<void> => void waits.push(ms);
    await perform(makeModelCall({}), { delay });
    await perform(makeModelCall({ mock: { latency: '1.5s' } }), { delay });
    expect(waits).toEqual([400, 1500]);
  });

  test('fails the first calls, then gives its responses in turn, the last one again', async () => {
    const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined, delay: async () => {} });
    const call = makeModelCall({ mock: { fail_first: 1, responses: [{ topic: 'a' }, { topic: 'b' }] } });
    const outcomes: Outcome[] = [];
    for (let n = 0; n < 4; n += 1) outcomes.push(await performer.perform(call, new AbortController().signal));
    expect(outcomes[0]).toMatchObject({ ok: false, error: { code: 'PROVIDER_ERROR' } });
    expect(
      outcomes.slice(1).map((outcome) => outcome.ok && isJsonObject(outcome.value) && outcome.value.object),
    ).toEqual([{ topic: 'a' }, { topic: 'b' }, { topic: 'b' }]);
  });

  test('reads JSON in a scripted text as that of any model, and leaves a text without any as it is', async () => {
    expect(await objectOf('{"topic": "a"}')).toEqual({ topic: 'a' });
    expect(await objectOf('Here it is:\n```json\n{"topic": "b"}\n```')).toEqual({ topic: 'b' });
    expect(await objectOf('no idea')).toBe('no idea');
  });

  test('fails as its errors say, with their retry_after', async () => {
    const errors = [{ code: 'RATE_LIMIT_ERROR', message: 'Slow down', retry_after: '2s' }];
    expect(await perform(makeModelCall({ mock: { errors } }))).toMatchObject({
      ok: false,
      error: { code: 'RATE_LIMIT_ERROR' },
      retryAfter: 2000,
    });
  });

  test('answers a prompt that holds a text with what is bound to it', async () => {
    const responses = [{ topic: 'other' }, { when: 'charged TWICE', output: { topic: 'refund' } }];
    expect(await perform(makeModelCall({ mock: { responses } }))).toHaveProperty('value.object', { topic: 'refund' });
  });

  test('says what is wrong with its script', async () => {
    expect(await perform(makeModelCall({ mock: { latency: 'soon' } }))).toMatchObject({
      ok: false,
      error: { code: 'CONFIGURATION_ERROR' },
    });
  });
});
