import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../../../base/index.ts';
import { type EffectView, EMPTY_VIEW, foldRun, workedBetween } from '../../../../run/index.ts';
import { FakeBrowser } from '../../../../testing/FakeBrowser.ts';
import { makeRequest, openEngine, start } from '../../../../testing/openEngine.ts';
import { yaml } from '../../../../testing/yaml.ts';

// Loaded on first use, which would take turns of the clock.
beforeAll(async () => {
  await Promise.all([import('../../../../check/index.ts'), loadPatterns()]);
});

const NOTHING = { variables: [] };

function text(config: string): string {
  return yaml`
    tools: [{ id: api, use: core:http, config: { ${config} }, schema: { input: { type: object }, output: { type: object } } }]
    tasks:
      - id: both
        type: parallel
        config: { fail_fast: false }
        tasks:
          - { id: one, type: basic, use: tool:api, with: { url: /one, method: POST } }
          - { id: two, type: basic, use: tool:api, with: { url: /two, method: POST } }
        on_success: { next: after }
        on_error: { next: after }
      - { id: after, type: basic, use: core:http, with: { url: /after } }
  `;
}

type Page = ReturnType<typeof openEngine>;

/** Kills a tab whose run has made two calls that are not answered, and resumes the run in the next tab. */
async function interrupt(config: string) {
  const calls: string[] = [];
  let isDead = false;
  const fetch: typeof globalThis.fetch = async (url) => {
    calls.push(new URL(url instanceof Request ? url.url : url).pathname);
    return isDead ? Response.json({ n: calls.length }) : new Promise(() => {});
  };
  const browser = new FakeBrowser();
  const killed = openEngine({ browser, fetch });
  const runId = await start(killed, makeRequest(text(config)));
  await killed.clock.until(() => calls.length === 2);
  killed.locks.die();
  isDead = true;
  const reload = async (): Promise<Page> => {
    const next = openEngine({ browser, fetch });
    for (let turn = 0; turn < 100; turn += 1) await next.clock.turn();
    await next.clock.settle(next.engine.recoverRuns(NOTHING));
    return next;
  };
  const viewIn = async (page: Page) => {
    const record = await page.clock.settle(page.engine.findRun(runId));
    return foldRun(EMPTY_VIEW, record?.events ?? []);
  };
  return { calls, runId, reload, viewIn };
}

function effectOf(view: Awaited<ReturnType<Awaited<ReturnType<typeof interrupt>>['viewIn']>>, id: string): EffectView {
  const effect = view.tasks.get(id)?.effects[0];
  if (effect === undefined) throw new Error(`${id} made no call.`);
  return effect;
}

async function untilAsked({ clock, events }: Page, runId: string): Promise<void> {
  await clock.until(() => events.get(runId)?.some((event) => event.type === 'run.paused'));
}

test('a run that was cut off waits for a decision about each call, also over a reload, and resumes with the last one', async () => {
  const { calls, runId, reload, viewIn } = await interrupt('idempotency_key: false');
  const first = await reload();
  await untilAsked(first, runId);
  first.locks.die();
  const page = await reload();
  await page.clock.until(() => page.events.get(runId)?.some((event) => event.type === 'run.interrupted'));
  expect((await page.engine.listRuns())[0]).toMatchObject({ runId, status: 'running', paused: 'interrupted' });
  const asked = await viewIn(page);
  expect(asked.paused?.reason).toBe('interrupted');
  const [one, two] = [effectOf(asked, 'one'), effectOf(asked, 'two')];
  expect([one.cutOffAt, two.cutOffAt]).toEqual([expect.any(Number), expect.any(Number)]);

  // As long as one is not decided about, the run does not go on.
  await page.engine.controlRun(runId, { type: 'run.repeat', key: one.key, again: true });
  await page.engine.controlRun(runId, { type: 'run.resumed' });
  await page.engine.controlRun(runId, { type: 'run.stepped' });
  await page.clock.until(() => calls.length === 3);
  for (let turn = 0; turn < 100; turn += 1) await page.clock.turn();
  expect((await page.engine.listRuns())[0]?.paused).toBe('interrupted');
  await page.engine.controlRun(runId, { type: 'run.repeat', key: one.key, again: true });
  await page.engine.controlRun(runId, { type: 'run.repeat', key: two.key, again: false });
  await page.finished(runId);
  expect(calls).toEqual(['/one', '/two', '/one', '/after']);
  const view = await viewIn(page);
  expect(effectOf(view, 'one')).toMatchObject({ error: null, repeats: [{ by: 'person' }] });
  expect(effectOf(view, 'two')).toMatchObject({
    error: { details: { type: 'effect.unknown', reason: 'interrupted' } },
  });
  const [row] = await page.engine.listRuns();
  const whole = (row?.endedAt ?? 0) - (row?.startedAt ?? 0);
  expect(whole - (row?.idle ?? 0)).toBe(workedBetween(view.idle, row?.startedAt ?? 0, row?.endedAt ?? 0));
  expect(row?.idle).toBeGreaterThan(0);
});

test.each([
  ['idempotency_key: true', ['/one', '/two', '/one', '/two', '/after'], 'key'],
  ['idempotency_key: false, repeat: yes', ['/one', '/two', '/one', '/two', '/after'], 'policy'],
])('with %s the calls are made again without a question', async (config, expected, by) => {
  const { calls, runId, reload, viewIn } = await interrupt(config);
  const page = await reload();
  await page.finished(runId);
  expect(calls).toEqual(expected);
  expect(effectOf(await viewIn(page), 'one').repeats).toMatchObject([{ by }]);
});

test('a run that is stopped while it asks makes no call again', async () => {
  const { calls, runId, reload } = await interrupt('idempotency_key: false');
  const page = await reload();
  await untilAsked(page, runId);
  await page.engine.controlRun(runId, { type: 'run.cancelled' });
  expect(await page.finished(runId)).toMatchObject({ status: 'cancelled' });
  expect(calls).toHaveLength(2);
});

test('with the word no the calls fail, and the interruption is in the record', async () => {
  const { calls, runId, reload, viewIn } = await interrupt('repeat: no');
  const page = await reload();
  await page.finished(runId);
  expect(calls).toEqual(['/one', '/two', '/after']);
  const record = await page.clock.settle(page.engine.findRun(runId));
  expect(record?.events.find(({ type }) => type === 'run.interrupted')).toMatchObject({ cause: 'lost' });
  expect((await viewIn(page)).idle).toMatchObject([{ reason: 'interrupted' }]);
});
