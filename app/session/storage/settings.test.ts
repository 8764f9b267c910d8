import { beforeEach, expect, it } from 'vitest';
import { applyChange, INITIAL_STATE, session, update } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { isSettingChanged, readSettings, toSettings } from './settings.ts';

beforeEach(() => resetSession({ 'a.yaml': 'tasks: []\n' }));

it('keeps the last input of each file, and what a run may cost', () => {
  const before = session.getState();
  update({ run: { lastInputs: new Map([['a.yaml', { customer: 'Blue Harbour' }]]) } });
  expect(isSettingChanged(session.getState(), before)).toBe(true);
  update({ workspace: { budget: { tokens: 3, cost: 0.001 } } });
  const kept: unknown = JSON.parse(JSON.stringify(toSettings(session.getState())));
  const read = applyChange(INITIAL_STATE, readSettings(kept, INITIAL_STATE));
  expect(read.run.lastInputs.get('a.yaml')).toEqual({ customer: 'Blue Harbour' });
  expect(read.workspace.budget).toEqual({ tokens: 3, cost: 0.001 });
});
