import { expect, test } from 'vitest';
import { EMPTY_VIEW, type RunView } from '#engine/run';
import { toEdgeState } from './useCardState.ts';

const taken = (status: RunView['status'], target?: 'running' | 'success') => ({
  ...EMPTY_VIEW,
  status,
  edges: new Map([['a>on_success>b', 1]]),
  tasks: new Map(target ? [['b', { status: target }]] : []),
});

test('a line that was taken is live while its target runs, then taken', () => {
  expect(toEdgeState(taken('running', 'running'), 'a>on_success>b', 'b')).toBe('live');
  expect(toEdgeState(taken('running', 'success'), 'a>on_success>b', 'b')).toBe('taken');
  expect(toEdgeState(taken('cancelled', 'running'), 'a>on_success>b', 'b')).toBe('taken');
});

test('a line that was not taken fades only once the run has ended', () => {
  expect(toEdgeState(taken('running'), 'x', null)).toBe('idle');
  expect(toEdgeState(taken('success'), 'x', null)).toBe('faded');
});
