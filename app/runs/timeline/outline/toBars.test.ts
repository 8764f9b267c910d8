import { array, assert, nat, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunError, type RunEvent, type RunEventBody } from '#engine/run';
import { numRuns } from '#engine/testing';
import { TimeScale } from '../TimeScale.ts';
import { type AxisPart, mergeCloseSpans, SpanList } from './toBars.ts';
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

const ORIGIN = 1_000;

type Pair = readonly [number, number];

function told(spans: readonly Pair[], part: Omit<AxisPart, 'scale'>, scale = new TimeScale([], 0)): readonly Pair[] {
  const times = spans.flatMap(([from, to]) => [ORIGIN + from, ORIGIN + to]);
  return mergeCloseSpans(times, ORIGIN, { ...part, scale }).map(({ from, to }) => [from - ORIGIN, to - ORIGIN]);
}

it('tells apart what is as far apart as the resolution, and leaves out what does not touch the part', () => {
  const spans = [
    [900, 950],
    [40, 44],
    [0, 15],
    [47, 48],
    [90, 120],
    [120, 130],
  ] as const;
  expect(told(spans, { from: 10, to: 100, resolution: 5 })).toEqual([
    [0, 15],
    [40, 48],
    [90, 120],
  ]);
  expect(told(spans, { from: 10, to: 100, resolution: 2 })).toEqual([
    [0, 15],
    [40, 44],
    [47, 48],
    [90, 120],
  ]);
});

it('counts the gap as it is drawn, where idle times are folded', () => {
  const scale = new TimeScale([{ from: 10, to: 1_000 }], 4);
  const spans = [
    [0, 10],
    [1_000, 1_010],
    [1_020, 1_030],
  ] as const;
  expect(told(spans, { from: 0, to: 34, resolution: 6 }, scale)).toEqual([
    [0, 1_010],
    [1_020, 1_030],
  ]);
  expect(told(spans, { from: 0, to: 34, resolution: 3 }, scale)).toEqual(spans);
});

it('is the union of all that touch the part but for gaps that are too narrow, and no more than have room', () => {
  const spans = array(tuple(nat(300), nat(40)), { maxLength: 80 });
  const part = record({ from: nat(200), length: nat({ max: 200 }), resolution: nat(30) });
  assert(
    property(spans, part, (pairs, { from, length, resolution: least }) => {
      const resolution = least + 1;
      const to = from + length;
      const given = pairs.map(([start, size]): Pair => [start, start + size]);
      const inPart = given.filter(([start, end]) => end >= from && start <= to).sort(([a], [b]) => a - b);
      const joined: [number, number][] = [];
      for (const [start, end] of inPart) {
        const last = joined.at(-1);
        if (last !== undefined && start - last[1] < resolution) last[1] = Math.max(last[1], end);
        else joined.push([start, end]);
      }
      expect(told(given, { from, to, resolution })).toEqual(joined);
      expect(joined.length).toBeLessThanOrEqual(length / resolution + 2);
    }),
    { numRuns: numRuns(300) },
  );
});

function listOf(...spans: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const list = new SpanList();
  for (const [from, to] of spans) list.add(from, to);
  return list.list().map(({ from, to }) => [from, to]);
}

/** Which of the first 70 ms are covered. */
function covered(all: readonly (readonly [number, number])[]): readonly boolean[] {
  return Array.from({ length: 70 }, (_, at) => all.some(([from, to]) => from <= at + 0.5 && at + 0.5 <= to));
}

/** Spans of 2 ms, one each 10 ms. */
function burst(at: number): readonly [number, number][] {
  return Array.from({ length: 5_000 }, (_, index) => [at + index * 10, at + index * 10 + 2]);
}

describe('a list of spans', () => {
  it('joins those that touch or overlap, in whatever order they come', () => {
    expect(listOf([0, 5], [10, 20], [5, 6], [30, 40], [18, 31])).toEqual([
      [0, 6],
      [10, 40],
    ]);
  });

  it('is the union of its spans', () => {
    assert(
      property(array(tuple(nat(60), nat(5)), { maxLength: 40 }), (spans) => {
        const given = spans.map(([from, length]): [number, number] => [from, from + length]);
        const list = listOf(...given);
        expect(covered(list)).toEqual(covered(given));
        expect(list).toEqual(list.toSorted(([one], [other]) => one - other));
      }),
      { numRuns: numRuns(200) },
    );
  });

  it('closes the narrowest of many gaps, and keeps long ones', () => {
    const list = listOf(...burst(0), ...burst(86_400_000));
    expect(list.length).toBeLessThanOrEqual(128);
    expect(list[0]?.[0]).toBe(0);
    expect(list.at(-1)?.[1]).toBe(86_400_000 + 49_992);
    expect(list.filter(([from, to]) => from < 86_400_000 && to > 49_992)).toEqual([]);
  });

  it('leaves out what is no time', () => {
    expect(listOf([Number.NaN, 1], [0, Number.POSITIVE_INFINITY], [3, 2])).toEqual([[3, 3]]);
  });
});
