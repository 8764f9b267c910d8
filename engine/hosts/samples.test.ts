import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../base/index.ts';
import { checkAnalysis } from '../check/index.ts';
import { analyze } from '../graph/index.ts';
import type { RunEvent } from '../run/index.ts';
import { makeRequest, openEngine, start } from '../testing/openEngine.ts';
import { type LoopbackServer, serveFolder } from '../testing/serveLoopback.ts';

const PUBLIC = fileURLToPath(new URL('../../public/', import.meta.url));
const MANIFEST: readonly { readonly file: string; readonly name: string; readonly description: string }[] = JSON.parse(
  readFileSync(`${PUBLIC}samples/index.json`, 'utf8'),
);

let server: LoopbackServer;
beforeAll(async () => {
  server = await serveFolder(PUBLIC);
});
afterAll(() => server.close());

function readSample(file: string): string {
  return readFileSync(`${PUBLIC}samples/${file}`, 'utf8');
}

/** Runs a sample with the defaults of its form, as the worker does, beside the data it fetches. */
async function runSample(file: string, input: JsonObject = {}) {
  globalThis.indexedDB = new IDBFactory();
  const page = openEngine();
  const runId = await start(page, makeRequest(readSample(file), { path: file, input, baseUrl: server.url }));
  const end = await page.finished(runId);
  return { events: page.events.get(runId) ?? [], end };
}

function has(events: readonly RunEvent[], type: RunEvent['type'], taskId: string): boolean {
  return events.some((event) => event.type === type && 'taskId' in event && event.taskId === taskId);
}

test('the manifest names every sample there is', () => {
  const files = readdirSync(`${PUBLIC}samples`).filter((name) => name.endsWith('.yaml'));
  expect(MANIFEST.map(({ file }) => file).sort()).toEqual(files.sort());
});

describe.each(MANIFEST)('$file', ({ file, name }) => {
  test('has nothing to complain about, and the name it is listed under', () => {
    const analysis = analyze(file, readSample(file));
    expect(checkAnalysis(analysis).filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(analysis.workflow.name).toBe(name);
  });

  test('runs to success at once, without a warning', async () => {
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

  test('takes the road of refunds for a refund', async () => {
    const { events, end } = await runSample(file, { text: 'Please refund this month.' });
    expect(has(events, 'task.succeeded', 'check_refund')).toBe(true);
    expect(end).toMatchObject({ status: 'success', output: { topic: 'refund', subject: 'Your refund' } });
  });

  test('leads to a person by its error route', async () => {
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
