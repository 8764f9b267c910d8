import { expect, test } from 'vitest';
import type { RunEvent } from '#engine/run';
import { show } from '../run/runShown.ts';
import { session } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { lookOf } from './lookOf.ts';

const START: RunEvent = { seq: 0, at: 1, type: 'run.started', runId: 'r', input: {}, simulate: false };

const RACE = `tasks:
  - id: race
    type: parallel
    tasks: [{id: fast, type: basic}, {id: slow, type: basic}]
  - {id: fatal, type: basic}
`;

function begin(taskId: string, activation: number, parent: number | null): RunEvent {
  return { seq: 0, at: 1, type: 'task.started', taskId, activation, parent, operation: null, input: null };
}

test('a failure looks handled once what it ran in has led on, and like an error where nothing did', () => {
  resetSession({ 'race.yaml': RACE });
  const error = { code: 'FIRST', message: 'done', details: null };
  const fail = (taskId: string, activation: number): RunEvent => {
    return { seq: 0, at: 2, type: 'task.failed', taskId, activation, error, output: null, duration: 1, retryCount: 0 };
  };
  const raced = [begin('race', 1, null), begin('fast', 2, 1), begin('slow', 3, 1), fail('fast', 2), fail('race', 1)];
  const looks = (events: readonly RunEvent[]) => {
    show({ runId: 'r', path: 'race.yaml', source: RACE, events: [START, ...events] });
    return ['race', 'fast', 'fatal'].map((id) => lookOf(session.getState(), id));
  };
  expect(looks(raced)).toEqual(['error', 'error', undefined]);
  const ref = { taskId: 'race', activation: 1, target: 'fatal', with: {} } as const;
  const led: RunEvent = { seq: 0, at: 2, type: 'edge.taken', via: 'on_error', ...ref };
  expect(looks([...raced, led, begin('fatal', 4, null), fail('fatal', 4)])).toEqual(['handled', 'handled', 'error']);
});

const ROUNDS = `tasks:
  - {id: again, type: basic, on_error: {next: [again]}}
`;

test('a task whose last round ended the run looks like an error, though the rounds before were handled', () => {
  resetSession({ 'rounds.yaml': ROUNDS });
  const error = { code: 'FIRST', message: 'done', details: null };
  const fail = (activation: number): RunEvent => {
    return {
      seq: 0,
      at: 2,
      type: 'task.failed',
      taskId: 'again',
      activation,
      error,
      output: null,
      duration: 1,
      retryCount: 0,
    };
  };
  const ref = { taskId: 'again', activation: 1, target: 'again', with: {} } as const;
  const led: RunEvent = { seq: 0, at: 2, type: 'edge.taken', via: 'on_error', ...ref };
  const look = (events: readonly RunEvent[]) => {
    show({ runId: 'r', path: 'rounds.yaml', source: ROUNDS, events: [START, ...events] });
    return lookOf(session.getState(), 'again');
  };
  const first = [begin('again', 1, null), fail(1), led];
  expect(look(first)).toBe('handled');
  expect(look([...first, begin('again', 2, null), fail(2)])).toBe('error');
});
