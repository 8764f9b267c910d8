import { beforeEach, expect, it } from 'vitest';
import { turnStepDock } from '../runSteps/stepLook.ts';
import { applyChange, INITIAL_STATE, session, update } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { isSettingChanged, readSettings, toSettings } from './settings.ts';

/** The state of a page that is opened on what this one keeps. */
function openAgain() {
  const kept: unknown = JSON.parse(JSON.stringify(toSettings(session.getState())));
  return applyChange(INITIAL_STATE, readSettings(kept, INITIAL_STATE));
}

beforeEach(() => resetSession({ 'a.yaml': 'tasks: []\n' }));

it('keeps the last input of each file, and what a run may cost', () => {
  const before = session.getState();
  update({ run: { lastInputs: new Map([['a.yaml', { customer: 'Blue Harbour' }]]) } });
  expect(isSettingChanged(session.getState(), before)).toBe(true);
  update({ workspace: { budget: { tokens: 3, cost: 0.001 } } });
  const read = openAgain();
  expect(read.run.lastInputs.get('a.yaml')).toEqual({ customer: 'Blue Harbour' });
  expect(read.workspace.budget).toEqual({ tokens: 3, cost: 0.001 });
});

it('a step stays below the steps where a person put it, also in the next page, and goes back', () => {
  const before = session.getState();
  turnStepDock();
  expect(isSettingChanged(session.getState(), before)).toBe(true);
  expect(openAgain().view.stepDock).toBe('below');
  turnStepDock();
  expect(openAgain().view.stepDock).toBe('right');
});

it('the part of the app that was open is open in the next page, and what cannot be read is left as it is', () => {
  update({ view: { mode: 'split', panel: 'tests', theme: 'dark' } });
  expect(openAgain().view).toMatchObject({ mode: 'split', panel: 'tests', theme: 'dark' });
  const unknown = { ...toSettings(session.getState()), mode: 'wide', panel: 'none', stepDock: 'left' };
  const { view } = applyChange(INITIAL_STATE, readSettings(unknown, INITIAL_STATE));
  expect(view).toMatchObject({ mode: INITIAL_STATE.view.mode, panel: null, stepDock: 'right' });
});
