import { beforeEach, expect, it } from 'vitest';
import { turnStepDock } from '../runSteps/stepLook.ts';
import type { StateChange } from '../store/State.ts';
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

const TOOL = { name: 'add', description: 'Adds', inputSchema: {}, outputSchema: null };
const ADDRESS = 'http://127.0.0.1:4700';
const HEADER = ['authorization', '{{ env.TOKEN }}'] as const;

it.each<StateChange>([
  { workspace: { mcpServers: [{ name: 'desk', url: 'http://127.0.0.1:1/mcp', headers: [HEADER] }] } },
  { workspace: { mcpTools: new Map([['desk', [TOOL]]]) } },
  { workspace: { servers: [{ address: ADDRESS, token: 'TOKEN' }], runOn: ADDRESS } },
  { workspace: { prices: [{ provider: 'openai', model: 'small', input: 1, output: 2 }] } },
  { run: { areMuted: true } },
  { run: { errorPause: 'all' } },
  { document: { untrusted: new Set(['a.yaml']) } },
  { view: { tellsOfRuns: true } },
  { view: { following: 'off' } },
  { view: { flow: { split: 'right' } } },
])('what a person set up is there in the next page: %j', (change) => {
  const before = session.getState();
  update(change);
  expect(isSettingChanged(session.getState(), before)).toBe(true);
  expect(openAgain()).toMatchObject(change);
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
