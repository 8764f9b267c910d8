import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent, RunEventBody } from '#engine/run';
import { taskStarted } from '#engine/testing';
import type { EngineWorker } from '#engine/worker';
import type { Action } from '../actions/index.ts';
import { selectActivation, session } from '../session/index.ts';
import { connectRuns } from '../session/run/index.ts';
import { show } from '../session/run/runShown.ts';
import { update } from '../session/store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../session/testSession.ts';
import { runActions } from './runActions.tsx';

const SOURCE = 'tasks: [{ id: a, type: basic }]\n';
const BEGIN: RunEvent = { seq: 0, at: 1, type: 'run.started', runId: 'r', input: {}, simulate: false };

const startRun = vi.fn<EngineWorker['startRun']>();
let stop: () => void = () => undefined;
beforeEach(() => {
  resetSession({ 'a.yaml': SOURCE });
  startRun.mockReset().mockResolvedValue({ ok: true, runId: 'r' });
  const engine = idleEngine({
    startRun,
    checkText: async () => [],
    listRuns: async () => [],
    findRun: async () => null,
  });
  stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
});
afterEach(() => stop());

function actionOf(id: (typeof runActions)[number]['id']): Action {
  const action = runActions.find((each) => each.id === id);
  if (action === undefined) throw new RangeError(`No action ${id}`);
  return action;
}

it('runs a file with its last input, and asks for one where it has none', async () => {
  actionOf('run.again').run();
  await vi.waitFor(() => expect(session.getState().view.dialog).toBe('run-form'));
  expect(startRun).not.toHaveBeenCalled();
  update({ view: { dialog: null }, run: { lastInputs: new Map([['a.yaml', { customer: 'Blue Harbour' }]]) } });
  actionOf('run.again').run();
  await vi.waitFor(() => expect(startRun).toHaveBeenCalledOnce());
  expect(startRun.mock.calls[0]?.[0]).toMatchObject({ path: 'a.yaml', input: { customer: 'Blue Harbour' } });
  expect(session.getState().view.dialog).toBeNull();
});

it('asks before it runs a file beside a run of it that goes on', async () => {
  update({ run: { lastInputs: new Map([['a.yaml', {}]]) } });
  show({ runId: 'r', path: 'a.yaml', source: SOURCE, events: [BEGIN] });
  actionOf('run.again').run();
  await vi.waitFor(() => expect(session.getState().view.dialog).toBe('run-form'));
  expect(startRun).not.toHaveBeenCalled();
});

it('clears a run, which continues, and says why there is none to clear', () => {
  const notices = collectNotices();
  const clear = actionOf('run.close');
  expect(clear.isEnabled?.(session.getState())).toBe(false);
  expect(clear.disabledHint).toBe('No run is shown');
  show({ runId: 'r', path: 'a.yaml', source: SOURCE, events: [BEGIN] });
  expect(clear.isEnabled?.(session.getState())).toBe(true);
  clear.run();
  expect(session.getState().run.shown).toBeNull();
  expect(notices.at(-1)?.message).toBe('The run continues. It is in the history of runs.');
});

/** A step that waits for a signal. */
function asking(taskId: string, activation: number): readonly RunEventBody[] {
  const reason = `signal ${taskId}`;
  return [taskStarted(taskId, activation), { type: 'task.waiting', taskId, activation, reason, until: null }];
}

it('answers what the run waits for: the step that is looked at, else the first that asks', () => {
  const answer = actionOf('run.answer');
  const bodies = [taskStarted('busy', 1), ...asking('first', 2), ...asking('second', 3)];
  const events = [BEGIN, ...bodies.map((body, at): RunEvent => ({ seq: at + 1, at: at + 2, ...body }))];
  const run = { runId: 'r', path: 'a.yaml', source: SOURCE };
  const asked = (looked: number | null): number | null | undefined => {
    selectActivation(looked);
    update({ view: { dialog: null } });
    expect(answer.isEnabled?.(session.getState())).toBe(true);
    answer.run();
    expect(session.getState().view.dialog).toBe('answer');
    return session.getState().run.shown?.selectedActivation;
  };
  expect(answer.shortcuts).toEqual(['Y']);
  expect(answer.isEnabled?.(session.getState())).toBe(false);
  show({ ...run, events: events.slice(0, 2) });
  expect(answer.isEnabled?.(session.getState())).toBe(false);
  show({ ...run, events });
  expect([asked(null), asked(1), asked(3)]).toEqual([2, 2, 3]);
  show({ ...run, events, isImported: true });
  expect(answer.isEnabled?.(session.getState())).toBe(false);
});
