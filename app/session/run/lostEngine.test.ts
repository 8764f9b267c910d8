import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EngineFailure } from '#engine/worker';
import { session } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { connectRuns, restartEngine } from './run.ts';
import { startRun } from './startRun.ts';

const restart = vi.fn();
let fail: (failure: EngineFailure) => void;
let stop: () => void;

function onFailure(listener: typeof fail): () => void {
  fail = listener;
  return () => undefined;
}

/** An engine whose calls reject with this message. */
function connect(message: string): void {
  const refuse = (): Promise<never> => Promise.reject(new Error(message));
  const engine = idleEngine({ startRun: refuse, listRuns: refuse, recoverRuns: refuse });
  stop = connectRuns({ engine, restart, onFailure });
}

beforeEach(() => {
  restart.mockClear();
  resetSession({ 'a.yaml': 'tasks: []\n' });
});
afterEach(() => stop());

it('is started again where it had worked', () => {
  connect('');
  const notices = collectNotices();
  fail(new EngineFailure('The engine stopped working.'));
  expect(restart).toHaveBeenCalledOnce();
  expect(notices).toMatchObject([{ kind: 'error', message: expect.stringContaining('It was started again') }]);
});

it('that does not start is started again by a person alone, and says so again when it is needed', async () => {
  const message = 'The engine did not start. Reload the page.';
  connect(message);
  const notices = collectNotices();
  fail(new EngineFailure(message, false));
  expect(restart).not.toHaveBeenCalled();
  expect(session.getState().run.engineLost).toBe(message);
  expect(await startRun({})).toBe(false);
  expect(notices.at(-1)).toMatchObject({ kind: 'error', message: expect.stringContaining(message) });
  restartEngine();
  expect(restart).toHaveBeenCalledOnce();
  expect(session.getState().run.engineLost).toBeNull();
});
