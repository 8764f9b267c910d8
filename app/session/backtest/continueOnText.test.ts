import { beforeEach, expect, test, vi } from 'vitest';
import type { RunEvent } from '#engine/run';
import type { EngineWorker, RunRecord } from '#engine/worker';
import { setEngine } from '../document/engine.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { continueOnText } from './continueOnText.ts';

const NEW = 'tasks:\n  - { id: pay, type: basic }\n';
const STARTED: RunEvent = { seq: 0, at: 1, type: 'run.started', runId: 'f', input: {}, simulate: false };
const PAUSED: RunEvent = { seq: 1, at: 1, type: 'run.paused', reason: 'asked', breakpoint: null, next: null };
const ENDED: RunEvent = { seq: 1, at: 1, type: 'run.finished', status: 'success', output: null, error: null };

beforeEach(() => resetSession({ 'a.yaml': NEW, 'b.yaml': 'tasks: []\n' }));

/** What is said of a run of `a.yaml` whose fork has these events, while another file is open. */
async function said(events: readonly RunEvent[], before?: string): Promise<string | undefined> {
  const forkRun = vi.fn<EngineWorker['forkRun']>(async () => ({
    ok: true,
    runId: 'f',
    ...(before === undefined ? {} : { before: { taskId: before } }),
  }));
  // Only its events are read.
  const record = { events } as unknown as RunRecord;
  const engine = idleEngine({ forkRun, findRun: async () => record });
  setEngine({ engine, onFailure: () => () => undefined, restart: () => undefined });
  const notices = collectNotices();
  await continueOnText({ runId: 'r', path: 'a.yaml', source: 'tasks: []\n' });
  return notices.at(-1)?.message;
}

test.each([
  [
    [STARTED, PAUSED],
    'pay',
    'Continued a.yaml on its new text: “pay” is the first step that differs. The run is paused there: resume it to continue.',
  ],
  [
    [STARTED, ENDED],
    undefined,
    'Continued a.yaml on its new text: all past steps are the same. The run has ended with success.',
  ],
  [[STARTED], undefined, 'Continued a.yaml on its new text: all past steps are the same. The run keeps running.'],
])('what became of a run that continues on a new text is read from the run: %j', async (events, before, message) => {
  expect(await said(events, before)).toBe(message);
});
