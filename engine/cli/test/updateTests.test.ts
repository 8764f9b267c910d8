import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runInProcess } from '../testing.ts';

const FLOW = "tasks:\n  - { id: a, type: map, config: { mapping: { n: '{{ input.n + 1 }}' } } }\n";

/** One that passes, one whose output is another, one whose expression nobody can correct. */
const TESTS = `# Kept.
tests:
  - { name: right, input: { n: 1 }, expect: { output: { n: 2 } } }
  - name: wrong
    input: { n: 2 }
    expect: { output: { n: 2 }, never: [a] } # Why
  - { name: said, input: { n: 1 }, expect: { that: ['{{ output.n == 9 }}'] } }
`;

let folder = '';
const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
const read = (): string => readFileSync(path.join(folder, 'flow.test.yaml'), 'utf8');
const run = (...args: readonly string[]) => runInProcess(['test', ...args], { folder });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-update-'));
  write('flow.yaml', FLOW);
  write('flow.test.yaml', TESTS);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what failed tests came to is written, with its difference, and nothing else; then they are played', async () => {
  const ended = await run('--update');
  const after = TESTS.replace('output: { n: 2 }, never: [a] } # Why', 'output: { n: 3 } } # Why');
  expect(read()).toBe(after);
  expect(ended.error).toContain(`flow.test.yaml: 1 test updated
  …
      input: { n: 2 }
-     expect: { output: { n: 2 }, never: [a] } # Why
+     expect: { output: { n: 3 } } # Why
    - { name: said, input: { n: 1 }, expect: { that: ['{{ output.n == 9 }}'] } }
`);
  // An expression stays: nobody knows which other one is meant.
  expect(ended).toMatchObject({ code: 1, error: expect.stringContaining('3 tests, 1 failed\n') });
  const again = await run('--update', '--name', 'wrong');
  expect({ ...again, text: read() }).toMatchObject({ code: 0, error: '1 test, 0 failed\n', text: after });
});

test('only chosen tests are updated, and --json stays whole', async () => {
  const ended = await run('--update', '--name', 'right', '--json');
  expect({ text: read(), ...JSON.parse(ended.out) }).toMatchObject({ text: TESTS, passed: 1, failed: 0 });
  expect(JSON.parse((await run('--update', '--json')).out)).toMatchObject({ passed: 2, failed: 1 });
});

test('it does not go with --watch, nor with another seed', async () => {
  for (const other of [['--watch'], ['--seed', '3']])
    expect(await run('--update', ...other)).toMatchObject({ code: 2, error: expect.stringContaining('--update') });
  expect(read()).toBe(TESTS);
});
