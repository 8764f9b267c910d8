import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { KeepConfig } from '../../../serveConfig/index.ts';
import { yaml } from '../../../testing/index.ts';
import type { Log } from '../../logEntries.ts';
import type { LocalRunService } from '../LocalRunService.ts';
import { ended, list, setUp, start, until } from '../testing.ts';

const { workspace, server } = setUp();

const ONE: KeepConfig = { runs: 1, days: null, bytes: null, archive: null, rules: [] };

const fileOf = (...names: readonly string[]): string => path.join(workspace.state, ...names);

function write(): void {
  workspace.write('one.yaml', 'tasks: [{ id: a, type: basic }]\noutputs: { text: "{{ workflow.input.text ?? 1 }}" }');
  workspace.write(
    'outer.yaml',
    'tasks: [{ id: call, type: basic, use: core:workflow, with: { file: one.yaml, input: {} } }]',
  );
  workspace.write(
    'ask.yaml',
    yaml`
      tasks:
        - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
    `,
  );
}

/** Runs that have ended, one after the other. */
async function run(service: LocalRunService, workflow: string, input: object = {}): Promise<string> {
  return (await ended(service, (await start(service, workflow, { ...input })).id)).id;
}

const ids = async (service: LocalRunService): Promise<readonly string[]> =>
  (await list(service, { limit: 100 })).runs.map(({ id }) => id);

test('a run is removed with its journal, the runs it started, its large output and its row, and stays so', async () => {
  write();
  const service = await workspace.open();
  const kept = await run(service, 'one');
  const [outer, large] = [await run(service, 'outer'), await run(service, 'one', { text: 'x'.repeat(9_000) })];
  const events = (await service.events(outer, { after: 0, limit: 100 }))?.events ?? [];
  const below = events.flatMap(({ event }) => (event.type === 'child.reported' ? [event.child.runId] : []))[0] ?? '';
  expect(await service.get(below)).toMatchObject({ status: 'success' });
  expect(await service.remove(below)).toMatchObject({ type: 'inside' });
  for (const id of [outer, large]) expect(await service.remove(id)).toBeNull();
  const expectGone = async (open: LocalRunService): Promise<void> => {
    expect(await ids(open)).toEqual([kept]);
    for (const id of [outer, large, below]) {
      expect(await open.get(id)).toBeNull();
      expect(await open.events(id, { after: 0, limit: 1 })).toBeNull();
      expect(await open.journal(id)).toBeNull();
      expect(await open.remove(id)).toMatchObject({ type: 'unknownRun' });
    }
    expect(readdirSync(fileOf('runs')).filter((name) => !name.startsWith(kept))).toEqual([]);
    for (const folder of ['ends', 'removed']) expect(readdirSync(fileOf(folder))).toEqual([]);
  };
  await expectGone(service);
  await workspace.close();
  await expectGone(await workspace.open());
});

test('a run that has not ended is not removed, and is not pruned', async () => {
  write();
  workspace.write(
    'held.yaml',
    `tasks: [{ id: a, type: basic, use: core:http, with: { url: '${server.url('held')}' } }]`,
  );
  const service = await workspace.open({ active: 1 });
  const waiting = (await start(service, 'ask')).id;
  await until(service, waiting, ({ status }) => status === 'waiting');
  const running = (await start(service, 'held')).id;
  await server.until(1);
  const queued = (await start(service, 'one')).id;
  for (const id of [waiting, running, queued]) expect(await service.remove(id)).toMatchObject({ type: 'notEnded' });
  expect(await service.prune({ ...ONE, days: 0.000_001, bytes: 1 })).toMatchObject({ ids: [] });
  expect(await ids(service)).toEqual([queued, running, waiting]);
  server.release();
  expect(await ended(service, queued)).toMatchObject({ status: 'success' });
});

test('an id that was removed is free: the same start begins a new run, whose events are its own', async () => {
  write();
  const service = await workspace.open();
  const request = { workflow: 'one', input: { text: 'first' }, runId: 'mine' };
  await service.start(request);
  await ended(service, 'mine');
  expect((await service.events('mine', { after: 0, limit: 100 }))?.isLast).toBe(true);
  expect(await service.remove('mine')).toBeNull();
  expect(await service.start({ ...request, input: { text: 'second' } })).toMatchObject({ value: { isNew: true } });
  expect(await ended(service, 'mine')).toMatchObject({ output: { text: 'second' } });
  expect(JSON.stringify(await service.events('mine', { after: 0, limit: 100 }))).not.toContain('first');
});

