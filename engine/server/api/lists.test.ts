import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../base/index.ts';
import type { LocalRunService } from '../../service/local/LocalRunService.ts';
import { ended, start, TestWorkspace } from '../../service/local/testing.ts';
import { ApiUnderTest } from './testing.ts';

const workspace = new TestWorkspace();
let api: ApiUnderTest;
let service: LocalRunService;

/** Opens the state folder anew, behind the API. */
async function serve(): Promise<void> {
  service = await workspace.open();
  api = await ApiUnderTest.start({ service });
}

async function end(): Promise<void> {
  await api.close();
  await workspace.close();
}

beforeEach(async () => {
  workspace.write('echo.yaml', 'tasks: [{ id: a, type: basic }]\noutputs: { text: "{{ workflow.input.text }}" }');
  await serve();
});
afterEach(async () => {
  await end();
  await workspace.remove();
});

const indexFile = (): string => path.join(workspace.state, 'index.jsonl');

async function echo(text: string): Promise<string> {
  const { id } = await ended(service, (await start(service, 'echo', { text })).id);
  return id;
}

interface Row extends JsonObject {
  readonly id: string;
}

async function listRows(): Promise<readonly Row[]> {
  return ((await api.get('/api/runs?limit=50')).body as { runs: Row[] }).runs;
}

test('a list of runs that gave back megabytes has their beginnings, and so has the index; each run has all of it', async () => {
  const sizes = [100_000, 500_000, 2_000_000];
  const ids: string[] = [];
  for (const size of sizes) ids.push(await echo('x'.repeat(size)));
  const check = async (): Promise<void> => {
    const answer = await api.get('/api/runs?limit=50');
    expect(answer.text.length).toBeLessThan(5_000);
    expect((await listRows()).map(({ output_size }) => output_size)).toEqual([2_000_011, 500_011, 100_011]);
    for (const [index, id] of ids.entries()) {
      const { body } = await api.get(`/api/runs/${id}`);
      expect((body as { output: { text: string } }).output.text).toHaveLength(sizes[index] ?? 0);
    }
  };
  await check();
  expect(statSync(indexFile()).size).toBeLessThan(20_000);
  await end();
  await serve();
  await check();
  // The files beside the index can be lost: the journals have everything.
  rmSync(path.join(workspace.state, 'ends'), { recursive: true });
  await check();
});

test('small outputs are in the list as far as its rows go', async () => {
  const [short, long] = [await echo('hello'), await echo('x'.repeat(500))];
  const [second, first] = await listRows();
  expect(first).toMatchObject({ id: short, output_preview: '{"text":"hello"}', output_size: 16, unread: null });
  expect(second).toMatchObject({ id: long, output_preview: `{"text":"${'x'.repeat(190)}…`, output_size: 511 });
  expect(first).not.toHaveProperty('output');
});

test('an index of an earlier version, with whole outputs, is read, and has heads from then on', async () => {
  const id = await echo('z'.repeat(100_000));
  await end();
  const whole = { ...(await wholeRow(id)), large: undefined };
  writeFileSync(indexFile(), `${JSON.stringify({ run: whole })}\n`);
  rmSync(path.join(workspace.state, 'ends'), { recursive: true });
  await serve();
  expect(await listRows()).toMatchObject([{ id, status: 'success', output_size: 100_011 }]);
  expect(statSync(indexFile()).size).toBeLessThan(2_000);
  expect((await api.get(`/api/runs/${id}`)).text).toContain('z'.repeat(100_000));
});

/** The last row of a run in the index with all of its output, as earlier versions wrote it. */
async function wholeRow(id: string): Promise<object> {
  const lines = readFileSync(indexFile(), 'utf8').trim().split('\n');
  const row: { run: object } = JSON.parse(lines.at(-1) ?? '');
  const end: object = JSON.parse(readFileSync(path.join(workspace.state, 'ends', `${id}.json`), 'utf8'));
  return { ...row.run, ...end };
}

test('a row of the index that is damaged says so in the list, the others are shown, and its run is read from its journal', async () => {
  const [good, bad] = [await echo('good'), await echo('bad')];
  const text = readFileSync(indexFile(), 'utf8');
  const at = text.lastIndexOf('{"run":');
  writeFileSync(indexFile(), `${text.slice(0, at)}${'\0'.repeat(text.length - at - 1)}\n`);
  const [first, second] = await listRows();
  expect(first).toMatchObject({ id: bad, status: 'success', unread: expect.stringContaining('cannot be read') });
  expect(second).toMatchObject({ id: good, output_preview: '{"text":"good"}', unread: null });
  expect((await api.get(`/api/runs/${bad}`)).body).toMatchObject({ output: { text: 'bad' } });
});
