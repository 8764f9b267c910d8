import { expect, test, vi } from 'vitest';
import type { EngineWorker } from '#engine/worker';
import { session, update } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { activeDiagnostics, isUnchecked, startChecking } from './diagnostics.ts';

test('a file is checked once one of its texts was, and not because another file was', () => {
  resetSession({ 'a.yaml': 'tasks: []\n', 'b.yaml': 'tasks: []\n' });
  expect(isUnchecked(session.getState())).toBe(true);
  update({ document: { checked: { path: 'a.yaml', text: 'tasks: [ ]\n', diagnostics: [] } } });
  expect(isUnchecked(session.getState())).toBe(false);
  update({ document: { activePath: 'b.yaml' } });
  expect(isUnchecked(session.getState())).toBe(true);
  update({ document: { activePath: null } });
  expect(isUnchecked(session.getState())).toBe(false);
});

test('a task that nothing leads to yet is a note, not a warning: its card says so', async () => {
  resetSession({ 'a.yaml': 'tasks: [{ id: a, type: basic }, { id: b, type: basic }]\n' });
  const found = { severity: 'warning', range: { start: 0, end: 5 }, path: [], message: '' } as const;
  const stop = startChecking({
    checkText: async () => [
      { ...found, code: 'UNREACHABLE_TASK' },
      { ...found, code: 'UNKNOWN_KEY' },
    ],
  });
  await vi.waitFor(() =>
    expect(activeDiagnostics().map(({ code, severity }) => [code, severity])).toEqual([
      ['UNREACHABLE_TASK', 'info'],
      ['UNKNOWN_KEY', 'warning'],
    ]),
  );
  stop();
});

test('a file is checked with the files that it runs, and with none that it does not name', async () => {
  const runs = 'tasks: [{ id: a, type: basic, use: "core:workflow", with: { file: flows/b.yaml } }]\n';
  const files = { 'a.yaml': runs, 'flows/b.yaml': 'tasks: []\n', 'c.yaml': 'tasks: []\n' };
  const asked = async (text: string): Promise<readonly string[]> => {
    resetSession({ ...files, 'a.yaml': text });
    const checkText = vi.fn<EngineWorker['checkText']>(async () => []);
    const stop = startChecking({ checkText });
    await vi.waitFor(() => expect(checkText).toHaveBeenCalled());
    stop();
    return [...(checkText.mock.calls[0]?.[2]?.files?.keys() ?? [])];
  };
  expect(await asked(runs)).toEqual(['flows/b.yaml']);
  expect(await asked(runs.replace('core:workflow', 'core:log'))).toEqual([]);
});
