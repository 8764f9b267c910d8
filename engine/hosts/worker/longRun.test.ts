import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { numRuns, yaml } from '../../testing/index.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import type { Disk } from './journal/Disk.ts';
import type { RunSummary } from './protocol/protocol.ts';

/** An endless loop with the highest limits. */
const LOOP = yaml`
  limits: {per_task: 1000000, per_scope: 1000000}
  tasks:
    - {id: count, type: basic, with: {n: "{{ (tasks.count.output.n ?? 0) + 1 }}"}, on_success: {next: count}}
`;

/** `npm run test:long` runs the long one; `npm test` a short form of it. */
const IS_LONG = numRuns(1) > 1;
const ROUNDS = IS_LONG ? { short: 10_000, long: 1_000_000 } : { short: 1_000, long: 20_000 };

let collect: () => void = () => undefined;

beforeAll(async () => {
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc');
  await Promise.all([import('../../check/index.ts'), loadPatterns()]);
});

/** Memory in use after a number of rounds, in bytes, and the characters that were written. */
async function measure(rounds: number): Promise<{ readonly memory: number; readonly written: number }> {
  let written = 0;
  const rows: RunSummary[] = [];
  // Stored data are not counted: they are on the disk.
  const disk: Disk = {
    commit: async (changes) => {
      for (const change of changes) {
        if (change.type === 'summary') rows[0] = change.value;
        if (change.type === 'chunk' || change.type === 'compact') written += change.value.inputs.length;
        if (change.type === 'checkpoint') written += change.value.text.length + change.chunk.inputs.length;
      }
    },
    claim: async () => null,
    list: async () => rows,
    find: async () => null,
    row: async () => null,
    below: async () => [],
    ask: () => Promise.reject(new Error('is not asked')),
  };
  const page = openEngine({ disk, isUnwatched: true });
  const runId = await start(page, makeRequest(LOOP));
  const breakpoint = { at: { task: 'count' }, condition: `tasks.count.output.n >= ${rounds - 1}` };
  await page.engine.controlRun(runId, { type: 'breakpoint.set', breakpoint, isSet: true });
  while ((await page.engine.listRuns())[0]?.paused === undefined)
    for (let turn = 0; turn < 50; turn += 1) await page.clock.turn();
  collect();
  const memory = process.memoryUsage().heapUsed;
  await page.engine.controlRun(runId, { type: 'run.cancelled' });
  return { memory, written };
}

test('memory does not grow with the rounds of a loop, its journal on', { timeout: numRuns(60_000) }, async () => {
  await measure(ROUNDS.short);
  const [short, long] = [await measure(ROUNDS.short), await measure(ROUNDS.long)];
  if (IS_LONG) console.log(JSON.stringify({ rounds: ROUNDS, short, long }));
  expect(long.memory / short.memory).toBeLessThan(1.5);
  expect(long.memory - short.memory).toBeLessThan(4 * 1024 * 1024);
});
