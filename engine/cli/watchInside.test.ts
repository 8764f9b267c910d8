import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yaml } from '../testing/index.ts';
import { type Ended, runInProcess } from './testing.ts';

let folder: string;
let server: Server;
let hold: Promise<void> | null = null;
let onHeld = (): void => undefined;

/** Runs a file between two tasks. */
const around = (file: string): string => yaml`
  tasks:
    - { id: before, type: basic, on_success: { next: call } }
    - { id: call, name: Run ${file}, type: basic, use: core:workflow, with: { file: ${file} }, on_success: { next: after } }
    - { id: after, type: basic }
`;

/** A server that answers once nothing is held. */
beforeAll(async () => {
  server = createServer((_request, response) => {
    onHeld();
    void Promise.resolve(hold).then(() => {
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-watch-'));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  for (const [name, text] of [
    ['outer.yaml', around('mid.yaml')],
    ['mid.yaml', around('deep.yaml')],
    ['deep.yaml', `tasks: [{ id: ask, type: basic, use: core:http, with: { url: "http://127.0.0.1:${port}/" } }]\n`],
  ] as const)
    writeFileSync(path.join(folder, name), text);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const atTerminal = (...args: readonly string[]): Promise<Ended> =>
  runInProcess(['run', ...args], { folder, isErrorTerminal: true });

test('--watch shows the runs inside as the process that executes them does, each before its call ends', async () => {
  const held = new Promise<void>((resolve) => (onHeld = resolve));
  const releases: (() => void)[] = [];
  hold = new Promise((resolve) => releases.push(resolve));
  const running = atTerminal('outer.yaml', '--workspace', '.', '--journal', 'j.jsonl');
  await held;
  const watching = atTerminal('--journal', 'j.jsonl', '--watch');
  releases[0]?.();
  const [ran, watched] = await Promise.all([running, watching]);
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.error).toMatch(/ {6}\S+✓\S+ ask \d+ ms/);
  expect(watched).toEqual(ran);
  // Of one that has ended, and of one whose runs inside are gone.
  expect(await atTerminal('--journal', 'j.jsonl', '--watch')).toEqual(ran);
  rmSync(path.join(folder, 'j.jsonl.children'), { recursive: true });
  const alone = await atTerminal('--journal', 'j.jsonl', '--watch');
  expect(alone).toMatchObject({ code: 0, out: ran.out });
  expect(alone.error).not.toContain('ask');
});
