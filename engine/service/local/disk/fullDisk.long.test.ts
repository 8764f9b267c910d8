import { expect, test, vi } from 'vitest';
import { setUp } from '../testing.ts';
import { runOver } from './testing.ts';
import type { TestDisk } from './testingDisk.ts';

const { disk } = vi.hoisted(() => ({ disk: {} as { it: TestDisk } }));

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs')>();
  const { TestDisk: Disk } = await import('./testingDisk.ts');
  disk.it = new Disk();
  const own = disk.it.stand(real);
  return { ...real, ...own, default: { ...real, ...own } };
});

const { workspace } = setUp();

/** How many runs there are, and how many writes fail in a row. */
const RUNS = 20;
const FAILING = [1, 2, 7, 40];

test('a disk that is full at any write loses nothing, and runs go on once there is room', async () => {
  const writes = await runOver(workspace, disk.it, { count: RUNS });
  expect(writes).toBeGreaterThan(100);
  for (let from = 1; from <= writes; from += 1) {
    await workspace.remove();
    disk.it.reset();
    const fails = { from, count: FAILING[from % FAILING.length] ?? 1 };
    await runOver(workspace, disk.it, { count: RUNS, fails }).catch((cause: unknown) => {
      throw new Error(`The disk was full at write ${from}.`, { cause });
    });
  }
}, 900_000);
