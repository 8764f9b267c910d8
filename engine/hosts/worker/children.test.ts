import 'fake-indexeddb/auto';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import type { HostPorts } from '../../effects/index.ts';
import { EMPTY_VIEW, foldRun } from '../../run/index.ts';
import { FakeBrowser } from '../../testing/FakeBrowser.ts';
import { ANSWER, answerOf } from '../../testing/family/answers.ts';
import { createFamilyPerformer } from '../../testing/family/familyPerformer.ts';
import { yaml } from '../../testing/index.ts';
import { createMemoryFiles } from '../../testing/memoryFiles.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { childRunId } from '../children/ChildRequest.ts';
import type { Disk } from './journal/Disk.ts';
import { openDisk } from './journal/openDisk.ts';

// Loaded on first use, which would take turns of the clock.
beforeAll(async () => {
  await Promise.all([
    import('../../check/index.ts'),
    import('./children/openChildren.ts'),
    import('./exported/exportedRun.ts'),
    import('./exported/replayExport.ts'),
    import('./history/replayRecorded.ts'),
    loadPatterns(),
  ]);
});

const OUTER = yaml`
  tasks: [{ id: call, type: basic, use: core:workflow, with: { file: inner.yaml } }]
  outputs: { it: "{{ tasks.call.output }}" }
`;

const INNER = yaml`
  tasks:
    - { id: one, type: basic, use: core:http, with: { url: /one, method: POST }, on_success: { next: hold } }
    - { id: hold, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: two } }
    - { id: two, type: basic, use: core:http, with: { url: /two, method: POST } }
  outputs: { n: "{{ tasks.two.output.body.n }}" }
`;

type Page = ReturnType<typeof openEngine>;

/** A tab whose workspace has some files, and a server that counts. */
function openTab(files: Readonly<Record<string, string>>, options: Parameters<typeof openEngine>[0] = {}) {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (url) => {
    asked.push(new URL(url instanceof Request ? url.url : url).pathname);
    return Response.json({ n: asked.length });
  };
  const page = openEngine({ fetch, ...options });
  void page.engine.setWorkspace(createMemoryFiles(files), []);
  return { page, asked };
}

const childOf = (runId: string): string => childRunId(`${runId}/call/1/1/1`);

/** Waits until a run of the history waits for its signal. */
async function untilWaiting({ clock, engine }: Page, parent: string): Promise<void> {
  for (;;) {
    const [row] = await clock.settle(engine.listRuns({ parent }));
    if (row?.signal === 'go') return;
    await clock.turn();
  }
}

