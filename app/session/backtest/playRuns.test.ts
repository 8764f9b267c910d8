import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BacktestRow, EngineWorker } from '#engine/worker';
import { setEngine } from '../document/engine.ts';
import { session, update } from '../store/store.ts';
import { idleEngine, resetSession } from '../testSession.ts';
import { startBacktests } from './playRuns.ts';
import { countVerdicts } from './verdicts.ts';

const TEXT = 'tasks: []\n';
const backtestRuns = vi.fn<EngineWorker['backtestRuns']>();
let stop: () => void = () => undefined;

/** A run with what its play on the new text came to. */
function played(verdict: BacktestRow['verdict']): BacktestRow {
  return { runId: 'r', startedAt: 0, status: 'success', verdict, note: null, tasks: [], asks: [] };
}

function write(text: string): void {
  const { workspace } = session.getState().document;
  update({ document: { workspace: { ...workspace, files: new Map([['a.yaml', text]]) } } });
}

const rest = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1_000);
const backtest = () => session.getState().run.backtest;

beforeEach(() => {
  vi.useFakeTimers();
  resetSession({ 'a.yaml': TEXT });
  backtestRuns.mockReset().mockResolvedValue('current');
  const engine = idleEngine({ backtestRuns });
  setEngine({ engine, onFailure: () => () => undefined, restart: () => undefined });
  stop = startBacktests();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('plays nothing while the text changes, and needs no word while it is the one that ran last', async () => {
  await vi.advanceTimersByTimeAsync(900);
  write('tasks: [] # 1\n');
  await vi.advanceTimersByTimeAsync(900);
  expect(backtestRuns).not.toHaveBeenCalled();
  await rest();
  expect(backtestRuns).toHaveBeenCalledOnce();
  expect(backtest()).toBeNull();
});

it('keeps what the runs come to on the new text, and takes no more of it once the text is another', async () => {
  const answers: boolean[] = [];
  backtestRuns.mockImplementation(async (_, deliver) => {
    answers.push(await deliver(played('another path')));
    write('tasks: [] # 2\n');
    answers.push(await deliver(played('the same')));
    return 'played';
  });
  await rest();
  expect(answers).toEqual([true, false]);
  expect(backtest()).toMatchObject({ source: TEXT, runs: [{ verdict: 'another path' }], progress: 'old' });
});

it('counts the verdicts, the worst first', () => {
  expect(countVerdicts([played('the same'), played('another path'), played('the same')])).toEqual([
    { verdict: 'another path', count: 1 },
    { verdict: 'the same', count: 2 },
  ]);
});
