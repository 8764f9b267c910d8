import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Diagnostic } from '#engine';
import type { RunEvent, RunEventBody } from '#engine/run';
import type { EngineWorker, EventBatch } from '#engine/worker';
import { startChecking } from '../document/diagnostics.ts';
import { select } from '../document/selection.ts';
import { session, update } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { connectRuns, lastInput, openRun, openRunForm, recoverRuns } from './run.ts';
import { repeatCall, sendSignal, stopRun } from './runControls.ts';
import { refreshRuns } from './runHistory.ts';
import { findInputProblems, startRun } from './startRun.ts';

const SUMMARY = { runId: 'r1', path: 'a.yaml', name: null, status: 'running', startedAt: 1, endedAt: null } as const;
const STARTED: RunEventBody = { type: 'run.started', runId: 'r1', input: {}, simulate: false };
const TASK: RunEventBody = {
  type: 'task.started',
  taskId: 'one',
  activation: 1,
  parent: null,
  operation: null,
  input: null,
};
const FINISHED: RunEventBody = { type: 'run.finished', status: 'success', output: 7, error: null };

function events(from: number, ...bodies: readonly RunEventBody[]): readonly RunEvent[] {
  return bodies.map((body, index) => ({ seq: from + index, at: 1000 + from + index, ...body }));
}

/** An engine whose events a test sends. */
function fakeEngine() {
  let listener: ((batch: EventBatch) => void) | undefined;
  const restart = vi.fn();
  const engine = idleEngine({
    startRun: vi.fn<EngineWorker['startRun']>(async () => ({ ok: true, runId: 'r1' })),
    controlRun: vi.fn(async () => undefined),
    recoverRuns: vi.fn<EngineWorker['recoverRuns']>(async () => []),
    subscribe: async (next) => {
      listener = next;
    },
    listRuns: async () => [],
    findRun: async () => null,
    checkInput: vi.fn<EngineWorker['checkInput']>(async (_, value) => ({ ok: true, value })),
  });
  const stop = connectRuns({ engine, restart, onFailure: () => () => undefined });
  return {
    engine,
    restart,
    stop,
    send: (list: readonly RunEvent[], runId = 'r1') => listener?.({ runId, events: list }),
    sendBatch: (batch: EventBatch) => listener?.(batch),
  };
}

/** The numbers of the events of the run on screen. */
function shownSeqs(): readonly number[] | undefined {
  const { shown } = session.getState().run;
  return shown?.events.slice().map(({ seq }) => seq);
}

/** What is said aloud of what is sent. */
async function said(send: () => void): Promise<string> {
  update({ view: { announcement: '' } });
  send();
  await Promise.resolve();
  return session.getState().view.announcement;
}

