import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { numRuns } from '../../../testing/index.ts';
import { ended, list, setUp, start } from '../testing.ts';

const { workspace } = setUp();

/** Runs that are kept, and started between two looks. */
const KEPT = 200;
const BATCH = 500;

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

test('the state folder of a server that keeps so many runs does not grow with those it has executed', {
  timeout: 7_200_000,
}, async () => {
  workspace.write('one.yaml', 'tasks: [{ id: a, type: basic }]\noutputs: { text: "{{ workflow.input.text }}" }');
  const service = await workspace.open({ active: 16 });
  const keep = { runs: KEPT, days: null, bytes: null, archive: null, rules: [] };
  const sizes: number[] = [];
  const batches = Math.max(6, Math.round(numRuns(3_000, 10_000) / BATCH));
  for (let batch = 0; batch < batches; batch += 1) {
    // Some have large outputs, which are files of their own.
    const inputs = Array.from({ length: BATCH }, (_, index) => ({ text: 'x'.repeat(index % 50 === 0 ? 20_000 : 50) }));
    const runs = await Promise.all(inputs.map((input) => start(service, 'one', input)));
    await Promise.all(runs.map(({ id }) => ended(service, id)));
    const { ids } = await service.prune(keep);
    expect(ids).toHaveLength(batch === 0 ? BATCH - KEPT : BATCH);
    sizes.push(sizeOf(workspace.state));
  }
  expect((await list(service, { limit: 200 })).next).toBeNull();
  const early = Math.max(...sizes.slice(0, 4));
  expect(Math.max(...sizes.slice(4))).toBeLessThan(early * 1.5 + 1_000_000);
  await workspace.close();
  const again = await workspace.open();
  expect((await list(again, { limit: 200 })).runs).toHaveLength(KEPT);
});
