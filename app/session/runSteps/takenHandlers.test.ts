import { expect, it } from 'vitest';
import { EMPTY_VIEW, type RunEvent, type RunEventBody } from '#engine/run';
import { takenHandlers } from './takenHandlers.ts';

const first = { taskId: 'first', activation: 1 };
const second = { taskId: 'second', activation: 2 };
const BODIES: readonly RunEventBody[] = [
  { type: 'run.started', runId: 'r1', input: {}, simulate: false },
  { type: 'handler.fired', ...first, handler: 'on_success', event: { n: 1 }, next: ['second'] },
  { type: 'edge.taken', ...first, via: 'on_success', target: 'second', with: { order: 'A-7' } },
  { type: 'handler.fired', ...second, handler: 'on_error', event: { code: 'X' }, next: [] },
  { type: 'edge.taken', ...second, via: 'on_success', target: 'last', with: null },
];
const events = BODIES.map((body, seq): RunEvent => ({ seq, at: seq, ...body }));
const listOf = (activation: number) => takenHandlers({ events, view: EMPTY_VIEW }, activation);

it('says of each handler of a step where it led and what it passed on', () => {
  expect(listOf(1)).toEqual([{ seq: 2, handler: 'on_success', target: 'second', passed: { order: 'A-7' } }]);
});

it('names one that led nowhere with what it was told, in the order in which they fired', () => {
  expect(listOf(2).map(({ handler, target, passed }) => [handler, target, passed])).toEqual([
    ['on_error', null, { code: 'X' }],
    ['on_success', 'last', null],
  ]);
});

it('says nothing of a step that took none', () => {
  expect(listOf(3)).toEqual([]);
});
