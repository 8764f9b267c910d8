import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_VIEW, type RunEvent, type RunEventBody } from '#engine/run';
import type { RunRecord } from '#engine/worker';
import type { AddressBar } from '../../platform/index.ts';
import { openFile } from '../document/files.ts';
import { select, selectActivation } from '../document/selection.ts';
import { connectRuns, openRun } from '../run/run.ts';
import { showMoment } from '../run/runMoment.ts';
import { session, update } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { copyAddress, followAddress } from './followAddress.ts';

const SOURCE = 'tasks:\n  - id: one\n    type: basic\n  - id: two\n    type: basic\n';

function stepOf(taskId: string, activation: number): RunEventBody[] {
  return [
    { type: 'task.started', taskId, activation, parent: null, operation: null, input: null },
    { type: 'task.succeeded', taskId, activation, output: 1, duration: 0, retryCount: 0, simulated: false },
  ];
}

/** A run of two tasks that has ended. */
function record(runId: string, path = 'a.yaml'): RunRecord {
  const bodies: RunEventBody[] = [
    { type: 'run.started', runId, input: {}, simulate: false },
    ...stepOf('one', 1),
    ...stepOf('two', 2),
    { type: 'run.finished', status: 'success', output: 1, error: null },
  ];
  const events: readonly RunEvent[] = bodies.map((body, seq) => ({ seq, at: 1000 + seq, ...body }));
  const { simulate, simulated, isKept } = { simulate: false, simulated: false, isKept: false };
  const times = { startedAt: 1000, endedAt: 1005 };
  return {
    runId,
    path,
    name: null,
    source: SOURCE,
    input: {},
    status: 'success',
    simulate,
    simulated,
    isKept,
    events,
    ...times,
  };
}

