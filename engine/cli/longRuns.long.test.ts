import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Measured, runMeasured } from '../testing/bombs/runMeasured.ts';
import { numRuns } from '../testing/index.ts';
import { Shell } from './testing.ts';

/** Rounds of the longer run: as many as the limits of the format allow. `engine/hosts/worker/longRun.test.ts` is the short form. */
const MANY = Math.min(numRuns(25_000), 499_000);

/** What all parts of the program take, in MB: they are loaded once a command lasts, which the shorter run may not. */
const PARTS = 40;

let shell: Shell;
beforeAll(() => {
  shell = new Shell();
});
afterAll(() => shell.remove());

/** Runs a loop of so many rounds of two tasks to its end, with a journal. */
async function loop(rounds: number): Promise<Measured> {
  const file = shell.write(
    `loop${rounds}.yaml`,
    `limits: {per_task: 1000000, per_scope: 1000000}
tasks:
  - {id: a, type: basic, with: {n: "{{ (tasks.a.output.n ?? 0) + 1 }}"}, on_success: {next: d}}
  - {id: d, type: decision, config: {condition: "tasks.a.output.n < ${rounds}", routes: {"true": a, "false": end}}}
`,
  );
  const journal = `loop${rounds}.jsonl`;
  // Where the test is tried again.
  rmSync(path.join(shell.folder, journal), { force: true });
  const args = ['run', file, '--journal', journal];
  const ended = await runMeasured(`${shell.folder}/.bundle/signalbox.js`, args, {
    folder: shell.folder,
    longest: 600_000,
  });
  expect(JSON.parse(ended.out)).toMatchObject({ status: 'success' });
  return ended;
}

test('a run that has taken many steps takes no more memory, its journal included', { timeout: 700_000 }, async () => {
  const short = await loop(10_000);
  const long = await loop(MANY);
  expect(long.memory - PARTS).toBeLessThan(1.5 * short.memory);
  const journal = readFileSync(path.join(shell.folder, `loop${MANY}.jsonl`), 'utf8');
  expect(journal.split('\n').length).toBeGreaterThan(100);
});
