import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadPatterns } from '../../../base/index.ts';
import { readConfig } from '../../../serveConfig/index.ts';
import { CALLER_HEADER, CallerMarks, openTriggers } from '../../../service/index.ts';
import { ApiUnderTest } from '../testing.ts';
import { RunsInMemory } from '../testingRuns.ts';

const CONFIG = `
webhooks: { shop: { path: shop, workflow: hello, auth: none } }
schedules: { yearly: { cron: "0 0 1 1 *", workflow: hello } }
mcp: [hello]
`;

const marks = new CallerMarks();
const mark = marks.write({ runId: 'run-1', depth: 3 });

let folder: string;
let api: ApiUnderTest;
let runs: RunsInMemory;
let end: () => Promise<void>;
/** How deep each start was. */
let depths: (number | undefined)[];
beforeEach(async () => {
  await loadPatterns();
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-led-'));
  const config = readConfig(CONFIG);
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  runs = new RunsInMemory();
  depths = [];
  const start = runs.start.bind(runs);
  runs.start = async (request) => {
    depths.push(request.depth);
    const started = await start(request);
    if (started.ok) runs.finish(started.value.run.id, null);
    return started;
  };
  const triggers = await openTriggers(config.value, {
    service: runs,
    state: folder,
    env: {},
    onProblem: () => undefined,
  });
  api = await ApiUnderTest.start({ service: runs, triggers, marks });
  end = () => triggers.end();
});
afterEach(async () => {
  await end();
  await api.close();
  rmSync(folder, { recursive: true });
});

const MCP = { Accept: 'application/json, text/event-stream' };
const CALL = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'hello', arguments: {} } });

test.each<[string, string | object, Record<string, string>]>([
  ['/api/workflows/hello/runs', { input: {} }, {}],
  ['/hooks/shop', {}, {}],
  ['/api/schedules/yearly/run', '', {}],
  ['/mcp', CALL, MCP],
])(
  'what a run starts by %s is led to by it, and what is started from outside by nothing',
  async (place, body, headers) => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    await api.post(place, sent, headers);
    for (const forged of [mark.replace('3.', '0.'), '0', `${mark}a`, ''])
      await api.post(place, sent, { ...headers, [CALLER_HEADER]: forged });
    expect(depths.map((depth) => depth ?? 0)).toEqual([0, 0, 0, 0, 0]);
    await api.post(place, sent, { ...headers, [CALLER_HEADER]: mark });
    expect(depths.at(-1)).toBe(4);
  },
);

test('what a run retries is led to by it', async () => {
  const { body } = await api.post('/api/workflows/hello/runs', { input: {} });
  const { id } = body as { readonly id: string };
  runs.change(id, { status: 'cancelled', endedAt: 0 });
  await api.post('/api/runs/retry', { status: 'cancelled' }, { [CALLER_HEADER]: mark });
  expect(depths).toEqual([undefined, 4]);
});
