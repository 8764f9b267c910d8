import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { main } from './main.ts';

/** Rounds enough for a checkpoint, then a wait. */
const FLOW = `limits: {per_task: 10000, per_scope: 10000}
tasks:
  - {id: again, type: decision, config: {condition: "{{ (tasks.again.output.value ?? 0) + 1 }}", routes: {"4000": hold}, default: {next: again}}}
  - {id: hold, type: wait, config: {signal: go, timeout: 1h, check_interval: 1h}}
`;

const going = new AbortController();
let folder: string;
let ended: Promise<unknown>;

const inFolder = (name: string): string => path.join(folder, name);

/** Resumes a copy of the run that is going on, as if its process had been killed; `change` makes another checkpoint of its text. */
async function resumeCopy(name: string, change: (checkpoint: string) => string) {
  copyFileSync(inFolder('j.jsonl'), inFolder(name));
  writeFileSync(inFolder(`${name}.checkpoint`), change(readFileSync(inFolder('j.jsonl.checkpoint'), 'utf8')));
  return run(new AbortController().signal, '--journal', name, '--resume', '--signal', 'go');
}

async function run(signal: AbortSignal, ...args: readonly string[]) {
  let [out, error] = ['', ''];
  const code = await main(['run', ...args], {
    writeOut: (text) => void (out += text),
    writeError: (text) => void (error += text),
    readInput: async () => new Uint8Array(),
    env: {},
    folder,
    isOutTerminal: false,
    isErrorTerminal: false,
    signal,
  });
  return { code, out, error };
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-note-'));
  writeFileSync(inFolder('flow.yaml'), FLOW);
  ended = run(going.signal, 'flow.yaml', '--journal', 'j.jsonl');
  await vi.waitFor(() => expect(existsSync(inFolder('j.jsonl.checkpoint'))).toBe(true), 30_000);
}, 60_000);
afterAll(async () => {
  going.abort();
  await ended;
  rmSync(folder, { recursive: true });
});

test('a run that is resumed from its checkpoint says nothing of it', async () => {
  expect(await resumeCopy('whole.jsonl', (text) => text)).toMatchObject({ code: 0, error: '' });
}, 60_000);

test('why a checkpoint was not used is told on standard error, and the run resumes all the same', async () => {
  const resumed = await resumeCopy('damaged.jsonl', (text) => text.replace('"snapshot"', '"snapshoT"'));
  expect(resumed).toMatchObject({
    code: 0,
    error: 'damaged.jsonl: Resumed from all of its journal: The checkpoint is damaged.\n',
  });
}, 60_000);
