import { expect, test } from 'vitest';
import { EMPTY_VIEW, type RunEvent } from '#engine/run';
import { lastPassed, lastValuesOf } from './runScope.ts';

function taken(seq: number, via: 'on_success' | 'on_error', target: string): RunEvent {
  return { seq, at: seq, type: 'edge.taken', taskId: 'a', activation: 1, via, target, with: { n: seq } };
}

test('what a handler passed last is known for it, and for each edge apart', () => {
  const events = [taken(0, 'on_success', 'b'), taken(1, 'on_error', 'c'), taken(2, 'on_success', 'd')];
  const passed = (count: number, via: string, target?: string) =>
    lastPassed(
      { events: events.slice(0, count), view: EMPTY_VIEW },
      { taskId: 'a', via, ...(target === undefined ? {} : { target }) },
    );
  expect(passed(1, 'on_success')).toEqual({ n: 0 });
  expect(passed(3, 'on_success')).toEqual({ n: 2 });
  expect(passed(3, 'on_success', 'b')).toEqual({ n: 0 });
  expect(passed(3, 'on_success', 'd')).toEqual({ n: 2 });
  expect(passed(3, 'on_error')).toEqual({ n: 1 });
  expect(passed(3, 'on_complete')).toBeUndefined();
});

const run = { path: 'w.yaml', view: { ...EMPTY_VIEW, input: { text: 'hi' } } };

test('are those of the run on show of the open file, without secrets', () => {
  const state = {
    document: { activePath: 'w.yaml' },
    run: { shown: run },
    workspace: {
      variables: [
        { name: 'OPEN', value: 'x', isSecret: false, origins: [] },
        { name: 'HIDDEN', value: 'y', isSecret: true, origins: [] },
      ],
    },
  };
  const values = lastValuesOf(state);
  expect(values?.('workflow', null)).toMatchObject({ input: { text: 'hi' } });
  expect(values?.('env', null)).toEqual({ OPEN: 'x' });
  expect(values?.('input', 'unknown')).toBeUndefined();
  expect(lastValuesOf({ ...state, document: { activePath: 'other.yaml' } })).toBeUndefined();
});
