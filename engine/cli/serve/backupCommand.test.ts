import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ended, list, setUp, start, until } from '../../service/local/testing.ts';
import { type Ended, runInProcess } from '../testing.ts';

const { workspace } = setUp();

function command(...args: readonly string[]): Promise<Ended> {
  return runInProcess([...args], { folder: workspace.folder });
}

function write(): void {
  workspace.write('one.yaml', 'tasks: [{ id: a, type: basic }]\noutputs: { n: "{{ workflow.input.n }}" }');
  workspace.write(
    'outer.yaml',
    'tasks: [{ id: call, type: basic, use: core:workflow, with: { file: one.yaml, input: { n: "{{ workflow.input.n }}" } } }]\noutputs: { n: "{{ tasks.call.output.n }}" }',
  );
  workspace.write(
    'ask.yaml',
    'tasks: [{ id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }]',
  );
}

const fileOf = (...names: readonly string[]): string => path.join(workspace.folder, ...names);

test('a copy that is made under load has every run that had been answered, and each goes on from it to its end', async () => {
  write();
  const service = await workspace.open({ active: 4, restAfter: 1 });
  const waiting = await start(service, 'ask');
  await until(service, waiting.id, ({ status }) => status === 'waiting');
  const over = new AbortController();
  const started: string[] = [];
  const load = (async () => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const runs = await Promise.all(
        ['one', 'outer', 'one', 'outer', 'one'].map((workflow) =>
          start(service, workflow, { n, text: 'x'.repeat(3_000) }),
        ),
      );
      started.push(...runs.map(({ id }) => id));
      if (n % 2 === 0) await Promise.all(runs.map(({ id }) => ended(service, id)));
    }
  })();
  for (const copy of ['first', 'second', 'third']) {
    const count = started.length;
    while (started.length === count) await new Promise((resolve) => setImmediate(resolve));
    const before = [waiting.id, ...started];
    expect(await command('backup', copy)).toMatchObject({ code: 0 });
    const copied = [...readdirSync(fileOf(copy, 'runs')), ...readdirSync(fileOf(copy, 'queued'))];
    expect(before.filter((id) => !copied.includes(`${id}.jsonl`))).toEqual([]);
  }
  over.abort();
  await load;
  await workspace.close();
  for (const copy of ['first', 'second', 'third']) {
    rmSync(workspace.state, { recursive: true });
    expect(await command('restore', copy)).toMatchObject({
      code: 0,
      error: expect.stringMatching(/^\d+ runs restored/),
    });
    const again = await workspace.open({ active: 4 });
    const all = (await list(again, { limit: 200 })).runs.filter(({ id }) => id !== waiting.id);
    for (const { id } of all)
      expect(await ended(again, id)).toMatchObject({ status: 'success', output: { n: expect.any(Number) } });
    expect(await again.control(waiting.id, { type: 'signal', name: 'go', payload: null })).toMatchObject({ ok: true });
    expect(await ended(again, waiting.id)).toMatchObject({ status: 'success' });
    await workspace.close();
  }
});

test('a line that is being written is left out of the copy', async () => {
  write();
  const service = await workspace.open();
  const { id } = await ended(service, (await start(service, 'one', { n: 1 })).id);
  const journal = fileOf('.signalbox', 'runs', `${id}.jsonl`);
  const whole = readFileSync(journal, 'utf8');
  appendFileSync(journal, '{"torn":');
  expect(await command('backup', 'copy')).toMatchObject({ code: 0, error: expect.stringContaining('1 run copied') });
  expect(readFileSync(fileOf('copy', 'runs', `${id}.jsonl`), 'utf8')).toBe(whole);
});

test('a copy is put into no folder that has runs, or is served, and is made of no folder without', async () => {
  write();
  expect(await command('backup', 'copy')).toMatchObject({ code: 2, error: expect.stringContaining('no runs') });
  const service = await workspace.open();
  await ended(service, (await start(service, 'one', { n: 1 })).id);
  expect(await command('backup', 'copy')).toMatchObject({ code: 0 });
  expect(await command('backup', 'copy')).toMatchObject({ code: 2, error: expect.stringContaining('already exists') });
  expect(await command('restore', 'copy')).toMatchObject({
    code: 2,
    error: expect.stringContaining('already has runs'),
  });
  mkdirSync(fileOf('empty'));
  expect(await command('restore', 'empty', '--state', 'new')).toMatchObject({
    code: 2,
    error: expect.stringContaining('not a complete backup'),
  });
  expect(existsSync(fileOf('new'))).toBe(false);
  expect(await command('restore', 'copy', '--state', 'new')).toMatchObject({ code: 0 });
  expect(existsSync(fileOf('new', 'backup.json'))).toBe(false);
});

/** What is kept beside the runs. */
const KEPT = [
  'tokens.json',
  'schedules.json',
  'failures.json',
  'audit.jsonl',
  'kv/a.json',
  'memory/b.jsonl',
  'files/orders/c.txt',
];

test('tokens, schedules, the audit, kept values and files are in the copy', async () => {
  write();
  await workspace.open();
  for (const file of KEPT) workspace.write(`.signalbox/${file}`, `of ${file}\n`);
  writeFileSync(fileOf('.signalbox', 'runs', 'x.jsonl'), '{}\n');
  expect(await command('backup', 'copy')).toMatchObject({ code: 0 });
  expect(await command('restore', 'copy', '--state', 'new')).toMatchObject({ code: 0 });
  for (const file of KEPT) expect(readFileSync(fileOf('new', file), 'utf8')).toBe(`of ${file}\n`);
});

test.each([
  [['backup'], /Name the folder of the copy/],
  [['restore', 'a', 'b', 'c'], /one copy and at most one folder/],
  [['backup', ''], /empty/],
  [['restore', '--force'], /no option --force of signalbox restore/],
])('%j is refused in words', async (args, message) => {
  expect(await command(...args)).toMatchObject({ code: 2, out: '', error: expect.stringMatching(message) });
});

test('a backup that was given links is not restored', async () => {
  write();
  const service = await workspace.open();
  await ended(service, (await start(service, 'one', { n: 1 })).id);
  await workspace.close();
  expect(await command('backup', 'copy')).toMatchObject({ code: 0 });
  rmSync(workspace.state, { recursive: true });
  mkdirSync(fileOf('copy', 'files'), { recursive: true });
  symlinkSync(workspace.folder, fileOf('copy', 'files', 'one'));
  expect(await command('restore', 'copy')).toMatchObject({
    code: 2,
    error: expect.stringContaining(`${path.join('copy', 'files', 'one')} is a link, so this backup was changed`),
  });
  expect(existsSync(workspace.state)).toBe(false);
});
