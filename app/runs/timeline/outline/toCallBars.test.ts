import { describe, expect, it } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunError, type RunEvent, type RunEventBody } from '#engine/run';
import { toTimelineRow, toTimeSpan } from './toTimelineRow.ts';

type Timed = readonly [number, RunEventBody];

const REF = { taskId: 'find', activation: 1 };
const BEGIN: readonly Timed[] = [
  [0, { type: 'run.started', runId: 'r', input: {}, simulate: false }],
  [10, { type: 'task.started', ...REF, parent: null, operation: null, input: {} }],
];

function asked(at: number, key: string, kind: 'model' | 'tool', name: string): Timed {
  return [at, { type: 'effect.requested', ...REF, key, kind, name, request: {} }];
}

function answered(at: number, key: string, error: RunError | null = null): Timed {
  return [at, { type: 'effect.completed', ...REF, key, response: {}, error, simulated: false, duration: 1 }];
}

/** The row of the one step, at 1,000 ms. */
function rowOf(...events: readonly Timed[]) {
  const all = [...BEGIN, ...events].map(([at, body], seq): RunEvent => ({ seq, at: 5000 + at, ...body }));
  const view = foldRun(EMPTY_VIEW, all);
  const step = view.activations.get(1);
  if (step === undefined) throw new Error('The step has not begun');
  return toTimelineRow(
    step,
    { depth: 0, childCount: 0, isOpen: false, round: null, warnings: 0, isHandled: false },
    toTimeSpan(view, 6000),
  );
}

const LOST = { code: 'COMMUNICATION_ERROR', message: 'gone', details: null };

describe('the calls of a step in the timeline', () => {
  it('are the turns of an agent and its tools, each as long as it took', () => {
    const { bars, calls } = rowOf(
      asked(20, 'a', 'model', 'small'),
      answered(120, 'a'),
      asked(120, 'b', 'tool', 'digest'),
      asked(120, 'c', 'tool', 'lookup'),
      answered(150, 'b'),
      answered(900, 'c', LOST),
      asked(900, 'd', 'model', 'small'),
    );
    expect(bars.filter(({ call }) => call !== undefined)).toEqual([
      { tone: 'model', start: 20, end: 120, isUnreal: false, call: { title: 'Turn 1, 0.1 s', hasFailed: false } },
      { tone: 'tool', start: 120, end: 150, isUnreal: false, call: { title: 'digest, 30 ms', hasFailed: false } },
      { tone: 'tool', start: 120, end: 900, isUnreal: false, call: { title: 'lookup, 0.8 s', hasFailed: true } },
      {
        tone: 'model',
        start: 900,
        end: 1000,
        isUnreal: false,
        call: { title: 'Turn 2, not answered', hasFailed: false },
      },
    ]);
    expect(calls).toBe('2 turns, 2 tool calls');
  });

  it('are not told of a step that asked its model once, or none', () => {
    const once = rowOf(asked(20, 'a', 'model', 'small'), answered(120, 'a'));
    const tools = rowOf(asked(20, 'a', 'tool', 'x'), answered(30, 'a'), asked(30, 'b', 'tool', 'x'), answered(40, 'b'));
    for (const { bars, calls } of [once, tools]) {
      expect(bars.every(({ call }) => call === undefined)).toBe(true);
      expect(calls).toBeNull();
    }
  });

  it('are the latest two hundred, whose turns are numbered on', () => {
    const many = Array.from({ length: 300 }, (_, at) => [
      asked(20 + at, `k${at}`, 'model', 'small'),
      answered(21 + at, `k${at}`),
    ]).flat();
    const { bars, calls } = rowOf(...many);
    const drawn = bars.filter(({ tone }) => tone === 'model');
    expect(drawn).toHaveLength(200);
    expect(drawn[0]?.call?.title).toMatch(/^Turn 101, /);
    expect(calls).toBe('300 turns');
  });
});
