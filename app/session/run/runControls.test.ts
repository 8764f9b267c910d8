import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunEvent, RunEventBody } from '#engine/run';
import type { EngineWorker, EventBatch, RunRecord, RunSummary } from '#engine/worker';
import { muteBreakpoints, removeBreakpoints } from '../runSteps/debugLists.ts';
import { readSettings, toSettings } from '../storage/settings.ts';
import { applyChange, INITIAL_STATE, session, update } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { connectRuns } from './run.ts';
import {
  activeBreakpoints,
  breakpointAt,
  describeBreakpoint,
  keepBreakpoint,
  setBreakpoint,
  setErrorPause,
  toggleBreakpoint,
} from './runBreakpoints.ts';
import { doubleBudget, stepRun, togglePause } from './runControls.ts';
import { filterRuns, refreshRuns, showMoreRuns } from './runHistory.ts';
import { startPart } from './runPart.ts';
import { pinTask } from './runPins.ts';
import { startRun } from './startRun.ts';

const SOURCE = 'tasks:\n  - id: one\n    type: basic\n    on_success: { next: two }\n  - id: two\n    type: basic\n';
const PIN = { kind: 'pinned', output: 7 } as const;

function events(...bodies: readonly RunEventBody[]): readonly RunEvent[] {
  return bodies.map((body, seq) => ({ seq, at: 1000 + seq, ...body }));
}

const STARTED: RunEventBody = { type: 'run.started', runId: 'r1', input: {}, simulate: false };

function summary(index: number, change: Partial<RunSummary> = {}): RunSummary {
  const run = {
    path: 'a.yaml',
    name: null,
    status: 'success',
    endedAt: null,
    simulate: false,
    simulated: false,
  } as const;
  return { ...run, runId: `r${index}`, startedAt: 10_000 - index, ...change };
}

/** An engine that records what it receives. */
function fakeEngine(history: readonly RunSummary[] = []) {
  let listener: ((batch: EventBatch) => void) | undefined;
  const record: RunRecord = { ...summary(1), status: 'running', source: SOURCE, input: {}, events: events(STARTED) };
  const engine = {
    startRun: vi.fn<EngineWorker['startRun']>(async () => ({ ok: true, runId: 'r1' })),
    controlRun: vi.fn<EngineWorker['controlRun']>(async () => undefined),
    recoverRuns: vi.fn<EngineWorker['recoverRuns']>(async () => []),
    takeOver: vi.fn<EngineWorker['takeOver']>(async () => undefined),
    subscribe: async (next: (batch: EventBatch) => void) => {
      listener = next;
    },
    listRuns: vi.fn<EngineWorker['listRuns']>(async (query = {}) =>
      history
        .filter((run) => query.before === undefined || run.startedAt < query.before)
        .filter((run) => query.status === undefined || run.status === query.status || run.status === 'interrupted')
        .slice(0, query.limit),
    ),
    findRun: vi.fn<EngineWorker['findRun']>(async () => record),
  };
  const stop = connectRuns({ engine: idleEngine(engine), restart: () => undefined, onFailure: () => () => undefined });
  return { engine, stop, send: (batch: Omit<EventBatch, 'runId'>) => listener?.({ runId: 'r1', ...batch }) };
}

