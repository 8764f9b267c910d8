import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { yaml } from '../testing/index.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The host that CONTRIBUTING.md writes down. */
const SCRIPT = /## Adding a host[\s\S]*?```ts\n([\s\S]*?)```/.exec(
  readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8'),
)?.[1];

const FLOW = yaml`
  tasks:
    - { id: first, type: basic, use: core:hash, with: { text: a }, on_success: { next: nap } }
    - { id: nap, type: wait, config: { timeout: 1ms, check_interval: 1s }, on_timeout: { next: last } }
    - { id: last, type: basic, with: { hash: '{{ tasks.first.output.hex }}' } }
`;

let folder = '';
const argv = process.argv;
const told: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-host-'));
  writeFileSync(path.join(folder, 'flow.yaml'), FLOW);
  vi.spyOn(console, 'log').mockImplementation((...words: readonly unknown[]) => void told.push(words.join(' ')));
});

afterEach(() => {
  process.argv = argv;
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Starts the script as a process of its own would: nothing of an earlier one is left but the file. */
async function startScript(name: string, said: string): Promise<void> {
  told.length = 0;
  const script = path.join(folder, `${name}.ts`);
  writeFileSync(script, (SCRIPT ?? '').replaceAll("'./engine/", `'${ROOT}engine/`));
  process.argv = ['node', script, path.join(folder, 'flow.yaml'), path.join(folder, 'run.jsonl'), said];
  await import(/* @vite-ignore */ pathToFileURL(script).href);
}

function stored(): readonly string[] {
  const lines = readFileSync(path.join(folder, 'run.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { readonly type: string }).type);
}

test('the host of CONTRIBUTING.md starts a run, pauses and stores it, and another one continues it to its end', async () => {
  expect(SCRIPT?.split('\n').filter((line) => line !== '' && !line.startsWith('//')).length).toBeLessThanOrEqual(50);
  await startScript('one', 'pause');
  await vi.waitFor(() => expect(stored()).toEqual(['run.started', 'run.paused', 'effect.completed']));
  expect(told).toContain('task.succeeded');
  expect(told).not.toContain('task.waiting');
  await startScript('two', 'resume');
  expect(told.slice(0, 3)).toEqual(['stored run.started', 'stored run.paused', 'stored effect.completed']);
  await vi.waitFor(() => expect(told.at(-1)).toBe('run.finished'));
  expect(stored().slice(3)).toEqual(['run.interrupted', 'run.resumed', 'timer.fired']);
  await startScript('three', '');
  expect(told).toEqual(stored().map((type) => `stored ${type}`));
});
