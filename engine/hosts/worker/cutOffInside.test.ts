import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { EMPTY_VIEW, foldRun, type RunView } from '../../run/index.ts';
import { FakeBrowser } from '../../testing/FakeBrowser.ts';
import { yaml } from '../../testing/index.ts';
import { createMemoryFiles } from '../../testing/memoryFiles.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { childRunId } from '../children/ChildRequest.ts';

// Loaded on first use, which would take turns of the clock.
beforeAll(async () => {
  await Promise.all([import('../../check/index.ts'), import('./children/openChildren.ts'), loadPatterns()]);
});

const OUTER = yaml`
  tasks: [{ id: call, type: basic, use: core:workflow, with: { file: inner.yaml } }]
`;

/** A call that is asked about once it is cut off, and a branch beside it that waits for a signal. */
const INNER = yaml`
  tools: [{ id: api, use: core:http, config: { idempotency_key: false, repeat: ask }, schema: { input: { type: object }, output: { type: object } } }]
  tasks:
    - id: both
      type: parallel
      config: { fail_fast: false }
      tasks:
        - { id: one, type: basic, use: tool:api, with: { url: /one, method: POST } }
        - id: other
          type: composite
          tasks:
            - { id: hold, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
            - { id: after, type: basic, use: core:http, with: { url: /after } }
      on_error: { next: last }
    - { id: last, type: basic }
`;

type Page = ReturnType<typeof openEngine>;

/** A family whose run inside has a call under way when the tab is killed, and is paused with the run around it by then; reopened. */
async function reopenPaused({ isPaused = true } = {}) {
  const browser = new FakeBrowser();
  const calls: string[] = [];
  const fetch: typeof globalThis.fetch = async (url) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url);
    calls.push(pathname);
    return pathname === '/one' ? new Promise(() => {}) : Response.json({});
  };
  const open = (): Page => {
    const page = openEngine({ browser, fetch });
    void page.engine.setWorkspace(createMemoryFiles({ 'inner.yaml': INNER }), []);
    return page;
  };
  const killed = open();
  const runId = await start(killed, makeRequest(OUTER));
  const child = childRunId(`${runId}/call/1/1/1`);
  const viewIn = async ({ clock, engine }: Page): Promise<RunView> =>
    foldRun(EMPTY_VIEW, (await clock.settle(engine.findRun(child)))?.events ?? []);
  const until = async (page: Page, isSo: (view: RunView) => boolean): Promise<void> => {
    for (let turn = 0; turn < 500; turn += 1) {
      if (isSo(await viewIn(page))) return;
      await page.clock.turn();
    }
    throw new Error('It does not come there.');
  };
  await until(killed, () => calls.includes('/one'));
  if (isPaused) {
    await killed.engine.controlRun(runId, { type: 'run.paused', reason: 'asked' });
    await until(killed, (view) => view.paused?.reason === 'parent');
  }
  killed.locks.die();
  const page = open();
  await page.clock.settle(page.engine.recoverRuns({ variables: [] }));
  await until(page, (view) => view.tasks.get('one')?.effects[0]?.cutOffAt !== undefined);
  const rest = async (): Promise<void> => {
    for (let turn = 0; turn < 100; turn += 1) await page.clock.turn();
  };
  const key = `${child}/one/2/1/1`;
  const [row] = (await viewIn(page)).tasks.get('one')?.effects ?? [];
  expect(row?.key).toBe(key);
  return { page, runId, child, key, calls, rest };
}

test('a run that is resumed around one whose cut-off calls are not decided about lets nothing there go on before they are', async () => {
  const { page, runId, child, key, calls, rest } = await reopenPaused();
  await page.engine.controlRun(runId, { type: 'run.resumed' });
  await rest();
  await page.engine.controlRun(child, { type: 'signal.received', name: 'go', payload: null });
  await rest();
  expect(calls).toEqual(['/one']);
  await page.engine.controlRun(child, { type: 'run.repeat', key, again: false });
  expect(await page.finished(runId)).toMatchObject({ status: 'success' });
  expect(calls).toEqual(['/one', '/after']);
});

test('one that is paused once more by then stays paused when they are decided about', async () => {
  const { page, runId, child, key, calls, rest } = await reopenPaused();
  await page.engine.controlRun(runId, { type: 'run.resumed' });
  await rest();
  await page.engine.controlRun(runId, { type: 'run.paused', reason: 'asked' });
  await rest();
  await page.engine.controlRun(child, { type: 'run.repeat', key, again: false });
  await page.engine.controlRun(child, { type: 'signal.received', name: 'go', payload: null });
  await rest();
  expect(calls).toEqual(['/one']);
  await page.engine.controlRun(runId, { type: 'run.resumed' });
  expect(await page.finished(runId)).toMatchObject({ status: 'success' });
  expect(calls).toEqual(['/one', '/after']);
});

test('one that asks while the run around it is paused goes on only with that', async () => {
  const { page, runId, child, key, calls, rest } = await reopenPaused({ isPaused: false });
  await page.engine.controlRun(runId, { type: 'run.paused', reason: 'asked' });
  await rest();
  await page.engine.controlRun(child, { type: 'run.repeat', key, again: false });
  await page.engine.controlRun(child, { type: 'signal.received', name: 'go', payload: null });
  await rest();
  expect(calls).toEqual(['/one']);
  await page.engine.controlRun(runId, { type: 'run.resumed' });
  expect(await page.finished(runId)).toMatchObject({ status: 'success' });
  expect(calls).toEqual(['/one', '/after']);
});