describe('what the user sets for runs of a file', () => {
  let fake: ReturnType<typeof fakeEngine>;
  beforeEach(() => {
    resetSession({ 'a.yaml': SOURCE });
    fake = fakeEngine();
  });
  afterEach(() => fake.stop());

  it('is sent with every run: breakpoints and pins of tasks that are there', async () => {
    toggleBreakpoint({ task: 'two' });
    setBreakpoint({ at: { edge: 'one>on_success>two' }, condition: ' output > 1 ' });
    toggleBreakpoint({ task: 'gone' });
    pinTask('one', PIN);
    pinTask('gone', PIN);
    await startRun({});
    expect(fake.engine.startRun.mock.calls[0]?.[0].plan).toEqual({
      breakpoints: [
        { at: { task: 'two' }, condition: null },
        { at: { edge: 'one>on_success>two' }, condition: 'output > 1' },
      ],
      pins: { one: PIN },
    });
  });

  it('leaves a usual run without a plan', async () => {
    toggleBreakpoint({ task: 'two' });
    toggleBreakpoint({ task: 'two' });
    pinTask('one', PIN);
    pinTask('one', null);
    await startRun({});
    expect(fake.engine.startRun.mock.calls[0]?.[0]).not.toHaveProperty('plan');
  });

  it('is sent to a run in flight', async () => {
    await startRun({});
    fake.send({ events: events(STARTED) });
    toggleBreakpoint({ task: 'two' });
    const breakpoint = { at: { task: 'two' }, condition: null };
    expect(fake.engine.controlRun).toHaveBeenLastCalledWith('r1', { type: 'breakpoint.set', breakpoint, isSet: true });
    pinTask('two', PIN);
    expect(fake.engine.controlRun).toHaveBeenLastCalledWith('r1', { type: 'output.pinned', taskId: 'two', pin: PIN });
  });

  it('is muted one by one or all at once, and is there again', async () => {
    toggleBreakpoint({ task: 'one' });
    setBreakpoint({ at: { task: 'two' }, condition: null, hits: { kind: 'at', count: 3 }, log: ' n ', isMuted: true });
    await startRun({});
    expect(fake.engine.startRun.mock.calls[0]?.[0].plan?.breakpoints).toEqual([
      { at: { task: 'one' }, condition: null },
    ]);
    fake.send({ events: events(STARTED) });
    const two = { at: { task: 'two' }, condition: null, hits: { kind: 'at', count: 3 }, log: 'n' } as const;
    keepBreakpoint('a.yaml', two);
    expect(fake.engine.controlRun).toHaveBeenLastCalledWith('r1', {
      type: 'breakpoint.set',
      breakpoint: two,
      isSet: true,
    });
    muteBreakpoints(true);
    expect(fake.engine.controlRun).toHaveBeenLastCalledWith('r1', {
      type: 'breakpoint.set',
      breakpoint: two,
      isSet: false,
    });
    const kept = readSettings(toSettings(session.getState()), INITIAL_STATE);
    expect(kept.run).toMatchObject({ areMuted: true, breakpoints: session.getState().run.breakpoints });
    expect(activeBreakpoints(session.getState(), 'a.yaml')).toEqual([]);
    muteBreakpoints(false);
    expect(activeBreakpoints(session.getState(), 'a.yaml')).toHaveLength(2);
    removeBreakpoints();
    expect(session.getState().run.breakpoints.size).toBe(0);
  });

  it('says which failures pause runs: those that start, one in flight, and later ones after a reload', async () => {
    setErrorPause('unhandled');
    await startRun({});
    expect(fake.engine.startRun.mock.calls[0]?.[0].plan).toEqual({ pauseOnError: 'unhandled' });
    fake.send({ events: events(STARTED) });
    setErrorPause('all');
    expect(fake.engine.controlRun).toHaveBeenLastCalledWith('r1', { type: 'errorPause.set', pauses: 'all' });
    const kept = toSettings(session.getState());
    expect(applyChange(INITIAL_STATE, readSettings(kept, INITIAL_STATE)).run.errorPause).toBe('all');
    const unknown = { ...kept, errorPause: 'some' };
    expect(applyChange(INITIAL_STATE, readSettings(unknown, INITIAL_STATE)).run.errorPause).toBe('off');
  });

  it('says so where a step has nothing to start, and is quiet where it has', async () => {
    const notices = collectNotices();
    await startRun({});
    const paused = { type: 'run.paused', reason: 'step', breakpoint: null } as const;
    fake.send({ events: events(STARTED, { ...paused, next: null }) });
    await stepRun();
    expect(fake.engine.controlRun).toHaveBeenCalledWith('r1', { type: 'run.stepped' });
    expect(notices).toMatchObject([{ kind: 'info', message: expect.stringContaining('the run only waits') }]);
    const next = { taskId: 'one', activation: 1, passed: null };
    fake.send({ events: events(STARTED, { ...paused, next: null }, { ...paused, next }) });
    await stepRun();
    expect(notices).toHaveLength(1);
  });

  it('promises the step where a call is under way', async () => {
    const notices = collectNotices();
    await startRun({});
    const one = { taskId: 'one', activation: 1 };
    const call = { type: 'effect.requested', ...one, key: 'k', kind: 'tool', name: 'core:http', request: {} } as const;
    const started = { type: 'task.started', ...one, parent: null, operation: null, input: {} } as const;
    const paused = { type: 'run.paused', reason: 'asked', breakpoint: null, next: null } as const;
    fake.send({ events: events(STARTED, started, call, paused) });
    await stepRun();
    expect(notices).toMatchObject([{ message: expect.stringContaining('as soon as one is') }]);
  });

  it('lets a task that is run alone run, though it is pinned', async () => {
    pinTask('one', PIN);
    pinTask('two', PIN);
    await startPart({ kind: 'only', taskId: 'two' }, { input: {}, taskInput: { n: 1 } });
    const plan = fake.engine.startRun.mock.calls[0]?.[0].plan;
    expect(plan).toMatchObject({ from: { taskId: 'two', input: { n: 1 } }, until: 'two', pins: { one: PIN } });
    expect(plan?.pins).not.toHaveProperty('two');
  });

  it('shows in the history too: a pause, and the end of a wait for a signal', async () => {
    await startRun({});
    fake.send({ events: events(STARTED) });
    const { listRuns } = fake.engine;
    listRuns.mockResolvedValue([summary(1, { status: 'running', signal: 'go' })]);
    const asked = listRuns.mock.calls.length;
    fake.send({ events: [{ seq: 1, at: 2, type: 'run.paused', reason: 'asked', breakpoint: null, next: null }] });
    await vi.waitFor(() => expect(session.getState().run.history).toMatchObject([{ signal: 'go' }]));
    expect(listRuns).toHaveBeenCalledTimes(asked + 1);
    const one = { taskId: 'one', activation: 1, parent: null, operation: null } as const;
    fake.send({ events: [{ seq: 2, at: 3, type: 'task.cancelled', ...one, duration: 1 }] });
    expect(listRuns).toHaveBeenCalledTimes(asked + 2);
  });

  it('reaches a run that lacked something: it is opened again with the variables of now, and then resumed', async () => {
    await startRun({});
    const variables = [{ name: 'KEY', value: '', isSecret: true }];
    update({ workspace: { variables } });
    fake.send({ events: events(STARTED) });
    fake.send({ events: [{ seq: 1, at: 2, type: 'run.paused', reason: 'asked', breakpoint: null, next: null }] });
    await togglePause();
    expect(fake.engine.takeOver).not.toHaveBeenCalled();
    const missing = { taskId: 'one', activation: 1, what: 'server', name: 'desk', message: 'There is none.' } as const;
    fake.send({ events: [{ seq: 2, at: 3, type: 'run.resumed' }] });
    fake.send({
      events: [{ seq: 3, at: 4, type: 'run.paused', reason: 'missing', breakpoint: null, missing, next: null }],
    });
    await togglePause();
    expect(fake.engine.takeOver).toHaveBeenCalledExactlyOnceWith('r1', { variables });
    expect(fake.engine.controlRun).toHaveBeenLastCalledWith('r1', { type: 'run.resumed' });
    expect(fake.engine.takeOver.mock.invocationCallOrder[0]).toBeLessThan(
      fake.engine.controlRun.mock.invocationCallOrder.at(-1) ?? 0,
    );
  });

  it('is a budget that is doubled, also past what the run has used, before the run goes on with it', async () => {
    update({ workspace: { budget: { tokens: 3, cost: 0.5 } } });
    await startRun({});
    const usage = { input_tokens: 8, output_tokens: 2, cost: 0.1, unpriced: 0 };
    fake.send({ events: events(STARTED) });
    const { shown } = session.getState().run;
    if (shown === null) throw new Error('No run is shown.');
    update({ run: { shown: { ...shown, view: { ...shown.view, usage } } } });
    await doubleBudget();
    const budget = { tokens: 20, cost: 1 };
    expect(session.getState().workspace.budget).toEqual(budget);
    expect(fake.engine.controlRun).toHaveBeenLastCalledWith('r1', { type: 'run.resumed', budget });
  });

  it('is kept as a setting, and what cannot be read of it is left out', () => {
    toggleBreakpoint({ task: 'two' });
    pinTask('one', PIN);
    const kept: unknown = JSON.parse(JSON.stringify(toSettings(session.getState())));
    const settings = applyChange(INITIAL_STATE, readSettings(kept, INITIAL_STATE));
    const read = applyChange(settings, { document: { activePath: 'a.yaml' } });
    expect(breakpointAt(read, { task: 'two' })).toEqual({ at: { task: 'two' }, condition: null });
    expect(read.run.pins.get('a.yaml')).toEqual({ one: PIN });
    const broken = { breakpoints: [['a.yaml', [7]], 8], pins: [['a.yaml', { one: 1 }]] };
    expect(readSettings(broken, INITIAL_STATE)).toMatchObject({
      run: { breakpoints: new Map(), pins: new Map() },
    });
  });

  it('is blocked when storage fails, and is watched when another tab takes it', async () => {
    await startRun({});
    fake.send({ events: events(STARTED) });
    const trouble = { code: 'EXECUTION_ERROR', message: 'full', details: { type: 'storage', reason: 'quota' } };
    fake.send({ events: [], trouble });
    expect(session.getState().run.shown?.trouble).toEqual(trouble);
    fake.send({ events: [], trouble: null });
    expect(session.getState().run.shown?.trouble).toBeNull();
    fake.send({ events: [], trouble: { ...trouble, details: { type: 'storage', reason: 'fenced' } } });
    expect(session.getState().run.shown).toMatchObject({ trouble: null, isElsewhere: true });
    expect(fake.engine.recoverRuns).toHaveBeenCalledOnce();
    fake.send({ events: [], isElsewhere: false });
    expect(session.getState().run.shown?.isElsewhere).toBe(false);
  });
});