describe('a workflow that a run starts in the worker', () => {
  test('is a run of its own, which hears of its signal, is listed below its parent, and linked to at the call', async () => {
    const { page, asked } = openTab({ 'inner.yaml': INNER });
    const runId = await start(page, makeRequest(OUTER));
    await untilWaiting(page, runId);
    const inner = childOf(runId);
    const parent = { runId, key: `${runId}/call/1/1/1`, root: runId, files: ['test.yaml'] };
    expect(await page.clock.settle(page.engine.listRuns({ parent: runId }))).toMatchObject([
      { runId: inner, path: 'inner.yaml', status: 'running', parent, isIdle: true },
    ]);
    // It waits, and so does the run that waits for it.
    expect(await page.clock.settle(page.engine.listRuns())).toMatchObject([{ runId, isIdle: true }]);
    expect(page.idle).toEqual([[runId, true]]);
    // Events of a run that no one looks at stay in the worker.
    expect(page.events.has(inner)).toBe(false);
    const record = await page.clock.settle(page.engine.findRun(inner));
    expect(record).toMatchObject({ path: 'inner.yaml', source: INNER, status: 'running', parent });
    await page.engine.controlRun(inner, { type: 'signal.received', name: 'go', payload: null });
    expect(await page.finished(runId)).toMatchObject({ status: 'success', output: { it: { n: 2 } } });
    expect(asked).toEqual(['/one', '/two']);
    const seen = page.events.get(inner) ?? [];
    expect(seen.at(-1)).toMatchObject({ type: 'run.finished', status: 'success' });
    expect(seen[0]?.seq).toBe((record?.events.at(-1)?.seq ?? 0) + 1);
    expect(page.events.get(runId)).toContainEqual(
      expect.objectContaining({
        type: 'child.reported',
        child: expect.objectContaining({ runId: inner, file: 'inner.yaml' }),
      }),
    );
    expect(await page.clock.settle(page.engine.listRuns({ parent: runId }))).toMatchObject([{ status: 'success' }]);
  });

  test('is continued in the next tab where it was: what it had recorded is not made again', async () => {
    const browser = new FakeBrowser();
    const files = { 'inner.yaml': INNER };
    const killed = openTab(files, { browser });
    const runId = await start(killed.page, makeRequest(OUTER));
    await untilWaiting(killed.page, runId);
    killed.page.locks.die();
    const next = openTab(files, { browser });
    // Only the outermost run is resumed, and with it the one below.
    expect(await next.page.clock.settle(next.page.engine.recoverRuns({ variables: [] }))).toEqual([runId]);
    await untilWaiting(next.page, runId);
    await next.page.engine.controlRun(childOf(runId), { type: 'signal.received', name: 'go', payload: null });
    expect(await next.page.finished(runId)).toMatchObject({ status: 'success' });
    expect([killed.asked, next.asked]).toEqual([['/one'], ['/two']]);
  });

  test('is paused, resumed and cancelled with its parent, whichever of them is asked', async () => {
    const { page } = openTab({ 'inner.yaml': INNER });
    const runId = await start(page, makeRequest(OUTER));
    await untilWaiting(page, runId);
    const rows = async () => [
      ...(await page.clock.settle(page.engine.listRuns())),
      ...(await page.clock.settle(page.engine.listRuns({ parent: runId }))),
    ];
    const until = async (expected: readonly unknown[]) => {
      for (let turn = 0; turn < 200; turn += 1) {
        if ((await rows()).map(({ paused }) => paused ?? null).join() === expected.join()) return;
        await page.clock.turn();
      }
      expect(await rows()).toEqual(expected);
    };
    await page.engine.controlRun(childOf(runId), { type: 'run.paused', reason: 'asked' });
    await until(['asked', 'parent']);
    await page.engine.controlRun(runId, { type: 'run.resumed' });
    await until(['', '']);
    await page.engine.controlRun(childOf(runId), { type: 'run.cancelled' });
    expect(await page.finished(runId)).toMatchObject({ status: 'cancelled' });
    for (let turn = 0; turn < 100; turn += 1) await page.clock.turn();
    expect(await rows()).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]);
    const record = await page.clock.settle(page.engine.findRun(childOf(runId)));
    expect(record?.events.at(-1)).toMatchObject({ type: 'run.finished', status: 'cancelled' });
  });

  test('moves with its parent to a tab that takes this over, and is not cancelled by the tab that lost it', async () => {
    const browser = new FakeBrowser();
    const files = { 'inner.yaml': INNER };
    const first = openTab(files, { browser });
    const runId = await start(first.page, makeRequest(OUTER));
    await untilWaiting(first.page, runId);
    const second = openTab(files, { browser });
    await second.page.clock.settle(second.page.engine.takeOver(runId, { variables: [] }));
    await untilWaiting(second.page, runId);
    await second.page.engine.controlRun(childOf(runId), { type: 'signal.received', name: 'go', payload: null });
    expect(await second.page.finished(runId)).toMatchObject({ status: 'success' });
    expect([first.asked, second.asked]).toEqual([['/one'], ['/two']]);
  });

  test('is watched and told of its signal from another tab', async () => {
    const browser = new FakeBrowser();
    const files = { 'inner.yaml': INNER };
    const first = openTab(files, { browser });
    const runId = await start(first.page, makeRequest(OUTER));
    await untilWaiting(first.page, runId);
    const second = openTab(files, { browser });
    const inner = childOf(runId);
    const watched = second.page.engine.findRun(inner);
    await first.page.clock.settle(second.page.clock.settle(watched));
    expect(await watched).toMatchObject({ status: 'running', isElsewhere: true });
    await second.page.engine.controlRun(inner, { type: 'signal.received', name: 'go', payload: null });
    await first.page.finished(runId);
    expect(await second.page.finished(inner)).toMatchObject({ status: 'success' });
  });
});

