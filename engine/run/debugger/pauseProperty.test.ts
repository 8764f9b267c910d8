import { array, assert, boolean, integer, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { numRuns, replay, runScript, type Script } from '../../testing/index.ts';
import type { Call } from '../index.ts';

const RUNS = numRuns(40, 80);

/** Makes a workflow from numbers: a sequence whose tasks nest, loop, fail and are retried, and whose results depend on data alone. */
function makeWorkflow(rolls: readonly number[]): { readonly text: string; readonly failing: ReadonlySet<string> } {
  let at = 0;
  let left = 14;
  const failing = new Set<string>();
  const roll = (sides: number): number => (rolls[at++] ?? 0) % sides;
  const makeList = (depth: number): JsonObject[] =>
    Array.from({ length: 1 + roll(3) }, () => left--)
      .filter((number) => number > 0)
      .map((number) => makeTask(`t${number}`, depth));
  const makeTask = (id: string, depth: number): JsonObject => {
    const children = depth < 2 ? makeList(depth + 1) : [];
    const type = children.length === 0 ? roll(3) : roll(6);
    const common: JsonObject = { id, on_complete: {}, with: { n: `{{ len(toJson(input)) + ${roll(9)} }}` } };
    switch (type) {
      case 0:
        if (roll(3) === 0) failing.add(id);
        return {
          ...common,
          type: 'basic',
          use: 'core:http',
          retry: { attempts: 2, backoff: 'fixed', interval: '1s' },
          on_error: { retry: true },
        };
      case 1:
        return { ...common, type: 'map', config: { mapping: { twice: '{{ input.n * 2 }}' } } };
      case 2:
        return {
          ...common,
          type: 'wait',
          use: 'core:http',
          config: { timeout: '1h', check_interval: '5s', condition: 'output.n > 0' },
        };
      case 3:
        return { ...common, type: 'parallel', tasks: children, config: { max_concurrent: 1 + roll(3) } };
      case 4:
        return {
          ...common,
          type: 'collection',
          tasks: children,
          config: { items: '[1, 2, 3]', batch_size: 1 + roll(2), mode: roll(2) === 0 ? 'parallel' : 'sequential' },
        };
      default:
        return { ...common, type: 'composite', tasks: children };
    }
  };
  const text = JSON.stringify({ tasks: [{ id: 'all', type: 'composite', tasks: makeList(0) }] });
  return { text, failing };
}

/** Ends of all activations, by task, in no order; times left out, since a pause takes time. */
function results(events: readonly { readonly type: string }[]): string[] {
  return events
    .flatMap((event) =>
      event.type === 'task.succeeded' || event.type === 'task.failed' ? [JSON.stringify(withoutTimes(event))] : [],
    )
    .sort();
}

function withoutTimes(event: object): JsonObject {
  const { seq: _seq, at: _at, activation: _activation, duration: _duration, ...rest } = event as Record<string, Json>;
  const output = rest['output'];
  // `waited` and `checks` of a wait depend on time.
  if (isJsonObject(output) && 'waited' in output) return { ...rest, output: output['value'] ?? null };
  return rest;
}

/** Whether a call belongs to the first attempt of its activation: a pause changes in what order items call, not which attempts they make. */
function isFirstAttempt({ key }: Call): boolean {
  return key.split('/')[3] === '1';
}

test('a run paused, stepped and resumed at any moments gives what it gives when it never is', () => {
  let paused = 0;
  const moments = array(record({ after: integer({ min: 0, max: 4000 }), steps: nat(3), isBroken: boolean() }), {
    maxLength: 6,
  });
  assert(
    property(array(nat(1000), { minLength: 30, maxLength: 60 }), moments, (rolls, pauses) => {
      const { text, failing } = makeWorkflow(rolls);
      const answers: Script['answers'] = Object.fromEntries(
        Array.from({ length: 15 }, (_, index) => [
          `t${index}`,
          (call) =>
            failing.has(`t${index}`) && isFirstAttempt(call)
              ? { error: 'X', after: 300 }
              : { value: call.type === 'tool.call' ? call.input : null, after: 40 + index },
        ]),
      );
      const calm = runScript(text, { answers });
      const inputs = pauses.flatMap(({ after, steps }) => [
        { after, type: 'run.paused' as const, reason: 'asked' as const },
        ...Array.from({ length: steps }, (_, index) => ({
          after: after + 10 * (index + 1),
          type: 'run.stepped' as const,
        })),
        { after: after + 500, type: 'run.resumed' as const },
      ]);
      const breakpoints = pauses.flatMap(({ isBroken }, index) =>
        isBroken ? [{ at: { task: `t${index + 5}` }, condition: null }] : [],
      );
      const last = Array.from({ length: 60 }, (_, index) => ({
        after: 100_000 + index * 100_000,
        type: 'run.resumed' as const,
      }));
      const run = runScript(text, { answers, plan: { breakpoints }, inputs: [...inputs, ...last] });
      if (run.events.some(({ type }) => type === 'run.paused')) paused += 1;
      expect(run.isFinished).toBe(true);
      expect(run.view.status).toBe(calm.view.status);
      expect(results(run.events)).toEqual(results(calm.events));
      expect(replay(text, run.journal)).toEqual(run.events);
    }),
    { numRuns: RUNS },
  );
  expect(paused).toBeGreaterThan(RUNS / 4);
}, 60_000);
