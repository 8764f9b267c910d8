import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { yaml } from '../../../testing/index.ts';
import type { ServiceRefusal } from '../../RunService.ts';
import type { LocalRunService } from '../LocalRunService.ts';
import { ended, type TestWorkspace } from '../testing.ts';
import type { TestDisk } from './testingDisk.ts';

const ASKS = yaml`
  tasks:
    - { id: first, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: hash } }
    - { id: hash, type: basic, use: core:hash, with: { text: "text {{ workflow.input.n }}" }, on_success: { next: second } }
    - { id: second, type: wait, config: { signal: end, timeout: 1h, check_interval: 1h } }
  outputs: { n: "{{ workflow.input.n }}", end: "{{ tasks.second.output.value }}" }
`;

/** A payload that makes a checkpoint due. */
const LARGE = 'x'.repeat(40 * 1024);

const NONE: TestDisk['fails'] = { from: Infinity, count: 0 };

/** Does something until the disk takes it. */
export async function untilTaken<T>(
  service: LocalRunService,
  attempt: () => Promise<
    { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ServiceRefusal }
  >,
): Promise<T> {
  for (;;) {
    const done = await attempt();
    if (done.ok) return done.value;
    if (done.error.type !== 'storage') throw new Error(JSON.stringify(done.error));
    await expect.poll(() => service.state().problem, { interval: 1, timeout: 10_000 }).toBeNull();
  }
}

/** Lets so many runs go to their end over a disk whose writes count from then on, and answers with how many writes that took. Fails where something was lost. */
export async function runOver(
  workspace: TestWorkspace,
  disk: TestDisk,
  { count, fails = NONE }: { readonly count: number; readonly fails?: TestDisk['fails'] },
): Promise<number> {
  workspace.write('asks.yaml', ASKS);
  const service = await workspace.open({ repeat: 'yes', active: 4, restAfter: 5, diskAgain: 1 });
  disk.writes = 0;
  disk.fails = fails;
  const runs = Array.from({ length: count }, (_, index) => goThrough(service, `run-${index}`, index));
  await Promise.all(runs);
  const { writes } = disk;
  const left = readdirSync(`${workspace.state}/runs`).filter((name) => name.includes('.checkpoint'));
  expect(left).toEqual([]);
  // Where fewer writes were made than before, some would still fail: a server that cannot write does not begin.
  disk.fails = NONE;
  await workspace.close();
  const again = await workspace.open({ repeat: 'yes' });
  for (let index = 0; index < count; index += 1)
    expect(await ended(again, `run-${index}`)).toMatchObject({ status: 'success', output: { n: index, end: index } });
  return writes;
}

async function untilWaits(service: LocalRunService, runId: string, signal: string): Promise<void> {
  const waits = async (): Promise<boolean> =>
    (await service.waits()).some((wait) => wait.runId === runId && wait.signal === signal);
  await expect.poll(waits, { interval: 1, timeout: 10_000 }).toBe(true);
}

async function goThrough(service: LocalRunService, runId: string, n: number): Promise<void> {
  const { run } = await untilTaken(service, () => service.start({ workflow: 'asks', input: { n }, runId }));
  for (const [name, payload] of [
    ['go', LARGE],
    ['end', n],
  ] as const) {
    await untilWaits(service, run.id, name);
    await untilTaken(service, () => service.control(run.id, { type: 'signal', name, payload }));
  }
  expect(await ended(service, runId)).toMatchObject({ status: 'success', output: { n, end: n } });
}