test('a workflow whose call was aborted is cancelled in the next tab, before the run around it ends', async () => {
  const outer = yaml`
    tasks:
      - id: call
        type: basic
        use: core:workflow
        with: { file: inner.yaml }
        config: { timeout: 300ms }
        on_error: { next: hold }
      - { id: hold, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
  `;
  const browser = new FakeBrowser();
  const disk = openDisk();
  let isDead = false;
  // The tab is killed when the cancellation of the run inside would be stored.
  const commit: Disk['commit'] = (changes) => {
    isDead ||= changes.some(
      (change) => 'value' in change && change.type === 'chunk' && isCancelled(change.value.runId, change.value.inputs),
    );
    return isDead ? new Promise(() => undefined) : disk.commit(changes);
  };
  const isCancelled = (runId: string, inputs: string): boolean =>
    runId !== outermost && inputs.includes('run.cancelled');
  let outermost = '';
  const files = { 'inner.yaml': INNER };
  const killed = openTab(files, { browser, disk: { ...disk, commit } }).page;
  outermost = await start(killed, makeRequest(outer));
  await killed.clock.until(() => isDead);
  killed.locks.die();
  const { page } = openTab(files, { browser });
  const listed = await page.clock.settle(page.engine.listRuns({ parent: outermost }));
  expect(listed).toMatchObject([{ status: 'interrupted' }]);
  await page.clock.settle(page.engine.recoverRuns({ variables: [] }));
  for (let turn = 0; turn < 300; turn += 1) await page.clock.turn();
  expect(await page.clock.settle(page.engine.listRuns({ parent: outermost }))).toMatchObject([{ status: 'cancelled' }]);
  expect(await page.clock.settle(page.engine.listRuns())).toMatchObject([{ status: 'running' }]);
});

/** Answers of a model, and all else at once. */
const answered = {
  createPerformer: (ports: HostPorts) =>
    createFamilyPerformer(ports, { answer: (call) => answerOf(call, 1), isOver: () => false, note: () => undefined }),
};

const AGENT = 'agents: [{ id: a, use: core:agent, config: { provider: openai, model: gpt-4.1 } }]';

