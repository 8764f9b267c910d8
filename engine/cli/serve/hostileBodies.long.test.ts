import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { Shell } from '../testing.ts';
import { ServedProcess } from './testing.ts';

const ECHO = yaml`
  tasks:
    - { id: echo, type: basic, with: { value: "{{ workflow.input }}" } }
`;

const HEAVY = yaml`
  tasks:
    - id: each
      type: collection
      config: { items: "{{ range(0, 300) }}", mode: parallel, max_concurrent: 50 }
      tasks:
        - { id: hash, type: basic, use: core:hash, with: { text: "{{ item }} of {{ workflow.input.n }}" } }
`;

const CONFIG = 'webhooks: { form: { path: form, workflow: echo, auth: none } }\n';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MB = 1024 * 1024;

function repeat(count: number, part: (index: number) => string, between = ','): string {
  return Array.from({ length: count }, (_, index) => part(index)).join(between);
}

/** What is sent where, as which type; each of them is refused, or taken, without holding up the rest. */
const BODIES: readonly (readonly [place: string, type: string, body: string])[] = [
  ['/hooks/form', FORM, repeat(40_000, (index) => `n${index}=v`, '&')],
  ['/hooks/form', FORM, '&'.repeat(9 * MB)],
  ['/hooks/form', FORM, 'a=b&'.repeat(200_000)],
  ['/hooks/form', 'multipart/form-data; boundary=x', repeat(5_000, (index) => `--x\r\nname=${index}\r\n\r\nv`, '\r\n')],
  ['/hooks/form', JSON_TYPE, `{${repeat(200_000, (index) => `"k${index}":${index}`)}}`],
  ['/hooks/form', JSON_TYPE, `{${repeat(200_000, (index) => `"__proto__":{"a${index}":1}`)}}`],
  ['/mcp', JSON_TYPE, `[${repeat(100_000, (index) => `{"jsonrpc":"2.0","id":${index},"method":"tools/list"}`)}]`],
  ...[
    `{${repeat(200_000, (index) => `"k${index}":${index}`)}}`,
    `{${repeat(9_000, (index) => `"k${index}":${index}`)}}`,
    `${'['.repeat(4 * MB)}${']'.repeat(4 * MB)}`,
    `${'{"a":'.repeat(MB)}1${'}'.repeat(MB)}`,
    `[${'0,'.repeat(4 * MB)}0]`,
    `[${'{},'.repeat(3 * MB)}{}]`,
    `[${'"",'.repeat(3 * MB)}""]`,
    `[${repeat(3_000, (index) => `{"id":${index},"name":"name ${index}","mail":"a${index}@example.com"}`)}]`,
    `{${'"a":1,'.repeat(MB)}"a":2}`,
    `[${'12345678901234567890,'.repeat(400_000)}1]`,
    '9'.repeat(9 * MB),
    `[${'1e999,'.repeat(MB)}1]`,
    `"${'x'.repeat(MB / 4)}"`,
    `"${'\\u0041'.repeat(MB / 8)}"`,
    `{"${'k'.repeat(MB / 4)}":1}`,
    `${' '.repeat(9 * MB)}1`,
  ].map((input) => ['/api/workflows/echo/runs', JSON_TYPE, `{"input":${input}}`] as const),
];

interface Answered {
  readonly status: number;
  /** Until the whole answer, in ms. */
  readonly took: number;
}

function ask(address: string, place: string, { type, body }: HostileRequest = {}): Promise<Answered> {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status: number): void => resolve({ status, took: performance.now() - began });
    const headers = {
      Accept: 'application/json, text/event-stream',
      ...(body === undefined ? {} : { 'Content-Type': type, 'Content-Length': body.length }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const asking = request(address + place, { method, headers, agent: false }, (answer) => {
      answer.resume().on('end', () => end(answer.statusCode ?? 0));
    });
    // What is refused before its end may be hung up on while it is still sent.
    asking.on('error', () => end(0)).end(body);
  });
}

interface HostileRequest {
  readonly type?: string;
  readonly body?: Buffer;
}

/** Asks for `/health` on a thread of its own: this one sends what is large, which keeps it. */
const PROBE = `
const { Agent, get } = require('node:http');
const { parentPort, workerData: { address, over } } = require('node:worker_threads');
const agent = new Agent({ keepAlive: true });
const times = [];
const isOver = () => Atomics.load(over, 0) === 1;
const ask = () => {
  const began = performance.now();
  get(address + '/health', { agent }, (answer) => {
    answer.resume().on('end', () => {
      times.push(answer.statusCode === 200 ? performance.now() - began : Infinity);
      if (!isOver()) return setTimeout(ask, 5);
      agent.destroy();
      parentPort.postMessage(times);
    });
  });
};
ask();
`;

/** How long answers of `/health` take while something is done, in ms. */
interface Health {
  readonly middle: number;
  /** All but one of a hundred are faster. */
  readonly late: number;
  readonly slowest: number;
}

async function watchHealth(address: string, work: () => Promise<unknown>): Promise<Health> {
  const over = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(PROBE, { eval: true, workerData: { address, over } });
  const told = new Promise<number[]>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  await work();
  Atomics.store(over, 0, 1);
  const times = (await told).sort((a, b) => a - b);
  const at = (part: number): number => times[Math.floor((times.length - 1) * part)] ?? Infinity;
  return { middle: at(0.5), late: at(0.99), slowest: at(1) };
}

test('/health is answered while 40 hostile bodies and 20 heavy runs are at work', { timeout: 300_000 }, async () => {
  const shell = new Shell();
  mkdirSync(path.join(shell.folder, 'flows'));
  for (const [name, text] of [
    ['echo.yaml', ECHO],
    ['heavy.yaml', HEAVY],
    ['signalbox.serve.yaml', CONFIG],
  ] as const)
    writeFileSync(path.join(shell.folder, 'flows', name), text);
  const served = await ServedProcess.start(shell, ['flows', '--active', '32']);
  const { address } = served;
  // What is loaded with the first start, and with the first call by MCP, is loaded.
  const warm = { type: JSON_TYPE, body: Buffer.from('{"input":{"n":1}}') };
  await ask(address, '/api/workflows/heavy/runs?wait=60s', warm);
  await ask(address, '/api/workflows/echo/runs?wait=60s', warm);
  const idle = await watchHealth(address, () => delay(2_000));
  const bodies = Array.from({ length: 40 }, (_, index) => BODIES[index % BODIES.length] ?? BODIES[0]).map(
    ([place = '', type = '', body = ''] = ['', '', '']) => ({ place, type, body: Buffer.from(body) }),
  );
  const statuses: number[] = [];
  const busy = await watchHealth(address, async () => {
    const runs = Array.from({ length: 20 }, () => ask(address, '/api/workflows/heavy/runs?wait=120s', warm));
    const answers = await Promise.all(bodies.map(({ place, ...asked }) => ask(address, place, asked)));
    statuses.push(...answers.map(({ status }) => status));
    for (const { status } of await Promise.all(runs)) expect(status).toBe(200);
  });
  console.log(`idle ${JSON.stringify(idle)}, busy ${JSON.stringify(busy)}, answers ${statuses.join(' ')}`);
  for (const status of statuses) expect([0, 202, 400, 413, 422]).toContain(status);
  expect(busy.middle).toBeLessThan(10 * idle.middle);
  expect(busy.late).toBeLessThan(Math.max(100, 10 * idle.late));
  // A single step may be longer; before, one body held it for over ten seconds.
  expect(busy.slowest).toBeLessThan(2_000);
  await served.stop('SIGTERM');
});
