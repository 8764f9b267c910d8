import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../base/index.ts';
import '../effects/memory/performMemory.ts';
import { checkAnalysis } from '../check/index.ts';
import { createRunScript } from '../effects/scripts/createRunScript.ts';
import { createScriptServer } from '../effects/scripts/serveScripts.ts';
import { analyze } from '../graph/index.ts';
import type { RunEvent } from '../run/index.ts';
import { makeRequest, openEngine, start } from '../testing/openEngine.ts';
import { type LoopbackServer, serveFolder } from '../testing/serving/serveLoopback.ts';

const PUBLIC = fileURLToPath(new URL('../../public/', import.meta.url));
interface Sample {
  readonly file: string;
  readonly name: string;
  readonly description: string;
  /** What it does not have by itself: it runs simulated here. */
  readonly needs?: string;
}

const MANIFEST: readonly Sample[] = JSON.parse(readFileSync(`${PUBLIC}samples/index.json`, 'utf8'));

const runScript = createRunScript(() => ({ run: createScriptServer(), end: () => undefined }));

let server: LoopbackServer;
beforeAll(async () => {
  server = await serveFolder(PUBLIC);
  // Loaded with the first call, which would take turns of the clock.
  const script = { code: 'return 1', input: 'null', seed: 1, now: null, timeout: 10_000, memory: 16 };
  await runScript(script, new AbortController().signal);
});
afterAll(() => server.close());

function readSample(file: string): string {
  return readFileSync(`${PUBLIC}samples/${file}`, 'utf8');
}

/** The signals that samples wait for. */
const SIGNALS: Readonly<Record<string, readonly [string, JsonObject]>> = {
  'purchase-approval.yaml': ['approval', { approved: true, by: 'Ada' }],
};

/** Runs a sample with the defaults of its form, as the worker does, beside the data it fetches. */
async function runSample(file: string, input: JsonObject = {}, signal = SIGNALS[file]) {
  globalThis.indexedDB = new IDBFactory();
  const page = openEngine({ ports: { runScript } });
  const simulate = MANIFEST.find((sample) => sample.file === file)?.needs !== undefined;
  const request = makeRequest(readSample(file), { path: file, input, simulate, baseUrl: server.url });
  const runId = await start(page, request);
  if (signal !== undefined) {
    const [name, payload] = signal;
    await page.clock.settle(page.engine.controlRun(runId, { type: 'signal.received', name, payload }));
  }
  const end = await page.finished(runId);
  return { events: page.events.get(runId) ?? [], end };
}

function has(events: readonly RunEvent[], type: RunEvent['type'], taskId: string): boolean {
  return events.some((event) => event.type === type && 'taskId' in event && event.taskId === taskId);
}

test('the manifest names every sample there is', () => {
  const files = readdirSync(`${PUBLIC}samples`).filter(
    (name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'),
  );
  expect(MANIFEST.map(({ file }) => file).sort()).toEqual(files.sort());
});

describe.each(MANIFEST)('$file', ({ file, name }) => {
  test('has no diagnostics, and the name it is listed under', () => {
    const analysis = analyze(file, readSample(file));
    expect(checkAnalysis(analysis).filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(analysis.workflow.name).toBe(name);
  });

  test('succeeds without a warning', async () => {
    const { events, end } = await runSample(file);
    expect(end).toMatchObject({ status: 'success', error: null });
    expect(events.filter((event) => event.type === 'warning')).toEqual([]);
    expect(events.filter((event) => event.type === 'task.failed')).toEqual([]);
  });
});

describe('support-triage.yaml', () => {
  const file = 'support-triage.yaml';

  test('gathers context with a retry that happens, and drafts from it', async () => {
    const { events, end } = await runSample(file);
    expect(has(events, 'task.retrying', 'recent_incidents')).toBe(true);
    expect(end).toMatchObject({ output: { topic: 'technical', needs_person: false } });
    expect(end).toHaveProperty('output.body', expect.stringContaining('INC-2291'));
  });

  test('takes the route of refunds for a refund', async () => {
    const { events, end } = await runSample(file, { text: 'Please refund this month.' });
    expect(has(events, 'task.succeeded', 'check_refund')).toBe(true);
    expect(end).toMatchObject({ status: 'success', output: { topic: 'refund', subject: 'Your refund' } });
  });

  test('ends at a person by its error handler', async () => {
    const { events, end } = await runSample(file, { text: 'You will hear from my lawyer.' });
    expect(has(events, 'task.failed', 'classify')).toBe(true);
    expect(end).toMatchObject({ status: 'success', output: { topic: 'unknown', body: null, needs_person: true } });
  });
});

test('orders-report.yaml adds up what the files say, and names what they miss', async () => {
  const { end } = await runSample('orders-report.yaml');
  expect(end).toMatchObject({
    output: {
      title: 'Revenue of 8 orders in EUR',
      total: 1229.8,
      unknown_products: ['MUG-ENAMEL-30'],
      csv: 'category,lines,units,revenue\r\nCoffee,6,23,583.7\r\nEquipment,4,26,492.2\r\nTea,3,15,78.9\r\nGifts,2,3,75',
    },
  });
});

test('research-fanout.yaml researches its three angles at the same time', async () => {
  const { events, end } = await runSample('research-fanout.yaml');
  const order = events.flatMap((event) =>
    (event.type === 'task.started' || event.type === 'task.succeeded') && event.taskId.startsWith('research_')
      ? [event.type]
      : [],
  );
  expect(order).toEqual([...Array(3).fill('task.started'), ...Array(3).fill('task.succeeded')]);
  expect(end).toHaveProperty('output.findings.length', 7);
});

describe('support-desk.yaml', () => {
  const file = 'support-desk.yaml';

  test('uses its tools, answers by them, and remembers what was said and learned', async () => {
    const { events, end } = await runSample(file);
    const asked = events.flatMap((event) => (event.type === 'effect.requested' ? [`${event.kind} ${event.name}`] : []));
    expect(asked.filter((name) => name.startsWith('tool'))).toEqual([
      'tool find_order',
      'tool refund_for',
      expect.stringMatching(/^tool/),
    ]);
    expect(end).toMatchObject({ status: 'success', output: { refund: 64.5, messages_so_far: 2 } });
  });
});

test.each([
  [{ amount: 640 }, { approved: true, by: 'Ada' }, { ordered: true, approved_by: 'Ada' }],
  [{ amount: 640 }, { approved: false, by: 'Ada' }, { ordered: false, approved_by: 'Ada' }],
  [{ amount: 12 }, null, { ordered: true, approved_by: null }],
])('purchase-approval.yaml: %o and the answer %o lead to %o', async (input, payload, output) => {
  const signal = payload === null ? undefined : (['approval', payload] as const);
  const { end } = await runSample('purchase-approval.yaml', input, signal);
  expect(end).toMatchObject({ status: 'success', output });
});