describe('what a workflow inside of a run uses', () => {
  test('counts towards the budget of the run around it, which pauses both and is raised for both', async () => {
    const asks = yaml`
      ${AGENT}
      tasks:
        - { id: one, type: basic, use: agent:a, with: { prompt: Hi }, on_success: { next: two } }
        - { id: two, type: basic, use: agent:a, with: { prompt: Hi }, on_success: { next: three } }
        - { id: three, type: basic, use: agent:a, with: { prompt: Hi } }
    `;
    const { page } = openTab({ 'inner.yaml': asks }, answered);
    const runId = await start(page, makeRequest(OUTER, { budget: { tokens: 8 } }));
    const has = (type: string) => () => page.events.get(runId)?.some((event) => event.type === type);
    await page.clock.until(has('run.paused'));
    expect(page.events.get(runId)?.findLast(({ type }) => type === 'run.paused')).toMatchObject({ reason: 'budget' });
    for (let turn = 0; turn < 100; turn += 1) await page.clock.turn();
    const [row] = await page.clock.settle(page.engine.listRuns({ parent: runId }));
    expect(row).toMatchObject({ status: 'running' });
    expect(row?.paused).toBeDefined();
    await page.engine.controlRun(runId, { type: 'run.resumed', budget: { tokens: 100 } });
    expect(await page.finished(runId)).toMatchObject({ status: 'success' });
    const { usage } = foldRun(EMPTY_VIEW, page.events.get(runId) ?? []);
    expect(usage).toMatchObject({ input_tokens: 3 * ANSWER.input_tokens, output_tokens: 3 * ANSWER.output_tokens });
  });

  test('is known after a crash also where it is continued from a checkpoint', async () => {
    const long = yaml`
      ${AGENT}
      limits: { per_task: 10000, per_scope: 10000 }
      tasks:
        - { id: one, type: basic, use: agent:a, with: { prompt: Hi }, on_success: { next: count } }
        - { id: count, type: basic, with: { n: "{{ (tasks.count.output.n ?? 0) + 1 }}" }, on_success: { next: more } }
        - id: more
          type: decision
          config: { condition: "{{ tasks.count.output.n < 2500 }}", routes: { true: count, false: hold } }
        - { id: hold, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: two } }
        - { id: two, type: basic, use: agent:a, with: { prompt: Hi } }
    `;
    const browser = new FakeBrowser();
    const first = openTab({ 'inner.yaml': long }, { ...answered, browser }).page;
    const runId = await start(first, makeRequest(OUTER));
    await untilWaiting(first, runId);
    const stored = async () => (await openDisk().find(childOf(runId), true))?.checkpoint ?? undefined;
    for (let turn = 0; turn < 200 && (await stored()) === undefined; turn += 1) await first.clock.turn();
    expect(await stored()).toBeDefined();
    first.locks.die();
    const { page } = openTab({ 'inner.yaml': long }, { ...answered, browser });
    await page.clock.settle(page.engine.recoverRuns({ variables: [] }));
    await untilWaiting(page, runId);
    await page.engine.controlRun(childOf(runId), { type: 'signal.received', name: 'go', payload: null });
    await page.finished(runId);
    const record = await page.clock.settle(page.engine.findRun(runId));
    const { usage } = foldRun(EMPTY_VIEW, record?.events ?? []);
    expect(usage).toMatchObject({ input_tokens: 2 * ANSWER.input_tokens, output_tokens: 2 * ANSWER.output_tokens });
  });
});

