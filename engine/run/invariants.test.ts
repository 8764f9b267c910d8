import { array, assert, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { numRuns, replay, runScript, type ScriptedAnswer, type ScriptResult } from '../testing/index.ts';
import { anyWorkflow } from '../testing/simulation/anyWorkflow.ts';
import { Dice } from '../testing/simulation/Dice.ts';
import { pairEnds } from './testing.ts';

const ANSWERS: readonly ScriptedAnswer[] = [
  { value: { n: 2 } },
  { value: { n: 0 }, after: 5 },
  { value: null, after: 18 },
  { error: 'COMMUNICATION_ERROR', after: 3 },
  { error: 'VALIDATION_ERROR' },
  { error: 'RATE_LIMIT_ERROR', retryAfter: 11 },
  { value: [1], after: 40 },
];

/** Hooks that call containers with hooks can make a run as long as its limits allow to multiply. */
const MOST_INPUTS = 1500;

function run(rolls: readonly number[]): { readonly text: string; readonly result: ScriptResult } {
  const dice = Dice.ofRolls(rolls);
  // JSON is YAML.
  const text = JSON.stringify(anyWorkflow(dice));
  const stopAt = dice.roll(4) === 0 ? [{ after: dice.roll(60), type: 'run.cancelled' } as const] : [];
  const answer = (): ScriptedAnswer => dice.pick(ANSWERS, { value: 1 });
  const ids = Array.from({ length: 12 }, (_, index) => [`t${index}`, answer] as const);
  return {
    text,
    result: runScript(text, {
      answers: Object.fromEntries(ids),
      inputs: stopAt,
      seed: dice.roll(1000),
      mostInputs: MOST_INPUTS,
    }),
  };
}

function sorted(values: Iterable<number | string>): (number | string)[] {
  return [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** A busy machine may take a minute for what an idle one does in seconds. */
const TIME = { timeout: numRuns(60_000) };

test('whatever the workflow, what begins is settled once and nothing is left in flight', TIME, () => {
  const count = numRuns(60, 200);
  let finished = 0;
  assert(
    property(array(nat(1_000_000), { minLength: 40, maxLength: 260 }), (rolls) => {
      const { text, result } = run(rolls);
      const { events, effects, journal } = result;
      if (journal.length === MOST_INPUTS) return;
      expect(result.isFinished).toBe(true);
      finished += result.view.status === 'success' ? 1 : 0;

      const { activations, timers } = pairEnds(result);
      expect(activations.ended).toEqual(activations.begun);
      expect(new Set(timers.begun).size).toBe(timers.begun.length);
      expect(timers.ended).toEqual(timers.begun);

      const calls = result.calls.map(({ key }) => key);
      expect(new Set(calls).size).toBe(calls.length);
      const answered = [
        ...effects.flatMap((effect) => (effect.type === 'effect.abort' ? [effect.key] : [])),
        ...journal.flatMap((input) => (input.type === 'effect.completed' ? [input.key] : [])),
      ];
      expect(sorted(answered)).toEqual(sorted(calls));

      expect(events.filter(({ type }) => type === 'run.finished')).toHaveLength(1);
      expect(events.at(-1)?.type).toBe('run.finished');
      expect(JSON.stringify(replay(text, journal))).toBe(JSON.stringify(events));
    }),
    { numRuns: count },
  );
  // It would prove little if all runs failed immediately.
  expect(finished / count).toBeGreaterThan(0.1);
});

test('one activation of a task runs at a time in its scope', TIME, () => {
  assert(
    property(array(nat(1_000_000), { minLength: 40, maxLength: 260 }), (rolls) => {
      const running = new Map<string, number>();
      const scopes = new Map<number, string>();
      for (const event of run(rolls).result.events) {
        if (event.type === 'task.started' && event.operation?.kind !== 'hook') {
          const scope = `${event.taskId} in ${event.parent} ${event.operation?.kind === 'item' ? event.operation.index : ''}`;
          scopes.set(event.activation, scope);
          running.set(scope, (running.get(scope) ?? 0) + 1);
          expect(running.get(scope)).toBe(1);
        }
        if (event.type === 'task.succeeded' || event.type === 'task.failed' || event.type === 'task.cancelled') {
          const scope = scopes.get(event.activation);
          if (scope !== undefined) running.set(scope, (running.get(scope) ?? 0) - 1);
        }
      }
    }),
    { numRuns: numRuns(30, 200) },
  );
});
