import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ended, start, TestWorkspace } from '../../service/local/testing.ts';
import { type Ended, runInProcess } from '../testing.ts';

const workspace = new TestWorkspace();
afterEach(() => workspace.remove());

function prune(...args: readonly string[]): Promise<Ended> {
  return runInProcess(['prune', ...args], { folder: workspace.folder });
}

/** Runs that have ended, the oldest first. */
async function record(count: number): Promise<readonly string[]> {
  workspace.write('one.yaml', 'tasks: [{ id: a, type: basic }]');
  const service = await workspace.open();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await ended(service, (await start(service, 'one')).id)).id);
  await workspace.close();
  return ids;
}

const kept = (): number =>
  readdirSync(path.join(workspace.state, 'runs')).filter((name) => name.endsWith('.jsonl')).length;

test('what would be removed is printed, the oldest first, and then removed', async () => {
  const [first, second] = await record(3);
  expect(await prune('--keep-runs', '1', '--dry-run')).toMatchObject({
    code: 0,
    out: `${first}\n${second}\n`,
    error: expect.stringMatching(/^2 runs would be removed, \d+\.\d MB\.\n$/),
  });
  expect(kept()).toBe(3);
  expect(await prune('--keep-runs', '1')).toMatchObject({
    code: 0,
    out: '',
    error: expect.stringMatching(/^2 runs removed/),
  });
  expect(kept()).toBe(1);
});

test('without options it goes by the configuration, and options go before that', async () => {
  await record(3);
  workspace.write('signalbox.serve.yaml', 'keep: { runs: 2, archive: .old }');
  expect(await prune('--keep-days', '1')).toMatchObject({ error: '0 runs removed, 0.0 MB.\n' });
  expect(await prune()).toMatchObject({ code: 0, error: expect.stringMatching(/^1 run removed/) });
  expect(kept()).toBe(2);
  expect(readdirSync(path.join(workspace.folder, '.old'))).toHaveLength(1);
});

test('an archive that runs could read is refused', async () => {
  await record(2);
  for (const archive of ['old', './', 'a/../b', 'a/.b/..']) {
    workspace.write('signalbox.serve.yaml', `keep: { runs: 1, archive: ${archive} }`);
    const error = expect.stringContaining(`keep.archive “${archive}” is in the folder of the workflows`);
    expect(await prune()).toMatchObject({ code: 2, out: '', error });
  }
  expect(kept()).toBe(2);
});

test('while a server has the folder, nothing is removed', async () => {
  await record(2);
  await workspace.open();
  expect(await prune('--keep-runs', '1')).toMatchObject({ code: 3, error: expect.stringContaining('serves the runs') });
  expect(kept()).toBe(2);
});

test.each([
  [[], /Say what to keep: --keep-runs N, --keep-days N, or keep in signalbox\.serve\.yaml/],
  [['--keep-runs', '0'], /--keep-runs takes a whole number of at least 1/],
  [['--keep-days', 'long'], /--keep-days takes a number above 0/],
  [['nowhere', '--keep-runs', '1'], /There are no runs in .*nowhere/],
  [['a', 'b'], /Name one folder at a time/],
])('%j is refused in words', async (args, message) => {
  await record(1);
  expect(await prune(...args)).toMatchObject({ code: 2, out: '', error: expect.stringMatching(message) });
  expect(existsSync(path.join(workspace.folder, 'nowhere'))).toBe(false);
});
