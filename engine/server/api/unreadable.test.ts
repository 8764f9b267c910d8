import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LocalRunService } from '../../service/local/LocalRunService.ts';
import { ended, start, TestWorkspace, until } from '../../service/local/testing.ts';
import { runIdFor } from './parameters.ts';
import { type Answered, ApiUnderTest } from './testing.ts';

const workspace = new TestWorkspace();
let api: ApiUnderTest;
let service: LocalRunService;

beforeEach(async () => {
  workspace.write(
    'one.yaml',
    'tasks: [{ id: a, type: basic }]\noutputs: { text: "{{ workflow.input.text ?? null }}" }',
  );
  workspace.write(
    'outer.yaml',
    'tasks: [{ id: call, type: basic, use: core:workflow, with: { file: one.yaml, input: {} } }]',
  );
  workspace.write(
    'ask.yaml',
    'tasks: [{ id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }]',
  );
  service = await workspace.open({ restAfter: 1 });
  api = await ApiUnderTest.start({ service });
});
afterEach(async () => {
  await api.close();
  await workspace.remove();
});

const journalOf = (id: string): string => path.join(workspace.state, 'runs', `${id}.jsonl`);

/** What each route of a run answers, as status and code; none of it names a place on the server, or a line of its source. */
async function ask(id: string): Promise<readonly string[]> {
  const answers = await Promise.all(['', '/events', '/journal'].map((route) => api.get(`/api/runs/${id}${route}`)));
  for (const answer of answers) expectPlain(answer);
  expect(api.defects).toEqual([]);
  return answers.map(({ status, code }) => (typeof code === 'string' ? `${status} ${code}` : String(status)));
}

function expectPlain({ text }: Answered): void {
  expect(text).not.toContain(workspace.folder);
  expect(text).not.toMatch(/\bat .*\.ts:\d+/);
}

