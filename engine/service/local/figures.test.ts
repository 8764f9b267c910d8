import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { toRunHead } from '../heads.ts';
import type { RunService, ServedRun } from '../RunService.ts';
import { ended, list, setUp, start, until } from './testing.ts';

const { workspace } = setUp();

const INNER = yaml`
  agents: [{ id: a, use: core:agent, config: { provider: mock, model: m } }]
  tasks:
    - { id: say, type: basic, use: agent:a, with: { prompt: "Hi {{ workflow.input.nobody }}" }, on_success: { next: ask } }
    - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
`;

const OUTER = yaml`
  tasks: [{ id: call, type: basic, use: core:workflow, with: { file: inner.yaml } }]
`;

/** A run whose run inside asks a model and waits, that was paused for a moment before it ended; with the one inside, and how long it was paused by its events. */
async function runPaused(service: RunService): Promise<{ run: ServedRun; below: ServedRun | null; paused: number }> {
  workspace.write('inner.yaml', INNER);
  workspace.write('outer.yaml', OUTER);
  const { id } = await start(service, 'outer');
  const waiting = await until(service, id, ({ status }) => status === 'waiting');
  expect(waiting).toMatchObject({ usage: null, idle: null, warnings: null });
  const [wait] = await service.waits();
  await service.control(id, { type: 'pause' });
  await until(service, id, ({ status }) => status === 'paused');
  await expect.poll(() => Date.now() - (wait?.since ?? 0), { interval: 5 }).toBeGreaterThan(20);
  await service.control(id, { type: 'resume' });
  await until(service, id, ({ status }) => status === 'waiting');
  await service.control(wait?.runId ?? '', { type: 'signal', name: 'go', payload: null });
  const run = await ended(service, id);
  const events = (await service.events(id, { after: 0, limit: 1_000 }))?.events ?? [];
  const at = (type: string): number => events.find(({ event }) => event.type === type)?.event.at ?? 0;
  return { run, below: await service.get(wait?.runId ?? ''), paused: at('run.resumed') - at('run.paused') };
}

const fileOf = (): string => path.join(workspace.state, 'index.jsonl');

test('a run that has ended tells what it and those inside of it used, how long it was paused, and how many warnings it has', async () => {
  const service = await workspace.open();
  const { run, below, paused } = await runPaused(service);
  expect(run).toMatchObject({ status: 'success', idle: Math.round(paused) });
  expect(run.usage?.input_tokens).toBeGreaterThan(0);
  expect(run.usage).toEqual(below?.usage);
  expect([run.warnings, below?.warnings]).toEqual([1, 1]);
  expect((await list(service, { limit: 1 })).runs).toEqual([toRunHead(run)]);
});

test('its figures are in a new index after the old one was lost', async () => {
  const { run } = await runPaused(await workspace.open());
  await workspace.close();
  rmSync(fileOf());
  const { usage, idle, warnings } = run;
  expect(await (await workspace.open()).get(run.id)).toMatchObject({ usage, idle, warnings });
});

test('a run in an index of an earlier version has no figures', async () => {
  const { run } = await runPaused(await workspace.open());
  await workspace.close();
  const text = readFileSync(fileOf(), 'utf8');
  writeFileSync(
    fileOf(),
    text.replaceAll(/"(?:usage|idle|warnings)":(?:\{[^}]*\}|[^,}]*),?/g, '').replaceAll(',}', '}'),
  );
  expect(readFileSync(fileOf(), 'utf8')).not.toContain('input_tokens');
  const again = await workspace.open();
  expect(await again.get(run.id)).toEqual({ ...run, usage: null, idle: null, warnings: null });
});
