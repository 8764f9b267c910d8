import { beforeEach, expect, test, vi } from 'vitest';
import type { BacktestRow, EngineWorker } from '#engine/worker';
import { setEngine } from '../document/engine.ts';
import { session } from '../store/store.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import type { ShownProposal } from './proposals.ts';
import { replayProposed } from './replayProposed.ts';

const AFTER = 'tasks: [] # quick\n';
const backtestRuns = vi.fn<EngineWorker['backtestRuns']>();

function played(verdict: BacktestRow['verdict']): BacktestRow {
  return { runId: 'r', startedAt: 0, status: 'success', verdict, note: null, tasks: [], asks: [] };
}

/** A proposal that leads to some texts. */
function leadingTo(after: ReadonlyMap<string, string>): ShownProposal {
  const judged = { who: 'agent', why: 'x', at: '', changes: [], after, added: [], gone: 0 };
  const on = session.getState().document.workspace.files;
  return { id: 'one', path: '.signalbox/proposals/one.json', text: 'x', judged, problem: '', on };
}

beforeEach(() => {
  resetSession({ 'w.yaml': 'tasks: []\n', 'w.test.yaml': 'tests: []\n' });
  backtestRuns.mockReset();
  setEngine({ engine: idleEngine({ backtestRuns }), restart: () => undefined } as never);
});

test('the last runs are played on the texts that a proposal leads to, and counted', async () => {
  backtestRuns.mockImplementation(async (_, deliver) => {
    for (const verdict of ['the same', 'another path', 'the same'] as const) await deliver(played(verdict));
    return 'played';
  });
  const after = new Map([
    ['w.yaml', AFTER],
    ['w.test.yaml', 'tests: [{ name: a }]\n'],
    ['new.yaml', AFTER],
  ]);
  expect(await replayProposed(leadingTo(after), () => true)).toEqual([
    { verdict: 'another path', count: 1 },
    { verdict: 'the same', count: 2 },
  ]);
  // Tests have no runs, and a new file has none yet.
  expect(backtestRuns.mock.calls.map(([{ path, source }]) => [path, source])).toEqual([['w.yaml', AFTER]]);
});

test('nothing is said once it is not wanted any more, and it is not gone on with', async () => {
  const went: (boolean | Promise<boolean>)[] = [];
  backtestRuns.mockImplementation(async (_, deliver) => {
    went.push(deliver(played('the same')));
    return 'played';
  });
  expect(await replayProposed(leadingTo(new Map([['w.yaml', AFTER]])), () => false)).toBeNull();
  expect(went).toEqual([false]);
});