describe('a run', () => {
  let fake: ReturnType<typeof fakeEngine>;
  beforeEach(() => {
    resetSession({ 'a.yaml': 'tasks: []\n' });
    fake = fakeEngine();
  });
  afterEach(() => {
    fake.stop();
    vi.useRealTimers();
  });

  it('shows what happened, batch by batch, and remembers its input', async () => {
    expect(await startRun({ n: 1 })).toBe(true);
    fake.send(events(0, STARTED, TASK));
    expect(session.getState().run.shown?.view.tasks.get('one')?.status).toBe('running');
    fake.send(events(2, FINISHED));
    expect(session.getState().run.shown).toMatchObject({ runId: 'r1', path: 'a.yaml', source: 'tasks: []\n' });
    expect(session.getState().run.shown?.view).toMatchObject({ status: 'success', output: 7 });
    expect(session.getState().view.drawer.isOpen).toBe(true);
    expect(lastInput('a.yaml')).toEqual({ n: 1 });
  });

  it('takes the place of what is selected on a phone, and is next to it elsewhere', async () => {
    resetSession({ 'a.yaml': 'tasks: [{id: one, type: basic}]\n' });
    select({ tasks: ['one'] });
    await startRun({});
    expect([...session.getState().document.selection.tasks]).toEqual(['one']);
    update({ view: { isNarrow: true } });
    await startRun({});
    expect([...session.getState().document.selection.tasks]).toEqual([]);
  });

  it('is of the file it is asked for, with the pins of that file, whichever is open', async () => {
    const task = 'tasks: [{id: one, type: basic}]\n';
    resetSession({ 'b.yaml': 'tasks: [{id: other, type: basic}]\n', 'a.yaml': task });
    const pin = { kind: 'pinned', output: 7 } as const;
    update({ run: { pins: new Map([['a.yaml', { one: pin }]]) } });
    expect(await startRun({ n: 1 }, { path: 'a.yaml' })).toBe(true);
    const request = { path: 'a.yaml', source: task, plan: { pins: { one: pin } } };
    expect(vi.mocked(fake.engine.startRun).mock.calls[0]?.[0]).toMatchObject(request);
    expect(lastInput('a.yaml')).toEqual({ n: 1 });
    await findInputProblems('a.yaml', { n: 2 });
    expect(fake.engine.checkInput).toHaveBeenCalledExactlyOnceWith(task, { n: 2 });
  });

  it('has its form at once for a text whose error was fixed after the last check', async () => {
    const range = { start: 0, end: 5 };
    const error: Diagnostic = { severity: 'error', code: 'x', message: 'x', path: [], range, fixes: [] };
    const checkText = vi.fn(async (_: string, text: string) => (text.includes('{}') ? [error] : []));
    const stop = startChecking({ checkText });
    update({ document: { checked: { path: 'a.yaml', text: 'tasks: [{}]\n', diagnostics: [error] } } });
    openRunForm();
    await vi.waitFor(() => expect(session.getState().view.dialog).toBe('run-form'));
    expect(session.getState().view.drawer.tab).not.toBe('problems');
    stop();
  });

  it('has its form also where the error was fixed while the text was checked', async () => {
    const range = { start: 0, end: 5 };
    const error: Diagnostic = { severity: 'error', code: 'x', message: 'x', path: [], range, fixes: [] };
    const fixed = 'tasks: [{ id: a, type: basic }]\n';
    const checkText = vi.fn(async (_: string, text: string) => {
      if (text === fixed) return [];
      update({
        document: { workspace: { ...session.getState().document.workspace, files: new Map([['a.yaml', fixed]]) } },
      });
      return [error];
    });
    resetSession({ 'a.yaml': 'tasks: [{}]\n' });
    const stop = startChecking({ checkText });
    update({ document: { checked: { path: 'a.yaml', text: 'tasks: [{},]\n', diagnostics: [error] } } });
    openRunForm();
    await vi.waitFor(() => expect(session.getState().view.dialog).toBe('run-form'));
    expect(checkText.mock.calls.map(([, text]) => text)).toEqual(['tasks: [{}]\n', fixed]);
    expect(session.getState().view.drawer.tab).not.toBe('problems');
    stop();
  });

  it('says that its file is gone', async () => {
    const notices = collectNotices();
    expect(await startRun({}, { path: 'gone.yaml' })).toBe(false);
    expect(notices.map(({ message }) => message)).toEqual(['The file is no longer there.']);
    expect(fake.engine.startRun).not.toHaveBeenCalled();
  });

  it('is started once where it is asked for twice at the same moment', async () => {
    const [first, second] = await Promise.all([startRun({}), startRun({})]);
    expect([first, second].filter(Boolean)).toHaveLength(1);
    expect(fake.engine.startRun).toHaveBeenCalledTimes(1);
  });

  it('says why it did not start, and that the engine died only once', async () => {
    const notices = collectNotices();
    const start = vi.mocked(fake.engine.startRun);
    start.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: http://x/part.js'));
    expect(await startRun({})).toBe(false);
    expect(notices.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The run did not start\. A part of the engine could not be loaded\. Check the connection/),
    ]);
    start.mockRejectedValueOnce(Object.assign(new Error('The engine stopped working.'), { name: 'EngineFailure' }));
    expect(await startRun({})).toBe(false);
    expect(notices).toHaveLength(1);
    expect(session.getState().run.isStarting).toBe(false);
  });

  it('loses no event that comes before its id, and counts none twice', async () => {
    vi.mocked(fake.engine.startRun).mockImplementation(async () => {
      fake.send(events(0, STARTED));
      return { ok: true, runId: 'r1' };
    });
    await startRun({});
    fake.send(events(0, STARTED, TASK));
    expect(
      session
        .getState()
        .run.shown?.events.slice()
        .map(({ seq }) => seq),
    ).toEqual([0, 1]);
    expect(session.getState().run.shown?.view.eventCount).toBe(2);
  });

  it('loses no event while another run is opened that is there first', async () => {
    let answer: (() => void) | undefined;
    vi.mocked(fake.engine.startRun).mockImplementation(
      () => new Promise((resolve) => (answer = () => resolve({ ok: true, runId: 'r1' }))),
    );
    const starting = startRun({});
    await vi.waitFor(() => expect(answer).toBeDefined());
    fake.send(events(0, STARTED));
    await openRun('r0');
    fake.send(events(1, TASK));
    answer?.();
    await starting;
    fake.send(events(2, FINISHED));
    expect(shownSeqs()).toEqual([0, 1, 2]);
  });

  it('that cannot start says why and shows the problems', async () => {
    const notices = collectNotices();
    const diagnostic = { code: 'X', severity: 'error', range: { start: 0, end: 1 }, path: [], message: 'x' } as const;
    vi.mocked(fake.engine.startRun).mockResolvedValue({
      ok: false,
      failure: { type: 'check', diagnostics: [diagnostic] },
    });
    expect(await startRun({})).toBe(false);
    expect(session.getState()).toMatchObject({
      run: { shown: null, isStarting: false },
      view: { drawer: { isOpen: true, tab: 'problems' } },
    });
    // A notice of an error would stay after it is fixed.
    expect(notices.at(-1)?.kind).toBe('warning');
  });

  it('is stopped by the engine where that responds', async () => {
    await startRun({});
    fake.send(events(0, STARTED, TASK));
    vi.mocked(fake.engine.controlRun).mockImplementation(async () => {
      fake.send(events(2, { type: 'run.finished', status: 'cancelled', output: null, error: null }));
    });
    vi.useFakeTimers();
    await stopRun();
    await vi.advanceTimersByTimeAsync(2000);
    expect(session.getState().run.shown?.view.status).toBe('cancelled');
    expect(fake.restart).not.toHaveBeenCalled();
  });

  it('is stopped within a second also where the engine does not respond', async () => {
    await startRun({});
    fake.send(events(0, STARTED, TASK));
    vi.useFakeTimers();
    vi.mocked(fake.engine.controlRun).mockReturnValue(new Promise(() => undefined));
    void stopRun();
    expect(session.getState().run.shown?.isStopping).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(fake.restart).toHaveBeenCalledOnce();
    expect(session.getState().run.shown).toMatchObject({ isInterrupted: true, view: { status: 'cancelled' } });
    expect(session.getState().run.shown?.view.tasks.get('one')?.status).toBe('cancelled');
  });

  it('says aloud that it waits and that it works again, of itself and of the runs inside', async () => {
    await startRun({});
    const wait: RunEventBody = { type: 'task.waiting', taskId: 'one', activation: 1, reason: 'delay', until: 9_000 };
    const two: RunEventBody = { ...TASK, taskId: 'two', activation: 2 };
    expect(await said(() => fake.send(events(0, STARTED, TASK)))).toBe('');
    expect(await said(() => fake.send(events(2, wait)))).toBe('one is waiting. The run is waiting.');
    expect(await said(() => fake.send(events(3, two)))).toBe('The run is running again.');

    // Nothing is under way but a run that it has started: it waits where that does.
    const call = { taskId: 'two', activation: 2, key: 'k' } as const;
    const child = { runId: 'inner', file: 'b.yaml' };
    const asked: RunEventBody = { ...call, type: 'effect.requested', kind: 'tool', name: 'core:workflow', request: {} };
    expect(await said(() => fake.send(events(4, asked, { ...call, type: 'child.reported', child })))).toBe('');
    const note = (isIdle: boolean) => said(() => fake.sendBatch({ runId: 'r1', events: [], isIdle }));
    expect(await note(true)).toBe('The run is waiting.');
    expect(await note(true)).toBe('');
    expect(await note(false)).toBe('The run is running again.');
  });

  it('is in the history as one that only waits for as long as it does', async () => {
    const rows = ['r1', 'r2'].map((runId) => ({ ...SUMMARY, runId, simulate: false, simulated: false }));
    fake.engine.listRuns = async () => rows;
    await refreshRuns();
    const note = (isIdle: boolean) => {
      fake.sendBatch({ runId: 'r2', events: [], isIdle });
      return session.getState().run.history.map((row) => row.isIdle ?? false);
    };
    expect(note(true)).toEqual([false, true]);
    // Also when it is read again meanwhile.
    await refreshRuns();
    expect(session.getState().run.history[1]).toMatchObject({ isIdle: true });
    expect(note(false)).toEqual([false, false]);
  });

  it('receives a signal while it is running, and no more when it has ended', async () => {
    await startRun({});
    fake.send(events(0, STARTED, TASK));
    await sendSignal('approve', { by: 'Ada' });
    const signal = { type: 'signal.received', name: 'approve', payload: { by: 'Ada' } };
    expect(fake.engine.controlRun).toHaveBeenCalledExactlyOnceWith('r1', signal);
    fake.send(events(2, FINISHED));
    await sendSignal('approve', null);
    expect(fake.engine.controlRun).toHaveBeenCalledOnce();
  });

  it('is told whether a call that was cut off is made again', async () => {
    await startRun({});
    fake.send(events(0, STARTED, TASK));
    await repeatCall('k1', true);
    await repeatCall('k2', false);
    expect(vi.mocked(fake.engine.controlRun).mock.calls).toEqual([
      ['r1', { type: 'run.repeat', key: 'k1', again: true }],
      ['r1', { type: 'run.repeat', key: 'k2', again: false }],
    ]);
  });

  it('that is resumed without its checkpoint says why, also when it was on screen before', async () => {
    const record = {
      runId: 'r1',
      path: 'a.yaml',
      name: null,
      status: 'running',
      startedAt: 1,
      endedAt: null,
      simulate: false,
      simulated: false,
      source: 'tasks: []\n',
      input: {},
      events: events(0, STARTED, TASK),
    } as const;
    fake.engine.findRun = async () => record;
    await openRun('r1');
    expect(session.getState().run.shown?.restoreNote).toBeNull();
    fake.engine.findRun = async () => ({ ...record, restoreNote: 'The checkpoint is damaged.' });
    fake.sendBatch({ runId: 'r1', events: [], isElsewhere: false });
    await vi.waitFor(() => expect(session.getState().run.shown?.restoreNote).toBe('The checkpoint is damaged.'));
  });

  it('that a closed tab left behind is put on screen once it was resumed, unless another one is there', async () => {
    const record = { ...SUMMARY, simulate: false, simulated: false, source: 'tasks: []\n', input: {} };
    fake.engine.findRun = async (runId) => ({ ...record, runId, events: events(0, STARTED, TASK) });
    vi.mocked(fake.engine.recoverRuns).mockResolvedValueOnce(['r1']).mockResolvedValueOnce(['r2']);
    await recoverRuns();
    expect(session.getState().run.shown).toMatchObject({ runId: 'r1', isInterrupted: false });
    await recoverRuns();
    expect(session.getState().run.shown?.runId).toBe('r1');
  });

  it('that cannot be resumed is shown as interrupted, with the reason', async () => {
    const problem = { code: 'REPLAY_MISMATCH', message: 'Another version recorded it.', details: null } as const;
    const record = { ...SUMMARY, simulate: false, simulated: false, source: 'tasks: []\n', input: {} };
    fake.engine.findRun = async () => ({
      ...record,
      status: 'interrupted',
      problem,
      events: events(0, STARTED, TASK),
    });
    await openRun('r1');
    const { shown } = session.getState().run;
    expect(shown).toMatchObject({ isInterrupted: true, problem, view: { status: 'cancelled' } });
    expect(shown?.view.tasks.get('one')?.status).toBe('cancelled');
  });

  it('with virtual time has the time of its clock, which stopped while it was not executed', async () => {
    const NOW = Date.UTC(2026, 0, 31);
    const passed: RunEventBody = { type: 'time.passed', by: 3_600_000, step: null };
    const record = { ...SUMMARY, simulate: false, simulated: false, source: 'tasks: []\n', input: {} };
    const shownTime = async (clock?: number): Promise<number> => {
      const live = clock === undefined ? {} : { clock };
      fake.engine.findRun = async () => ({ ...record, events: events(0, STARTED, passed), ...live });
      update({ run: { shown: null } });
      await openRun('r1');
      const { shown } = session.getState().run;
      return NOW + (shown?.ahead ?? 0);
    };
    const now = vi.spyOn(Date, 'now').mockReturnValue(NOW);
    // It was away for a minute.
    expect(await shownTime(NOW + 3_540_000)).toBe(NOW + 3_540_000);
    expect(await shownTime()).toBe(NOW + 3_600_000);
    now.mockRestore();
  });

  it('of the history opens whole, with what still comes', async () => {
    fake.engine.findRun = async () => {
      fake.send(events(1, TASK, FINISHED));
      return {
        ...SUMMARY,
        simulate: false,
        simulated: false,
        source: 'old',
        input: {},
        events: events(0, STARTED, TASK),
      };
    };
    await openRun('r1');
    expect(shownSeqs()).toEqual([0, 1, 2]);
    expect(session.getState().run.shown).toMatchObject({ source: 'old', view: { status: 'success' } });
  });
});