describe('what is said of a breakpoint', () => {
  const at = { task: 'one' };

  it.each([
    [{ at, condition: null }, 'Runs pause here'],
    [{ at, condition: 'n > 1' }, 'Runs pause here when n > 1'],
    [{ at, condition: null, hits: { kind: 'at', count: 3 } }, 'Runs pause here, only time 3'],
    [{ at, condition: 'n > 1', hits: { kind: 'every', count: 2 } }, 'Runs pause here when n > 1, every 2 times'],
    [{ at, condition: null, log: 'gets {{ input }}' }, 'Runs write “gets {{ input }}”'],
  ] as const)('is when it pauses, or what it writes: %o', (breakpoint, words) => {
    expect(describeBreakpoint(breakpoint)).toBe(words);
  });
});

describe('the history', () => {
  const history = Array.from({ length: 420 }, (_, index) =>
    summary(index, index % 100 === 0 ? { name: 'Rare', status: 'error' } : {}),
  );
  let fake: ReturnType<typeof fakeEngine>;
  beforeEach(() => {
    resetSession({ 'a.yaml': SOURCE });
    fake = fakeEngine(history);
  });
  afterEach(() => fake.stop());

  it('shows fifty at a time, and stays as long when it is read again', async () => {
    await refreshRuns();
    expect(session.getState()).toMatchObject({ run: { hasMore: true } });
    expect(session.getState().run.history).toHaveLength(50);
    await showMoreRuns();
    await refreshRuns();
    expect(session.getState().run.history).toHaveLength(100);
  });

  it('is searched to its end for words and for a status', async () => {
    await filterRuns({ text: 'rare' });
    expect(session.getState().run.history.map(({ runId }) => runId)).toEqual(['r0', 'r100', 'r200', 'r300', 'r400']);
    expect(session.getState().run.hasMore).toBe(false);
    await filterRuns({ text: '', status: 'error' });
    expect(session.getState().run.history).toHaveLength(5);
    await filterRuns({ status: 'interrupted' });
    expect(session.getState().run.history).toHaveLength(0);
  });
});