/** An address bar with the history that a browser keeps. */
function fakeBar(hash = '') {
  const entries = [hash];
  let at = 0;
  let listener: (() => void) | undefined;
  const go = async (by: number): Promise<void> => {
    at += by;
    listener?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  const bar: AddressBar = {
    read: () => entries[at] ?? '',
    write(text, isNew) {
      if (isNew) entries.splice(++at, Number.POSITIVE_INFINITY, text);
      else entries[at] = text;
    },
    onGo(next) {
      listener = next;
      return () => undefined;
    },
    whole: (text) => `http://here/${text}`,
  };
  return { bar, entries, back: () => go(-1), forward: () => go(1) };
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000);
const shown = () => session.getState().run.shown;

describe('the address of the page', () => {
  const stops: (() => void)[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    resetSession({ 'a.yaml': SOURCE, 'b.yaml': SOURCE });
    const kept = new Map([record('r1'), record('r2', 'b.yaml')].map((run) => [run.runId, run]));
    const engine = idleEngine({ findRun: async (id) => kept.get(id) ?? null, listRuns: async () => [] });
    stops.push(connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined }));
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    vi.useRealTimers();
  });

  async function follow(hash = '') {
    const fake = fakeBar(hash);
    stops.push(await followAddress(fake.bar, 0));
    return fake;
  }

  it('brings back the file, the run, the step and the instant that a reload took away', async () => {
    await follow('#/b.yaml?run=r1&step=2&event=4');
    expect(shown()).toMatchObject({ runId: 'r1', selectedActivation: 2, moment: { count: 4 } });
    expect(session.getState().document.activePath).toBe('b.yaml');
  });

  it('brings back the step of a run inside, and leads Back from it', async () => {
    const { entries, back } = await follow('#/a.yaml?run=r1&inside=r2&step=2');
    expect(shown()).toMatchObject({ runId: 'r1', selectedInside: { runId: 'r2', activation: 2 } });
    selectActivation(1);
    await settle();
    expect(entries).toEqual(['#/a.yaml?run=r1&inside=r2&step=2', '#/a.yaml?run=r1&step=1']);
    await back();
    expect(shown()).toMatchObject({ selectedActivation: null, selectedInside: { runId: 'r2', activation: 2 } });
  });

  it('is copied whole, and it is said where it opens', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    const notices = collectNotices();
    const { bar } = await follow('#/a.yaml?run=r1&step=2');
    expect(await copyAddress(bar)).toBe(true);
    expect(writeText).toHaveBeenCalledWith('http://here/#/a.yaml?run=r1&step=2');
    expect(notices.at(-1)?.message).toMatch(/^Copied the address of this run/);
    vi.unstubAllGlobals();
  });

  it('selects a task where it names no step', async () => {
    await follow('#/b.yaml?task=two');
    expect([...session.getState().document.selection.tasks]).toEqual(['two']);
    expect(shown()).toBeNull();
  });

  it('tells at once which file is open: a reload may follow', async () => {
    const { bar } = await follow();
    openFile('b.yaml');
    expect(bar.read()).toBe('#/b.yaml');
  });

  it('tells the place that is looked at, and leads back and forward through places', async () => {
    const { entries, back, forward } = await follow();
    expect(entries).toEqual(['#/a.yaml']);
    await openRun('r1');
    await settle();
    selectActivation(2);
    await settle();
    openFile('b.yaml');
    await settle();
    expect(entries).toEqual(['#/a.yaml', '#/a.yaml?run=r1', '#/a.yaml?run=r1&step=2', '#/b.yaml?run=r1&step=2']);
    await back();
    expect(session.getState().document.activePath).toBe('a.yaml');
    await back();
    expect(shown()?.selectedActivation).toBeNull();
    await back();
    expect(shown()).toBeNull();
    await forward();
    await forward();
    expect(shown()).toMatchObject({ runId: 'r1', selectedActivation: 2 });
    await settle();
    expect(entries).toHaveLength(4);
    await back();
    selectActivation(2);
    await settle();
    expect(entries.at(-1)).toBe('#/a.yaml?run=r1&step=2');
  });

  it('is one step of Back for a walk along steps, and none for instants', async () => {
    const { entries } = await follow('#/a.yaml?run=r1');
    selectActivation(1);
    selectActivation(2);
    await settle();
    showMoment(3);
    await settle();
    expect(entries).toEqual(['#/a.yaml?run=r1', '#/a.yaml?run=r1&step=2&event=3']);
  });

  it('says what of an address is not here, and offers what can be done', async () => {
    const notices = collectNotices();
    const { entries } = await follow('#/a.yaml?run=elsewhere');
    await settle();
    expect(notices).toMatchObject([{ kind: 'warning', action: { label: 'Show runs' } }]);
    // Once the run is imported, the address still leads there.
    expect(entries).toEqual(['#/a.yaml?run=elsewhere']);
    notices[0]?.action?.run();
    expect(session.getState().view.panel).toBe('runs');
  });

  it.each([
    ['#/gone.yaml', 'gone.yaml'],
    ['#/a.yaml?task=three', 'three'],
    ['#/a.yaml?run=r1&step=9', 'Step 9'],
    [`#/a.yaml?run=${encodeURIComponent('http://other:1#r7')}`, 'http://other:1'],
  ])('says so where %s leads nowhere', async (hash, words) => {
    const notices = collectNotices();
    await follow(hash);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.message).toContain(words);
  });

  it('leaves the token of a served folder alone until that has read it', async () => {
    const { entries } = await follow('#token=abc');
    expect(entries).toEqual(['#/a.yaml']);
  });

  it('leaves a run on screen that was started while the page loaded', async () => {
    await openRun('r2');
    const fake = fakeBar('#/a.yaml?run=r1');
    stops.push(await followAddress(fake.bar, 500));
    expect(shown()?.runId).toBe('r2');
  });

  it('leaves a run on screen whose first event is still to come', async () => {
    await openRun('r2');
    const run = shown();
    if (run) update({ run: { shown: { ...run, view: EMPTY_VIEW } } });
    stops.push(await followAddress(fakeBar('#/a.yaml?run=r1').bar, 2000));
    expect(shown()?.runId).toBe('r2');
  });

  it('keeps the run that was started while the one of the address was read', async () => {
    const { bar, entries } = fakeBar('#/a.yaml?run=r1');
    const following = followAddress(bar, 0);
    await openRun('r2');
    stops.push(await following);
    expect(shown()?.runId).toBe('r2');
    expect(entries).toEqual(['#/a.yaml?run=r1', '#/b.yaml?run=r2']);
  });

  it('leaves a step alone that was chosen in a resumed run before the address was read', async () => {
    await openRun('r1');
    selectActivation(2);
    const { entries } = await follow('#/a.yaml?run=r1');
    expect(shown()?.selectedActivation).toBe(2);
    expect(entries).toEqual(['#/a.yaml?run=r1&step=2']);
  });

  it('is told of a run at once, and of a step while the run goes on', async () => {
    const { entries } = await follow();
    await openRun('r1');
    expect(entries).toEqual(['#/a.yaml', '#/a.yaml?run=r1']);
    selectActivation(2);
    for (let frame = 0; frame < 30; frame += 1) {
      const run = shown();
      if (run) update({ run: { shown: { ...run } } });
      await vi.advanceTimersByTimeAsync(16);
    }
    expect(entries.at(-1)).toBe('#/a.yaml?run=r1&step=2');
  });

  it('selects nothing where Back leads to a place at which nothing was selected', async () => {
    const { entries, back, forward } = await follow();
    select({ tasks: ['one'] });
    await settle();
    await back();
    expect([...session.getState().document.selection.tasks]).toEqual([]);
    await settle();
    expect(entries).toEqual(['#/a.yaml', '#/a.yaml?task=one']);
    await forward();
    expect([...session.getState().document.selection.tasks]).toEqual(['one']);
  });

  it('shows the step of the task that Back leads to, also where its card is selected already', async () => {
    const { bar, back } = await follow('#/a.yaml?run=r1');
    bar.write('#/a.yaml?run=r1&task=two', true);
    bar.write('#/a.yaml?run=r1&step=2&event=4', true);
    selectActivation(2);
    await back();
    expect(shown()).toMatchObject({ runId: 'r1', selectedActivation: 2, moment: null });
    expect(bar.read()).toBe('#/a.yaml?run=r1&step=2');
  });

  it('tells of one selected task, and of none where several are', async () => {
    const { entries } = await follow();
    select({ tasks: ['one'] });
    await settle();
    select({ tasks: ['one', 'two'] });
    await settle();
    expect(entries).toEqual(['#/a.yaml', '#/a.yaml?task=one', '#/a.yaml']);
  });
});
