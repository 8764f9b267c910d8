import 'fake-indexeddb/auto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IDBFactory } from 'fake-indexeddb';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { FakeBrowser } from '../../testing/FakeBrowser.ts';
import { findSnapshotMismatch } from '../../testing/index.ts';
import { SCENARIOS, type Scenario } from '../../testing/journalScenarios.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { findCheckpointMismatch } from '../../testing/simulation/checkpointProperty.ts';
import { restoreRun } from '../restoreRun.ts';
import { readRun } from '../worker/exported/exportedRun.ts';
import { workflowOf } from '../worker/run/record/workflowOf.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

beforeAll(async () => {
  await loadPatterns();
  if (process.env['SIGNALBOX_RECORD'] === undefined) return;
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    const file = `${FOLDER}${name}.json`;
    if (!existsSync(file)) writeFileSync(file, await record(scenario));
  }
});

/** Runs a scenario and exports what was recorded. */
async function record({ source, controls, isForked, cutOff, ...asked }: Scenario): Promise<string> {
  globalThis.indexedDB = new IDBFactory();
  const tab = { browser: new FakeBrowser(), fetch: createFetch() };
  let page = openEngine(tab);
  const first = await start(page, makeRequest(source, { input: {}, simulate: false, ...asked }));
  if (cutOff !== undefined) {
    for (let turn = 0; turn < 300; turn += 1) await page.clock.turn();
    page.locks.die();
    const { events } = page;
    page = openEngine(tab);
    for (let turn = 0; turn < 300; turn += 1) await page.clock.turn();
    await page.clock.settle(page.engine.recoverRuns({ variables: [] }));
    await page.clock.until(() => page.events.get(first)?.some(({ type }) => type === 'run.paused'));
    for (const event of events.get(first) ?? []) {
      const again = event.type === 'effect.requested' ? cutOff[event.taskId] : undefined;
      if (event.type === 'effect.requested' && again !== undefined)
        await page.engine.controlRun(first, { type: 'run.repeat', key: event.key, again });
    }
  }
  for (const { once, control } of controls ?? []) {
    const { type, taskId } = once;
    await page.clock.until(() =>
      page.events
        .get(first)
        ?.some(
          (event) => event.type === type && (taskId === undefined || ('taskId' in event && event.taskId === taskId)),
        ),
    );
    for (let turn = 0; turn < 20; turn += 1) await page.clock.turn();
    await page.engine.controlRun(first, control);
  }
  await page.finished(first);
  const runId = isForked === true ? await fork(page, first) : first;
  for (let turn = 0; turn < 200; turn += 1) await page.clock.turn();
  const text = await page.clock.settle(page.engine.exportRun(runId));
  if (text === null) throw new Error('Nothing was recorded.');
  return text;
}

async function fork(page: ReturnType<typeof openEngine>, runId: string): Promise<string> {
  const seq = Math.floor((page.events.get(runId)?.length ?? 0) / 2);
  const forked = await page.clock.settle(page.engine.forkRun({ runId, seq, isPaused: true, variables: [] }));
  if (!forked.ok) throw new Error('It did not start.');
  await page.clock.settle(page.engine.controlRun(forked.runId, { type: 'run.resumed' }));
  await page.finished(forked.runId);
  return forked.runId;
}

function createFetch(): typeof globalThis.fetch {
  let count = 0;
  const cut = new Set<string>();
  return async (url, init) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url);
    const isCut = pathname.startsWith('/cut/') && !cut.has(pathname);
    cut.add(pathname);
    if (isCut) return new Promise(() => undefined);
    if (pathname === '/never')
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    count += 1;
    return pathname === '/fail-twice' && count < 3
      ? new Response('busy', { status: 503 })
      : Response.json({ n: count });
  };
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

test('every scenario has its journal', () => {
  expect(files).toEqual(expect.arrayContaining(Object.keys(SCENARIOS).map((name) => `${name}.json`)));
});

describe.each(files)('%s', (file) => {
  const read = readRun(readFileSync(FOLDER + file, 'utf8'), 'read');
  const recorded = read.ok ? read.value : null;

  test('gives the recorded events and the recorded result', async () => {
    if (recorded === null) throw new Error('It cannot be read.');
    // The last proof covers all events, the result among them.
    expect(recorded.proofs.at(-1)?.inputs).toBe(recorded.inputs.length);
    const restored = await restoreRun(workflowOf(recorded), recorded, () => undefined);
    if (!restored.ok) throw new Error(restored.error.message);
    expect(restored.value.tracked.isFinished).toBe(true);
    expect(restored.value.events.at(-1)).toMatchObject({ type: 'run.finished', status: recorded.summary.status });
  });

  test('resumes from a snapshot at any input as if it had never stopped', () => {
    if (recorded === null) throw new Error('It cannot be read.');
    expect(findSnapshotMismatch(workflowOf(recorded), recorded.inputs, () => true)).toBeNull();
  });

  test('is restored from a checkpoint at any input as from the whole journal', async () => {
    if (recorded === null) throw new Error('It cannot be read.');
    expect(await findCheckpointMismatch(workflowOf(recorded), recorded, () => true)).toBeNull();
  });

  test('is refused when its inputs were changed', async () => {
    if (recorded === null) throw new Error('It cannot be read.');
    const [first, ...rest] = recorded.inputs;
    if (first?.type !== 'run.started') throw new Error('It has no start.');
    const inputs = [{ ...first, at: first.at - 1 }, ...rest];
    const restored = await restoreRun(workflowOf(recorded), { ...recorded, inputs }, () => undefined);
    expect(restored).toMatchObject({ ok: false, error: { code: 'REPLAY_MISMATCH' } });
  });
});
