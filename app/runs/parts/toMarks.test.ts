import { describe, expect, it } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunEventBody } from '#engine/run';
import { countMarks, toMarks } from './toMarks.ts';

const started = (activation: number): RunEventBody => ({
  type: 'task.started',
  taskId: `t${activation}`,
  activation,
  parent: null,
  operation: null,
  input: null,
});

const succeeded = (activation: number, pinned?: 'pinned' | 'mocked'): RunEventBody => ({
  type: 'task.succeeded',
  taskId: `t${activation}`,
  activation,
  output: 1,
  duration: 1,
  retryCount: 0,
  simulated: false,
  ...(pinned === undefined ? {} : { pinned }),
});

describe('the marks of a run', () => {
  const bodies: readonly RunEventBody[] = [
    started(1),
    succeeded(1, 'pinned'),
    started(2),
    succeeded(2, 'mocked'),
    started(3),
    succeeded(3),
    { type: 'value.edited', taskId: 't3', activation: 3, target: 'output', value: 2 },
    started(4),
    succeeded(4),
  ];
  const events = bodies.map((body, seq): RunEvent => ({ seq, at: seq, ...body }));
  const view = foldRun(EMPTY_VIEW, events);

  it('mark each step whose result is not its own', () => {
    expect([...view.activations.values()].map(toMarks)).toEqual([['Pinned'], ['Mocked'], ['Edited'], []]);
  });

  it('are counted', () => {
    expect(countMarks({ events, view })).toEqual({ marks: ['1 pinned', '1 mocked', '1 edited'], hasSimulated: false });
  });

  it('are counted the same event by event, and are the same object while they do not change', () => {
    const call = { taskId: 't5', activation: 5, key: 'k', response: 1, error: null, simulated: true, duration: 1 };
    const more: readonly RunEventBody[] = [
      started(5),
      { type: 'effect.requested', taskId: 't5', activation: 5, key: 'k', kind: 'tool', name: 'n', request: null },
      { type: 'effect.completed', ...call },
      succeeded(5, 'mocked'),
    ];
    const all = [...bodies, ...more].map((body, seq): RunEvent => ({ seq, at: seq, ...body }));
    const counts = all.map((_, index) => {
      const upTo = all.slice(0, index + 1);
      return countMarks({ events: upTo, view: foldRun(EMPTY_VIEW, upTo) });
    });
    expect(counts[6]).toEqual({ marks: ['1 pinned', '1 mocked', '1 edited'], hasSimulated: false });
    expect(counts[10]).toBe(counts[6]);
    expect(counts[11]).toEqual({ marks: ['1 pinned', '1 mocked', '1 edited'], hasSimulated: true });
    // What it answered with was a pin after all.
    expect(counts[12]).toEqual({ marks: ['1 pinned', '2 mocked', '1 edited'], hasSimulated: false });
  });
});