describe('in the history', () => {
  test('a run is deleted with all below it, also while they are executed', async () => {
    const { page } = openTab({ 'inner.yaml': INNER });
    const runId = await start(page, makeRequest(OUTER));
    await untilWaiting(page, runId);
    await page.clock.settle(page.engine.deleteRun(runId));
    for (let turn = 0; turn < 100; turn += 1) await page.clock.turn();
    expect(await page.clock.settle(page.engine.findRun(childOf(runId)))).toBeNull();
    expect(await page.clock.settle(page.engine.listRuns({ parent: runId }))).toEqual([]);
    expect(await page.clock.settle(page.engine.listRuns())).toEqual([]);
  });

  test('a run is exported with all below it, and imported with them under other ids', async () => {
    const { page } = openTab({ 'mid.yaml': OUTER, 'inner.yaml': INNER });
    const runId = await start(page, makeRequest(OUTER.replace('inner.yaml', 'mid.yaml')));
    const mid = childOf(runId);
    await untilWaiting(page, mid);
    await page.engine.controlRun(childOf(mid), { type: 'signal.received', name: 'go', payload: null });
    await page.finished(runId);
    for (let turn = 0; turn < 100; turn += 1) await page.clock.turn();
    const text = (await page.clock.settle(page.engine.exportRun(runId))) ?? '';
    await page.clock.settle(page.engine.deleteRun(runId));
    const row = await page.clock.settle(page.engine.importRun(text, 'saved.json'));
    expect(row).toMatchObject({ status: 'success', isImported: true, importedFrom: 'saved.json' });
    expect((await page.clock.settle(page.engine.listRuns())).map((each) => each.runId)).toEqual([row.runId]);
    const linkOf = async (parent: string) => {
      const record = await page.clock.settle(page.engine.findRun(parent));
      const report = record?.events.find((event) => event.type === 'child.reported');
      return report?.type === 'child.reported' ? report.child.runId : '';
    };
    const imported = await linkOf(row.runId);
    expect(await page.clock.settle(page.engine.listRuns({ parent: row.runId }))).toMatchObject([
      { runId: imported, path: 'mid.yaml', status: 'success', isImported: true, importedFrom: 'saved.json' },
    ]);
    const deepest = await page.clock.settle(page.engine.findRun(await linkOf(imported)));
    expect(deepest).toMatchObject({
      path: 'inner.yaml',
      status: 'success',
      parent: { runId: imported, root: row.runId },
    });
    await page.clock.settle(page.engine.deleteRun(row.runId));
    expect(await page.clock.settle(page.engine.findRun(imported))).toBeNull();
  });

  test('a part of a family is exported by itself, and a changed one inside a file is named', async () => {
    const { page } = openTab({ 'mid.yaml': OUTER, 'inner.yaml': INNER });
    const runId = await start(page, makeRequest(OUTER.replace('inner.yaml', 'mid.yaml')));
    const mid = childOf(runId);
    await untilWaiting(page, mid);
    const text = (await page.clock.settle(page.engine.exportRun(mid))) ?? '';
    const row = await page.clock.settle(page.engine.importRun(text, 'mid.json'));
    expect(row).not.toHaveProperty('parent');
    expect(await page.clock.settle(page.engine.listRuns({ parent: row.runId }))).toMatchObject([
      { path: 'inner.yaml', status: 'interrupted', parent: { files: ['mid.yaml'] } },
    ]);
    const changed = text.replaceAll('/two', '/too');
    await expect(page.clock.settle(page.engine.importRun(changed, 'mid.json'))).rejects.toThrow(
      /changed.*run 1 of those inside/s,
    );
    const orphan: { runs: unknown[] } = JSON.parse((await page.clock.settle(page.engine.exportRun(runId))) ?? '');
    const [, deep] = orphan.runs;
    const alone = JSON.stringify({ ...orphan, runs: [deep] });
    await expect(page.clock.settle(page.engine.importRun(alone, 'a.json'))).rejects.toThrow(/any of the others/);
  });

  test('a run that is unfinished below one that has ended is shown as cancelled, also in its events', async () => {
    const browser = new FakeBrowser();
    const { page } = openTab({ 'inner.yaml': INNER }, { browser });
    const runId = await start(page, makeRequest(OUTER));
    await untilWaiting(page, runId);
    page.locks.die();
    const disk = openDisk();
    const parent = await disk.row(runId);
    if (parent === null) throw new Error('It is not stored.');
    await disk.commit([{ type: 'summary', value: { ...parent, status: 'error', endedAt: 9 } }]);
    const next = openTab({ 'inner.yaml': INNER }, { browser }).page;
    expect(await next.clock.settle(next.engine.listRuns({ parent: runId }))).toMatchObject([{ status: 'cancelled' }]);
    const record = await next.clock.settle(next.engine.findRun(childOf(runId)));
    expect(record).toMatchObject({ status: 'cancelled' });
    expect(record?.events.at(-1)).toMatchObject({ type: 'run.finished', status: 'cancelled' });
  });

  test('only outermost runs count towards the limit, and one that is pruned takes its family along', async () => {
    const disk = openDisk();
    const row = {
      path: 'a.yaml',
      name: null,
      endedAt: 1,
      simulate: false,
      simulated: false,
      status: 'success',
    } as const;
    const rows = ['old', 'new'].flatMap((root, index) => [
      { ...row, runId: root, startedAt: index },
      ...[1, 2].map((n) => ({
        ...row,
        runId: `${root}-${n}`,
        startedAt: index,
        parent: { runId: root, key: `${root}/a/1/1/${n}`, root, files: ['a.yaml'] },
      })),
    ]);
    await disk.commit(rows.map((value) => ({ type: 'summary', value })));
    await disk.commit([{ type: 'prune', keep: 2 }]);
    expect((await disk.list({})).map(({ runId }) => runId)).toEqual(['new', 'old']);
    expect((await disk.list({ parent: 'old' })).map(({ runId }) => runId).sort()).toEqual(['old-1', 'old-2']);
    await disk.commit([{ type: 'prune', keep: 1 }]);
    expect(await disk.below('old')).toEqual([]);
    expect(await disk.below('new')).toHaveLength(2);
    expect(await disk.list({ path: 'a.yaml' })).toHaveLength(1);
  });
});