/** What can happen to a journal, and what becomes of the requests for its run, its events and its journal. */
const DAMAGES: readonly (readonly [string, (file: string) => void, readonly string[]])[] = [
  ['is deleted', (file) => rmSync(file), ['200', '410 JOURNAL_GONE', '410 JOURNAL_GONE']],
  [
    'is changed',
    (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"run.started"', '"run.stXrted"')),
    ['200', '500 JOURNAL_UNREADABLE', '200'],
  ],
  ['is emptied', (file) => writeFileSync(file, ''), ['200', '500 JOURNAL_UNREADABLE', '200']],
  [
    'is a folder',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
    ['200', '500 JOURNAL_UNREADABLE', '500 JOURNAL_UNREADABLE'],
  ],
  [
    'leads back to itself',
    (file) => {
      rmSync(file);
      symlinkSync(file, file);
    },
    ['200', '500 JOURNAL_UNREADABLE', '500 JOURNAL_UNREADABLE'],
  ],
];

test.each(DAMAGES)(
  'of an ended run whose journal %s, what is kept is told, and the rest is a problem in words',
  async (_, damage, answers) => {
    const { id } = await ended(service, (await start(service, 'one')).id);
    damage(journalOf(id));
    expect(await ask(id)).toEqual(answers);
    const stream = await api.get(`/api/runs/${id}/events`, { Accept: 'text/event-stream' });
    expect(stream.code).toBe(answers[1]?.slice(4));
    expect((await api.get('/api/runs')).status).toBe(200);
  },
);

test('a run whose large output is in a lost journal alone says that it is gone', async () => {
  const { id } = await ended(service, (await start(service, 'one', { text: 'x'.repeat(5_000) })).id);
  rmSync(journalOf(id));
  expect((await ask(id))[0]).toBe('200');
  rmSync(path.join(workspace.state, 'ends'), { recursive: true });
  expect((await ask(id))[0]).toBe('410 JOURNAL_GONE');
});

test('the journal of a run inside of another one that is gone, or damaged, is a problem in words', async () => {
  const { id } = await ended(service, (await start(service, 'outer')).id);
  const page = await service.events(id, { after: 0, limit: 100 });
  const below =
    page?.events.flatMap(({ event }) => (event.type === 'child.reported' ? [event.child.runId] : []))[0] ?? '';
  const file = path.join(`${journalOf(id)}.children`, `${below}.jsonl`);
  expect((await api.get(`/api/runs/${below}`)).status).toBe(200);
  writeFileSync(file, 'no journal\n');
  expect(await ask(below)).toEqual(['500 JOURNAL_UNREADABLE', '500 JOURNAL_UNREADABLE', '200']);
  rmSync(file);
  expect(await ask(below)).toEqual(['410 JOURNAL_GONE', '410 JOURNAL_GONE', '410 JOURNAL_GONE']);
  const signalled = await api.post(`/api/runs/${below}/signals/go`, 'null');
  expectPlain(signalled);
  expect(signalled.code).toBe('JOURNAL_GONE');
});

test('a run that waits and whose journal is gone is no run without events; a signal is refused with words', async () => {
  const { id } = await start(service, 'ask');
  await until(service, id, ({ status }) => status === 'waiting');
  await expect.poll(() => readFileSync(path.join(workspace.state, 'index.jsonl'), 'utf8')).toContain('"restedAt":');
  await expect
    .poll(async () => {
      rmSync(journalOf(id), { force: true });
      return (await ask(id))[1];
    })
    .toBe('410 JOURNAL_GONE');
  const signalled = await api.post(`/api/runs/${id}/signals/go`, 'null');
  expect(signalled.code).toBe('RUN_BUSY');
  expectPlain(signalled);
  const paused = await api.get(`/api/runs/${id}`);
  expect(paused.body).toMatchObject({
    status: 'paused',
    paused: 'It was stopped by an error: ENOENT: no such file or directory',
  });
});

test('a start with the key of a run whose journal is gone or damaged says so, and not that the key is another one’s', async () => {
  const headers = { 'Idempotency-Key': 'k' };
  await api.post('/api/workflows/one/runs', {}, headers);
  const id = runIdFor('one', 'k') ?? '';
  await ended(service, id);
  writeFileSync(journalOf(id), 'no journal\n');
  const damaged = await api.post('/api/workflows/one/runs', {}, headers);
  rmSync(journalOf(id));
  const gone = await api.post('/api/workflows/one/runs', {}, headers);
  expect([damaged.code, gone.code]).toEqual(['JOURNAL_UNREADABLE', 'JOURNAL_GONE']);
  for (const answer of [damaged, gone]) expectPlain(answer);
});

test('a workflow that cannot be read is in the list as one that cannot be started, with the reason', async () => {
  workspace.write('zip.yaml', '');
  writeFileSync(path.join(workspace.folder, 'zip.yaml'), Buffer.from([0xff, 0xfe, 0x00]));
  mkdirSync(path.join(workspace.folder, 'shut'));
  chmodSync(path.join(workspace.folder, 'shut'), 0);
  const answer = await api.get('/api/workflows');
  expect(answer.body).toMatchObject({
    workflows: expect.arrayContaining([
      expect.objectContaining({ name: 'zip', valid: false, description: expect.stringContaining('UTF-8') }),
    ]),
  });
  expectPlain(answer);
  expectPlain(await api.post('/api/workflows/zip/runs'));
  symlinkSync('loop.yaml', path.join(workspace.folder, 'loop.yaml'));
  expectPlain(await api.post('/api/workflows/loop/runs'));
});

test('a folder of workflows that is gone is a problem in words', async () => {
  const moved = `${workspace.folder}-moved`;
  renameSync(workspace.folder, moved);
  const answer = await api.get('/api/workflows');
  renameSync(moved, workspace.folder);
  expect(answer).toMatchObject({ status: 503, code: 'NOT_READY' });
  expectPlain(answer);
});
