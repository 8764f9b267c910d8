import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunEventBody, type RunView } from '#engine/run';
import { numRuns } from '#engine/testing';
import { type OutlineOptions, TimelineOutline } from './TimelineOutline.ts';
import { toTimeSpan } from './toTimelineRow.ts';

const FAILURE = { code: 'COMMUNICATION_ERROR', message: '503', details: null };

/** Folds events given as `[ms since start, body]`. */
function viewOf(...events: readonly (readonly [number, RunEventBody])[]): RunView {
  return foldRun(
    EMPTY_VIEW,
    events.map(([at, body], seq): RunEvent => ({ seq, at: 1000 + at, ...body })),
  );
}

const STARTED: RunEventBody = { type: 'run.started', runId: 'r', input: {}, simulate: false };

function started(taskId: string, activation: number, parent: number | null = null): RunEventBody {
  const operation = parent === null ? null : ({ kind: 'operation', index: 0 } as const);
  return { type: 'task.started', taskId, activation, parent, operation, input: {} };
}

function succeeded(taskId: string, activation: number, duration: number, marks = {}): RunEventBody {
  const answer = { retryCount: 0, simulated: false, ...marks };
  return { type: 'task.succeeded', taskId, activation, output: 1, duration, ...answer };
}

function startedItem(index: number, activation: number): RunEventBody {
  const operation = { kind: 'item', index } as const;
  return { type: 'task.started', taskId: 'row', activation, parent: 1, operation, input: {} };
}

/** A task that failed once and was tried again. */
const retried = (simulated: boolean) =>
  viewOf(
    [0, STARTED],
    [0, started('a', 1)],
    [0, { type: 'task.attempt', taskId: 'a', activation: 1, attempt: 1 }],
    [
      100,
      {
        type: 'task.retrying',
        taskId: 'a',
        activation: 1,
        attempt: 1,
        attempts: 2,
        delay: 50,
        until: 1150,
        error: FAILURE,
      },
    ],
    [150, { type: 'task.attempt', taskId: 'a', activation: 1, attempt: 2 }],
    [200, succeeded('a', 1, 200, { retryCount: 1, simulated })],
    [200, { type: 'run.finished', status: 'success', output: 1, error: null }],
  );

/** All rows of a view. */
function toTimeline(view: RunView, now: number, options: OutlineOptions = { toggled: new Set(), shown: null }) {
  const outline = new TimelineOutline();
  outline.update({ view, events: [] }, options);
  const frame = toTimeSpan(view, now);
  return { rows: outline.rows(0, outline.length, frame), span: Math.max(frame.end - frame.origin, 1) };
}

describe('the timeline of a run', () => {
  it('puts what ran inside a container below it, in order of start', () => {
    const view = viewOf(
      [0, STARTED],
      [0, started('gather', 1)],
      [0, started('docs', 2, 1)],
      [5, started('other', 4)],
      [6, started('incidents', 3, 1)],
    );
    const rows = toTimeline(view, 1010).rows;
    expect(rows.map(({ taskId, depth }) => `${depth} ${taskId}`)).toEqual([
      '0 gather',
      '1 docs',
      '1 incidents',
      '0 other',
    ]);
  });

  it('numbers the items of a collection', () => {
    const view = viewOf([0, STARTED], [0, started('each', 1)], [0, startedItem(0, 2)], [0, startedItem(1, 3)]);
    expect(toTimeline(view, 1010).rows.map(({ item: number }) => number)).toEqual([null, 0, 1]);
  });

  it('closes a container that holds much, until it is opened or one inside is chosen', () => {
    const items = Array.from({ length: 30 }, (_, index) => [0, startedItem(index, index + 2)] as const);
    const view = viewOf([0, STARTED], [0, started('each', 1)], ...items);
    const rowsWith = (toggled: readonly number[], shown: number | null) =>
      toTimeline(view, 1010, { toggled: new Set(toggled), shown }).rows;
    expect(rowsWith([], null)).toMatchObject([{ taskId: 'each', childCount: 30, isOpen: false }]);
    expect(rowsWith([1], null)).toHaveLength(31);
    expect(rowsWith([], 7)).toHaveLength(31);
  });

  it('shows a failed attempt, the pause, and the attempt that went well', () => {
    const { rows, span } = toTimeline(retried(false), 9999);
    expect(span).toBe(200);
    expect(rows[0]?.bars).toEqual([
      { tone: 'error', start: 0, end: 100, isUnreal: false },
      { tone: 'waiting', start: 100, end: 150, isUnreal: false },
      { tone: 'success', start: 150, end: 200, isUnreal: false },
    ]);
    expect(rows[0]).toMatchObject({ duration: 200, retryCount: 1, status: 'success' });
  });

  it('keeps the colours where the answers are made up: the row has a calm mark of its own', () => {
    const [row] = toTimeline(retried(true), 9999).rows;
    expect(row).toMatchObject({ isSimulated: true, marks: [] });
    expect(row?.bars.map(({ tone, isUnreal }) => [tone, isUnreal])).toEqual([
      ['error', false],
      ['waiting', false],
      ['success', false],
    ]);
  });

  it('lets open bars end now', () => {
    const view = viewOf([0, STARTED], [10, started('a', 1)]);
    const { rows, span } = toTimeline(view, 1500);
    expect(span).toBe(500);
    expect(rows[0]?.bars).toEqual([{ tone: 'running', start: 10, end: 500, isUnreal: false }]);
    expect(rows[0]?.duration).toBeNull();
  });
});

