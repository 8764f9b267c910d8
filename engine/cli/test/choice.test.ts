import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from '../main.ts';
import { runInProcess } from '../testing.ts';

const FLOW = "tasks:\n  - { id: a, type: map, config: { mapping: { n: '{{ input.n }}', r: '{{ uuid() }}' } } }\n";
const FILE = (workflow: string) =>
  `workflow: ${workflow}\ntests:\n${[1, 2, 3].map((n) => `  - { name: takes ${n}, input: { n: ${n} }, expect: { output: { n: ${n} } } }\n`).join('')}`;

let folder = '';
const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-choice-'));
  write('one.yaml', FLOW);
  write('two.yaml', FLOW);
  write('one.test.yaml', FILE('one.yaml'));
  write('two.test.yaml', FILE('two.yaml'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]) => runInProcess(['test', ...args], { folder });
const played = (out: string): readonly string[] => out.match(/takes \d/g) ?? [];

test('only tests with a name are played, whatever its case; none is a mistake', async () => {
  const named = await run('--name', 'TAKES 2');
  expect({ code: named.code, played: played(named.out) }).toEqual({ code: 0, played: ['takes 2', 'takes 2'] });
  expect(await run('--name', 'gives')).toMatchObject({ code: 2, error: 'No test has “gives” in its name.\n' });
});

test('the parts of a shard are all tests, each once', async () => {
  const parts = await Promise.all(['1/4', '2/4', '3/4', '4/4'].map((part) => run('--shard', part)));
  expect(parts.map(({ error }) => error)).toEqual(
    [2, 2, 1, 1].map((count) => `${count} test${count === 1 ? '' : 's'}, 0 failed\n`),
  );
  expect(parts.flatMap(({ out }) => played(out)).toSorted()).toEqual(
    [1, 1, 2, 2, 3, 3].map((number) => `takes ${number}`),
  );
  expect(await run('--shard', '9/9')).toMatchObject({ code: 2 });
  for (const wrong of ['0/2', '3/2', '2', '1/0', 'a/b'])
    expect(await run('--shard', wrong)).toMatchObject({ code: 2, error: expect.stringContaining('--shard takes') });
});

test('a seed is that of all tests, in place of their own', async () => {
  write(
    'one.test.yaml',
    'workflow: one.yaml\ntests:\n  - { name: by chance, seed: 4, expect: { output: { r: none } } }\n',
  );
  const said = async (...args: readonly string[]) =>
    (await run('one.test.yaml', ...args)).out.match(/[\da-f]{8}-[\da-f-]+/)?.[0];
  const [own, same, other] = [await said(), await said('--seed', '4'), await said('--seed', '5')];
  expect(own).toBeDefined();
  expect({ same, isOther: other !== own }).toEqual({ same: own, isOther: true });
  expect(await run('--seed', 'four')).toMatchObject({ code: 2 });
});

/** A command that watches, one round of it after a change, and how it ends when it is stopped. */
function watch() {
  const stop = new AbortController();
  const said = { out: '', error: '' };
  const ended = main(['test', '--watch'], {
    writeOut: (text) => void (said.out += text),
    writeError: (text) => void (said.error += text),
    readInput: async () => new Uint8Array(),
    env: {},
    folder,
    isOutTerminal: false,
    isErrorTerminal: false,
    signal: stop.signal,
  });
  const round = async (change: () => void, words: string): Promise<readonly string[]> => {
    said.out = '';
    said.error = '';
    change();
    await vi.waitFor(() => expect(said.error).toContain('Waiting for a change'), { timeout: 30_000 });
    expect(said.error).toContain(words);
    return played(said.out);
  };
  return {
    round,
    stop: () => {
      stop.abort();
      return ended;
    },
  };
}

test('watching plays what a change touches, and nothing else', async () => {
  const { round, stop } = watch();
  expect(await round(() => undefined, '6 tests, 0 failed\n')).toHaveLength(6);
  // One test of one file.
  const text = FILE('one.yaml').replace('input: { n: 3 }', 'input: { n: 30 }');
  expect(await round(() => write('one.test.yaml', text), '1 test, 1 failed; 5 as before, 0 of them failed')).toEqual([
    'takes 3',
  ]);
  // All tests of a workflow; where they are in their file does not matter.
  const changed = await round(() => {
    write('two.yaml', `# Another text.\n${FLOW}`);
    write('one.test.yaml', `# Moved.\n${text}`);
  }, '3 tests, 0 failed; 3 as before, 1 of them failed');
  expect(changed).toEqual(['takes 1', 'takes 2', 'takes 3']);
  expect(await stop()).toBe(1);
  expect(await run('--watch', '--json')).toMatchObject({ code: 2, error: expect.stringContaining('--watch plays') });
});

const datasetOf = (text: string) =>
  `workflow: one.yaml\ntests:\n  - { name: takes 1, each: ./rows.csv, input: { n: 1 }, ${text} }\n`;

test('so are datasets: with their rows, their answers and their tests, and not with other files', async () => {
  write('rows.csv', 'id\na\nb\n');
  write('one.test.yaml', datasetOf('expect: { output: { n: 1 } }'));
  const { round, stop } = watch();
  await round(() => undefined, '4 tests, 0 failed\n');
  await round(() => write('two.yaml', `# Another text.\n${FLOW}`), '3 tests, 0 failed; 1 as before, 0 of them failed');
  expect(await round(() => write('rows.csv', 'id\na\n'), '1 test, 0 failed; 3 as before')).toEqual(['takes 1']);
  await round(() => write('one.test.answers.jsonl', '\n'), '1 test, 0 failed; 3 as before');
  await round(() => write('one.test.yaml', datasetOf('expect: { output: { n: 2 } }')), '1 test, 1 failed; 3 as before');
  expect(await stop()).toBe(1);
});
