import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { readConfig } from '../../serveConfig/index.ts';
import { openTriggers } from '../../service/index.ts';
import { ApiUnderTest } from './testing.ts';
import { RunsInMemory } from './testingRuns.ts';

const HOOK = 'webhooks: { form: { path: form, workflow: hello, auth: none } }';
const START = '/api/workflows/hello/runs';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

let runs: RunsInMemory;
let api: ApiUnderTest;
let folder: string;

beforeAll(loadPatterns);
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-bodies-'));
  runs = new RunsInMemory();
  const read = readConfig(HOOK);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const triggers = await openTriggers(read.value, {
    service: runs,
    state: folder,
    env: {},
    onProblem: () => undefined,
  });
  api = await ApiUnderTest.start({ service: runs, triggers });
});
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

function repeat(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join(',');
}

const MANY_KEYS = `{${repeat(200_000, (index) => `"k${index}":${index}`)}}`;
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const LONG = `[${repeat(200_000, () => '0')}]`;
const MCP = { Accept: 'application/json, text/event-stream' };

test.each([
  ['keys of an input', START, `{"input":${MANY_KEYS}}`, {}, 'the limit is 10,000, and input.k10000 exceeds it'],
  ['levels of an input', START, `{"input":${DEEP}}`, {}, 'more than 257 levels deep, at input[0][0]'],
  ['values of an input', START, `{"input":${LONG}}`, {}, 'the limit is 100,000, and input[99998] exceeds it'],
  ['keys of a signal', '/api/runs/r/signals/go', MANY_KEYS, {}, 'and k10000 exceeds it'],
  ['values of a decision', '/api/runs/r/resume', LONG, {}, 'and [99999] exceeds it'],
  ['keys of a call by MCP', '/mcp', `{"params":${MANY_KEYS}}`, MCP, 'and params.k10000 exceeds it'],
  ['keys that a webhook is sent', '/hooks/form', MANY_KEYS, {}, 'and k10000 exceeds it'],
  ['names in a form', '/hooks/form', repeat(40_000, (index) => `n${index}=v`).replaceAll(',', '&'), FORM, 'fields'],
  ['fields of one name in a form', '/hooks/form', 'a=b&'.repeat(100_000), FORM, 'and number 10001 exceeds it'],
])('too many %s are refused before anything is made of them', async (_, place, body, headers, says) => {
  const answer = await api.post(place, body, headers);
  expect(answer).toMatchObject({ status: 413, code: 'TOO_LARGE', headers: { connection: 'close' } });
  expect(answer.text).toContain(says);
  expect(await runs.list({ limit: 1 })).toMatchObject({ runs: [] });
  expect(api.defects).toEqual([]);
});

test.each([
  ['a number beyond all numbers', START, '{"input":{"rows":[1,1e999]}}', 'The body at input.rows[1] has 1e999'],
  ['a key that is there twice', START, '{"input":{"a b":1,"a b":2}}', 'has the key input[\\"a b\\"] twice'],
  ['a doubled key of a webhook', '/hooks/form', '{"id":1,"\\u0069d":2}', 'has the key id twice'],
  ['a number of a webhook beyond all numbers', '/hooks/form', '{"id":-1e999}', 'The body at id has -1e999'],
])('%s is refused, with its place', async (_, place, body, says) => {
  const answer = await api.post(place, body);
  expect(answer).toMatchObject({ status: 400, code: 'BAD_JSON' });
  expect(answer.text).toContain(says);
  expect(await runs.list({ limit: 1 })).toMatchObject({ runs: [] });
});

test('as much as is taken is taken', async () => {
  const keys = `{${repeat(10_000, (index) => `"k${index}":${index}`)}}`;
  expect(await api.post(START, `{"input":${keys}}`)).toMatchObject({ status: 202 });
  expect(await api.post(START, `{"input":[${repeat(99_998, () => '0')}]}`)).toMatchObject({ status: 202 });
  const form = Array.from({ length: 10_000 }, (_, index) => `n${index % 5_000}=v`).join('&');
  expect(await api.post('/hooks/form', form, FORM)).toMatchObject({ status: 202 });
  const page = await runs.events((await runs.list({ limit: 1 }))?.runs[0]?.id ?? '', { after: 0, limit: 1 });
  const event = page?.events[0]?.event;
  const input = event?.type === 'run.started' ? event.input : null;
  expect(Object.values(input ?? {})).toEqual(Array.from({ length: 5_000 }, () => ['v', 'v']));
});