it('is finite for a view of any numbers, and draws few bars for many attempts', () => {
  const attempts = Array.from({ length: 50_000 }, (_, at) => ({
    attempt: at + 1,
    startedAt: at,
    endedAt: at,
    error: null,
  }));
  const strange = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300, -1e300, null];
  for (const startedAt of strange) {
    for (const endedAt of strange) {
      const [known] = viewOf([0, STARTED], [0, started('a', 1)]).activations.values();
      if (known === undefined) throw new Error('There is no step.');
      const step = { ...known, startedAt, endedAt, attempts };
      const all = { ...EMPTY_VIEW, startedAt, endedAt, activations: new Map([[1, step]]) };
      const { rows, span } = toTimeline(all, 5);
      expect(span).toBeGreaterThanOrEqual(1);
      expect(rows[0]?.bars.length ?? 0).toBeLessThan(210);
    }
  }
});

/** Begins, ends and queues activations of a tree: what begins is inside one that began before, or at the top. */
const step = record({
  kind: constantFrom('queued', 'started', 'started', 'started', 'ended'),
  /** Which activation, of those that are queued or have started. */
  which: nat(),
  /** 0: at the top; 1 to 4: in one of the last; more: in the first, which so gets many. */
  parent: nat(7),
});

function toEvents(steps: readonly { kind: string; which: number; parent: number }[]): readonly RunEvent[] {
  const begun: { id: number; isQueued: boolean; parent: number | null }[] = [];
  const bodies = steps.map(({ kind, which, parent }): RunEventBody => {
    const queued = begun.filter(({ isQueued }) => isQueued);
    const known = queued[which % Math.max(queued.length, 1)];
    if (kind === 'started' && known !== undefined && which % 2 === 0) {
      known.isQueued = false;
      return started(`t${known.id}`, known.id, known.parent);
    }
    if (kind === 'ended' && begun.length > 0) return succeeded('t', begun[which % begun.length]?.id ?? 1, 1);
    const around = parent > 4 ? begun[0] : begun.at(-parent);
    const own = parent === 0 || around === undefined ? null : around.id;
    begun.push({ id: begun.length + 1, isQueued: kind === 'queued', parent: own });
    const begin = started(`t${begun.length}`, begun.length, own);
    if (kind !== 'queued' || begin.type !== 'task.started') return begin;
    const { input: _, ...queuedBody } = begin;
    return { ...queuedBody, type: 'task.queued' };
  });
  return [STARTED, ...bodies].map((body, seq): RunEvent => ({ seq, at: 1000 + seq, ...body }));
}

it('is the same batch by batch as all at once, whatever is open or chosen', () => {
  assert(
    property(
      array(step, { minLength: 30, maxLength: 120 }),
      array(nat(20), { minLength: 8, maxLength: 8 }),
      (steps, sizes) => {
        const events = toEvents(steps);
        const outline = new TimelineOutline();
        let options: OutlineOptions = { toggled: new Set(), shown: null };
        let [count, view, turn] = [0, EMPTY_VIEW, 0];
        while (count < events.length) {
          const size = (sizes[turn % sizes.length] ?? 0) + 1;
          view = foldRun(view, events.slice(count, count + size));
          count = Math.min(events.length, count + size);
          // Now and then a container is toggled, or a row is chosen.
          if (turn % 3 === 1) options = { toggled: new Set([...options.toggled, size]), shown: size };
          outline.update({ view, events: events.slice(0, count) }, options);
          const frame = toTimeSpan(view, 9999);
          const rows = outline.rows(0, outline.length, frame);
          expect(rows).toEqual(toTimeline(view, 9999, options).rows);
          for (const [index, row] of rows.entries()) expect(outline.indexOf(row.activation)).toBe(index);
          turn += 1;
        }
      },
    ),
    { numRuns: numRuns(200) },
  );
});

it('reads a batch of a long run, and no step before it', () => {
  const steps = Array.from({ length: 5_000 }, (_, index) => [
    [index, started('a', index + 1)] as const,
    [index, succeeded('a', index + 1, 0)] as const,
  ]).flat();
  const events = [[0, STARTED] as const, ...steps].map(
    ([at, body], seq): RunEvent => ({ seq, at: 1000 + at, ...body }),
  );
  const [before, after] = [foldRun(EMPTY_VIEW, events.slice(0, -50)), foldRun(EMPTY_VIEW, events)];
  const outline = new TimelineOutline();
  const options = { toggled: new Set<number>(), shown: null };
  outline.update({ view: before, events: events.slice(0, -50) }, options);
  let reads = 0;
  const counted = new Proxy(after.activations, {
    get: (map, name) => {
      if (name !== 'get' && name !== 'has') throw new Error(`${String(name)} reads more than one step`);
      return (id: number) => {
        reads += 1;
        return map[name](id);
      };
    },
  });
  outline.update({ view: { ...after, activations: counted }, events }, options);
  expect(outline.length).toBe(5_000);
  expect(outline.rows(4_980, 5_000, toTimeSpan(after, 9999))).toHaveLength(20);
  expect(reads).toBeLessThan(500);
});
