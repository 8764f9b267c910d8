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
  const view = foldRun(
    EMPTY_VIEW,
    bodies.map((body, seq): RunEvent => ({ seq, at: seq, ...body })),
  );

  it('mark each step whose result is not its own', () => {
    expect([...view.activations.values()].map(toMarks)).toEqual([['Pinned'], ['Mocked'], ['Edited'], []]);
  });

  it('are counted', () => {
    expect(countMarks(view.activations.values()).marks).toEqual(['1 pinned', '1 mocked', '1 edited']);
  });
});
