import { type Arbitrary, array, assert, constantFrom, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunEventBody, type RunView } from '#engine/run';
import { numRuns } from '#engine/testing';
import { TimeScale } from '../TimeScale.ts';
import { type OutlineOptions, type OutlineRow, TimelineOutline } from './TimelineOutline.ts';
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

const failed = (taskId: string, activation: number): RunEventBody => ({
  type: 'task.failed',
  taskId,
  activation,
  error: FAILURE,
  output: null,
  duration: 1,
  retryCount: 0,
});

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

const DEFAULT: OutlineOptions = { toggled: new Set(), shown: null };

/** All rows of a view. */
function rowsOf(view: RunView, now: number, options = DEFAULT): readonly OutlineRow[] {
  const outline = new TimelineOutline();
  outline.update({ view, events: [] }, options);
  return outline.rows(0, outline.length, toTimeSpan(view, now));
}

/** All rows of a view in which no rounds are folded. */
function toTimeline(view: RunView, now: number, options = DEFAULT) {
  const frame = toTimeSpan(view, now);
  const rows = rowsOf(view, now, options).flatMap((each) => (each.kind === 'step' ? each.row : []));
  return { rows, span: Math.max(frame.end - frame.origin, 1) };
}

/** Rows as lines of text: indent, task, number of the round or item, or how many there are; `▸` and `▾` before what can be unfolded. */
function linesOf(rows: readonly OutlineRow[]): readonly string[] {
  return rows.map(({ kind, row }) => {
    const sign = kind === 'rounds' || row.childCount > 0 ? (row.isOpen ? '▾ ' : '▸ ') : '';
    const number = kind === 'rounds' ? ` ×${row.count}` : row.round === null ? '' : ` ${row.round}`;
    return `${'  '.repeat(row.depth)}${sign}${row.taskId}${number}`;
  });
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
    expect(rowsWith([1], null)).toMatchObject([{ taskId: 'each', isOpen: true }]);
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

  it('tells a failure after which the run went on from one that ended it, and counts warnings', () => {
    const bodies: readonly RunEventBody[] = [
      STARTED,
      started('a', 1),
      { type: 'warning', taskId: 'a', code: 'MISSING_REFERENCE', message: 'gone', path: null },
      failed('a', 1),
      { type: 'edge.taken', taskId: 'a', activation: 1, via: 'on_error', target: 'b', with: null },
      started('b', 2),
      failed('b', 2),
    ];
    const events = bodies.map((body, seq): RunEvent => ({ seq, at: 1000 + seq, ...body }));
    const outline = new TimelineOutline();
    const view = foldRun(EMPTY_VIEW, events);
    outline.update({ view, events }, DEFAULT);
    const rows = outline.rows(0, outline.length, toTimeSpan(view, 1010)).map(({ row }) => row);
    expect(rows).toMatchObject([
      { taskId: 'a', status: 'error', isHandled: true, warnings: 1 },
      { taskId: 'b', status: 'error', isHandled: false, warnings: 0 },
    ]);
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

/** A loop: both of its tasks, round for round; the rounds that fail by their number. */
function loopOf(rounds: number, { failing = [] as readonly number[], parent = null as number | null } = {}) {
  return Array.from({ length: rounds }, (_, index) => {
    const [poll, choose] = [10 + 2 * index, 11 + 2 * index];
    const end: RunEventBody = failing.includes(index + 1)
      ? {
          type: 'task.failed',
          taskId: 'poll',
          activation: poll,
          error: FAILURE,
          output: null,
          duration: 4,
          retryCount: 0,
        }
      : succeeded('poll', poll, 4);
    return [
      [index * 10, started('poll', poll, parent)] as const,
      [index * 10 + 4, end] as const,
      [index * 10 + 4, started('choose', choose, parent)] as const,
      [index * 10 + 5, succeeded('choose', choose, 1)] as const,
    ];
  }).flat();
}

/** The rounds that the rows of 30 rounds lead to. */
function leads(options: Parameters<typeof loopOf>[1], ...rest: readonly (readonly [number, RunEventBody])[]) {
  const rows = rowsOf(viewOf([0, STARTED], ...loopOf(30, options), ...rest), 999);
  return rows.map(({ kind, row }) => kind === 'rounds' && row.told);
}

describe('the rounds of a loop', () => {
  it('have a row each up to a dozen, and one for all from then on', () => {
    expect(linesOf(rowsOf(viewOf([0, STARTED], ...loopOf(12)), 999))).toHaveLength(24);
    const view = viewOf([0, STARTED], [0, started('before', 1)], ...loopOf(3_000), [99_999, started('after', 2)]);
    expect(linesOf(rowsOf(view, 99_999))).toEqual(['before', '▸ poll ×3000', '▸ choose ×3000', 'after']);
  });

  it('say how many failed, the worst state, and how long all worked; their bars are on one line', () => {
    const [poll] = rowsOf(viewOf([0, STARTED], ...loopOf(30, { failing: [3, 7] })), 999);
    expect(poll).toMatchObject({ kind: 'rounds', row: { failed: 2, status: 'error', duration: 120, marks: [] } });
    const bars = poll?.row.bars ?? [];
    expect(bars).toHaveLength(30);
    expect(bars.filter(({ tone }) => tone === 'error')).toEqual([
      { tone: 'error', start: 20, end: 24, isUnreal: false },
      { tone: 'error', start: 60, end: 64, isUnreal: false },
    ]);
    // The failures are drawn over the rest.
    expect(bars.at(-1)?.tone).toBe('error');
    const [many] = rowsOf(viewOf([0, STARTED], ...loopOf(3_000)), 99_999);
    expect(many?.row.bars.length).toBeLessThan(150);
  });

  it('say what is under way, until it ends', () => {
    const view = viewOf([0, STARTED], ...loopOf(20), [200, started('poll', 99)]);
    const [row] = rowsOf(view, 1207);
    expect(row).toMatchObject({ row: { count: 21, status: 'running', duration: 80 } });
    expect(row?.row.bars.at(-1)).toEqual({ tone: 'running', start: 200, end: 207, isUnreal: false });
  });

  it('unfold into each, numbered from 1, below a container, too', () => {
    const view = viewOf([0, STARTED], [0, started('group', 1)], ...loopOf(13, { parent: 1 }));
    const open = { toggled: new Set([1, '1/poll']), shown: null };
    const lines = linesOf(rowsOf(view, 999, open));
    expect(lines.slice(0, 4)).toEqual(['▾ group', '  ▾ poll ×13', '    poll 1', '    poll 2']);
    expect(lines.slice(-3)).toEqual(['    poll 12', '    poll 13', '  ▸ choose ×13']);
  });

  it('are unfolded around a step that is chosen, with all that holds it', () => {
    const view = viewOf([0, STARTED], [0, started('group', 1)], ...loopOf(40, { parent: 1 }));
    const outline = new TimelineOutline();
    outline.update({ view, events: [] }, { toggled: new Set(), shown: 50 });
    const at = outline.indexOf(50);
    expect(outline.rows(at, at + 1, toTimeSpan(view, 999))).toMatchObject([{ row: { taskId: 'poll', round: 21 } }]);
    expect(outline.indexAround(at)).toBe(1);
    expect(outline.indexAround(1)).toBe(0);
    expect(outline.indexAround(0)).toBe(-1);
    // They are folded by hand: all around stays open.
    expect(outline.isHeld('1/poll')).toBe(true);
    const toggled = outline.toggledWith('1/poll');
    outline.update({ view, events: [] }, { toggled, shown: null });
    const folded = outline.rows(0, outline.length, toTimeSpan(view, 999));
    expect(linesOf(folded)).toEqual(['▾ group', '  ▸ poll ×40', '  ▸ choose ×40']);
    expect(outline.indexOf(50)).toBe(-1);
  });

  it('lead to the first that failed, else to the last one', () => {
    expect(leads({ failing: [7, 3] })).toEqual([10 + 2 * 2, 11 + 2 * 29]);
    expect(leads({})).toEqual([10 + 2 * 29, 11 + 2 * 29]);
    expect(leads({}, [500, started('poll', 99)])[0]).toBe(99);
    // The last one has started; others wait for their turn.
    const { input: _, ...queued } = { ...started('poll', 98), input: {} };
    expect(leads({}, [500, { ...queued, type: 'task.queued' } as RunEventBody])[0]).toBe(10 + 2 * 29);
  });

  it('stay folded where their row shows, with all around them open, and a round of them is found by it', () => {
    const view = viewOf([0, STARTED], [0, started('group', 1)], ...loopOf(40, { parent: 1 }));
    const outline = new TimelineOutline();
    outline.update({ view, events: [] }, { toggled: new Set(), shown: '1/poll' });
    const lines = linesOf(outline.rows(0, outline.length, toTimeSpan(view, 999)));
    expect(lines).toEqual(['▾ group', '  ▸ poll ×40', '  ▸ choose ×40']);
    expect(outline.roundsOf(50)).toBe('1/poll');
    expect(outline.roundsOf(1)).toBeNull();
    // What a step unfolded stays so once their row takes its place.
    outline.update({ view, events: [] }, { toggled: new Set(), shown: 50 });
    const toggled = outline.toggledWith(null);
    const open = linesOf(outline.rows(0, outline.length, toTimeSpan(view, 999)));
    outline.update({ view, events: [] }, { toggled, shown: '1/poll' });
    expect(linesOf(outline.rows(0, outline.length, toTimeSpan(view, 999)))).toEqual(open);
    expect(open).toHaveLength(43);
  });

  it('have each bar for itself in the part of the axis that is shown near enough', () => {
    const view = viewOf([0, STARTED], ...loopOf(3_000, { failing: [1_502] }), [30_000, started('after', 2)]);
    const outline = new TimelineOutline();
    outline.update({ view, events: [] }, DEFAULT);
    const frame = toTimeSpan(view, 30_000);
    const barsIn = (from: number, to: number, resolution: number) => {
      const part = { scale: new TimeScale([], 0), from, to, resolution };
      const [row] = outline.rows(0, 1, { ...frame, part });
      return row?.row.bars.map(({ tone, start, end }) => `${tone} ${start} ${end}`);
    };
    expect(barsIn(15_000, 15_030, 1)).toEqual([
      'success 15000 15004',
      'success 15020 15024',
      'success 15030 15034',
      'error 15010 15014',
    ]);
    // Farther away: as many as have room.
    expect(barsIn(0, 30_000, 7)).toEqual(['success 0 15004', 'success 15020 29994', 'error 15010 15014']);
    // The same part is the same row, and all of the axis is as it was.
    const part = { scale: new TimeScale([], 0), from: 0, to: 100, resolution: 1 };
    const [one] = outline.rows(0, 1, { ...frame, part });
    expect(outline.rows(0, 1, { ...frame, part })[0]?.row).toBe(one?.row);
    expect(outline.rows(0, 1, frame)[0]?.row.bars.length).toBeGreaterThan(60);
  });

  it('that are containers stay closed one by one, and open where it is asked', () => {
    const rounds = Array.from({ length: 20 }, (_, index) => [
      [index, started('group', 100 + 10 * index)] as const,
      [index, started('inner', 101 + 10 * index, 100 + 10 * index)] as const,
    ]).flat();
    const view = viewOf([0, STARTED], ...rounds);
    const lines = linesOf(rowsOf(view, 999, { toggled: new Set(['/group', 120]), shown: null }));
    expect(lines.slice(0, 6)).toEqual([
      '▾ group ×20',
      '  ▸ group 1',
      '  ▸ group 2',
      '  ▾ group 3',
      '    inner',
      '  ▸ group 4',
    ]);
    expect(lines).toHaveLength(22);
  });

  it('are those of items in a collection, which have the number of their item', () => {
    const items = Array.from({ length: 20 }, (_, index) => [0, startedItem(index, index + 2)] as const);
    const view = viewOf([0, STARTED], [0, started('each', 1)], ...items);
    const rows = rowsOf(view, 999, { toggled: new Set([1, '1/row']), shown: null });
    expect(rows[1]).toMatchObject({ kind: 'rounds', row: { count: 20 } });
    expect(rows[9]).toMatchObject({ kind: 'step', row: { item: 7, depth: 2 } });
  });

  it('are marked where answers were not their own', () => {
    const view = viewOf([0, STARTED], ...loopOf(15), [
      999,
      { type: 'value.edited', taskId: 'poll', activation: 12, target: 'output', value: 2 },
    ]);
    expect(rowsOf(view, 999)[0]).toMatchObject({ row: { marks: ['Edited'] } });
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
  /** Whether it is a round of one of two tasks, or of a task of its own. */
  task: constantFrom('poll', 'poll', 'choose', ''),
});

type Step = typeof step extends Arbitrary<infer Value> ? Value : never;

function toEvents(steps: readonly Step[]): readonly RunEvent[] {
  const begun: { id: number; taskId: string; isQueued: boolean; isEnded: boolean; parent: number | null }[] = [];
  const bodies = steps.flatMap(({ kind, which, parent, task }): RunEventBody | readonly [] => {
    const queued = begun.filter(({ isQueued }) => isQueued);
    const known = queued[which % Math.max(queued.length, 1)];
    if (kind === 'started' && known !== undefined && which % 2 === 0) {
      known.isQueued = false;
      return started(known.taskId, known.id, known.parent);
    }
    if (kind === 'ended' && begun.length > 0) {
      const ending = begun[which % begun.length];
      if (ending === undefined || ending.isEnded) return [];
      ending.isEnded = true;
      ending.isQueued = false;
      return succeeded(ending.taskId, ending.id, 1);
    }
    const around = parent > 4 ? begun[0] : begun.at(-parent);
    const own = parent === 0 || around === undefined ? null : around.id;
    const id = begun.length + 1;
    const taskId = task === '' ? `t${id}` : task;
    begun.push({ id, taskId, isQueued: kind === 'queued', isEnded: false, parent: own });
    const begin = started(taskId, id, own);
    if (kind !== 'queued' || begin.type !== 'task.started') return begin;
    const { input: _, ...queuedBody } = begin;
    return { ...queuedBody, type: 'task.queued' };
  });
  return [STARTED, ...bodies].map((body, seq): RunEvent => ({ seq, at: 1000 + seq, ...body }));
}

it('is the same batch by batch as all at once, whatever is open or chosen', () => {
  let folded = 0;
  assert(
    property(
      array(step, { minLength: 30, maxLength: 120 }),
      array(nat(20), { minLength: 8, maxLength: 8 }),
      (steps, sizes) => {
        const events = toEvents(steps);
        const outline = new TimelineOutline();
        let options: OutlineOptions = DEFAULT;
        let [count, view, turn] = [0, EMPTY_VIEW, 0];
        while (count < events.length) {
          const size = (sizes[turn % sizes.length] ?? 0) + 1;
          view = foldRun(view, events.slice(count, count + size));
          count = Math.min(events.length, count + size);
          // Now and then a container is toggled, rounds are, or a row is chosen.
          const key = turn % 2 === 0 ? '1/poll' : size;
          if (turn % 3 === 1) options = { toggled: new Set([...options.toggled, key]), shown: size };
          outline.update({ view, events: events.slice(0, count) }, options);
          const rows = outline.rows(0, outline.length, toTimeSpan(view, 9999));
          expect(rows).toEqual(rowsOf(view, 9999, options));
          const indices = [...rows.keys()];
          expect(rows.map(({ kind, row }) => outline.indexOf(kind === 'step' ? row.activation : row.key))).toEqual(
            indices,
          );
          expect(indices.map((index) => outline.indexAround(index))).toEqual(
            rows.map(({ row }, index) => rows.findLastIndex((other, at) => at < index && other.row.depth < row.depth)),
          );
          const [first, last] = [size, 2 * size];
          expect(outline.rows(first, last, toTimeSpan(view, 9999))).toEqual(rows.slice(first, last));
          folded += rows.filter(({ kind }) => kind === 'rounds').length;
          turn += 1;
        }
      },
    ),
    { numRuns: numRuns(80, 200) },
  );
  expect(folded).toBeGreaterThan(0);
});

/** A run of 5,000 rounds as it was 50 events before its end, and at its end; with how many steps are read of its last state. */
function longLoop() {
  const steps = Array.from({ length: 5_000 }, (_, index) => [
    [index, started('a', index + 1)] as const,
    [index, succeeded('a', index + 1, 0)] as const,
  ]).flat();
  const events = [[0, STARTED] as const, ...steps].map(
    ([at, body], seq): RunEvent => ({ seq, at: 1000 + at, ...body }),
  );
  const [before, after] = [foldRun(EMPTY_VIEW, events.slice(0, -50)), foldRun(EMPTY_VIEW, events)];
  const counter = { reads: 0 };
  const counted = new Proxy(after.activations, {
    get: (map, name) => {
      if (name !== 'get' && name !== 'has') throw new Error(`${String(name)} reads more than one step`);
      return (id: number) => {
        counter.reads += 1;
        return map[name](id);
      };
    },
  });
  return { events, before, after: { ...after, activations: counted }, counter };
}

it.each([
  { what: 'folded', toggled: [], length: 1 },
  { what: 'unfolded', toggled: ['/a'], length: 5_001 },
])('reads a batch of a long run whose rounds are $what, and no step before it', ({ toggled, length }) => {
  const { events, before, after, counter } = longLoop();
  const outline = new TimelineOutline();
  const options = { toggled: new Set(toggled), shown: null };
  outline.update({ view: before, events: events.slice(0, -50) }, options);
  outline.update({ view: after, events }, options);
  expect(outline.length).toBe(length);
  expect(outline.rows(length - 20, length, toTimeSpan(after, 9999))).toHaveLength(Math.min(length, 20));
  expect(counter.reads).toBeLessThan(500);
});