test('a dry run says what would go, with its size, and removes nothing', async () => {
  write();
  const service = await workspace.open();
  const [old, outer, newest] = [await run(service, 'one'), await run(service, 'outer'), await run(service, 'one')];
  const dry = await service.prune(ONE, { isDry: true });
  expect(dry.ids).toEqual([old, outer]);
  expect(dry.bytes).toBeGreaterThan(statSync(fileOf('runs', `${outer}.jsonl`)).size);
  expect(await ids(service)).toHaveLength(3);
  expect(await service.prune(ONE)).toEqual(dry);
  expect(await ids(service)).toEqual([newest]);
});

test('what is archived is moved as it was, with the runs inside of it', async () => {
  write();
  const archive = path.join(workspace.folder, 'old');
  const service = await workspace.open();
  const outer = await run(service, 'outer');
  const text = readFileSync(fileOf('runs', `${outer}.jsonl`), 'utf8');
  await run(service, 'one');
  await service.prune({ ...ONE, archive });
  expect(existsSync(fileOf('runs', `${outer}.jsonl`))).toBe(false);
  expect(readFileSync(path.join(archive, `${outer}.jsonl`), 'utf8')).toBe(text);
  expect(readdirSync(path.join(archive, `${outer}.jsonl.children`))).toHaveLength(1);
});

test('runs that had the same id, one after the other, are all in the archive', async () => {
  write();
  const archive = path.join(workspace.folder, 'old');
  const service = await workspace.open();
  const texts: string[] = [];
  for (const text of ['first', 'second']) {
    await service.start({ workflow: 'one', input: { text }, runId: 'same' });
    await ended(service, 'same');
    texts.push(readFileSync(fileOf('runs', 'same.jsonl'), 'utf8'));
    await run(service, 'one');
    await service.prune({ ...ONE, archive });
  }
  const names = readdirSync(archive).filter((name) => name.startsWith('same'));
  expect(names.sort()).toEqual(['same.2.jsonl', 'same.jsonl']);
  expect(readFileSync(path.join(archive, 'same.2.jsonl'), 'utf8')).toBe(texts[1]);
  expect(readFileSync(path.join(archive, 'same.jsonl'), 'utf8')).toBe(texts[0]);
});

test('a removal that a crash has interrupted is ended at the next start', async () => {
  write();
  const service = await workspace.open();
  const id = await run(service, 'outer');
  await workspace.close();
  mkdirSync(fileOf('removed'));
  renameSync(fileOf('runs', `${id}.jsonl`), fileOf('removed', `${id}.jsonl`));
  const again = await workspace.open();
  expect(await ids(again)).toEqual([]);
  expect([readdirSync(fileOf('runs')), readdirSync(fileOf('removed'))]).toEqual([[], []]);
});

test('a server prunes by itself once it begins', async () => {
  write();
  const service = await workspace.open();
  const [, second] = [await run(service, 'one'), await run(service, 'one')];
  await workspace.close();
  const again = await workspace.open({ keep: ONE });
  await expect.poll(() => ids(again)).toEqual([second]);
});

test('what is kept can change while the server is there', async () => {
  write();
  const service = await workspace.open();
  const [, second] = [await run(service, 'one'), await run(service, 'one')];
  service.change({ keep: ONE });
  await expect.poll(() => ids(service)).toEqual([second]);
  service.change({});
  const third = await run(service, 'one');
  expect(await ids(service)).toEqual([third, second]);
});

test('a server that has lost its folder removes nothing', async () => {
  write();
  const service = await workspace.open();
  const id = await run(service, 'one');
  renameSync(fileOf('owner.lock'), fileOf('other.lock'));
  await expect(service.remove(id)).rejects.toThrow('taken over');
  expect(existsSync(fileOf('runs', `${id}.jsonl`))).toBe(true);
});

test('trouble with an archive is said once, and nothing is removed', async () => {
  write();
  const service = await workspace.open();
  await run(service, 'one');
  await run(service, 'one');
  await workspace.close();
  const archive = path.join(workspace.folder, 'taken');
  writeFileSync(archive, '');
  const said: string[] = [];
  const log: Log = ({ event, message }) => void (event === 'trouble' && said.push(message));
  const again = await workspace.open({ keep: { ...ONE, archive }, log });
  await expect.poll(() => said).toEqual([expect.stringContaining('cannot be removed')]);
  expect(await ids(again)).toHaveLength(2);
});
