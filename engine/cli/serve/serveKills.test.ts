import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonObject, type Json } from '../../base/index.ts';
import { numRuns } from '../../testing/index.ts';
import { REACH_LOOPBACK } from '../../testing/serving/reachLoopback.ts';
import { Shell } from '../testing.ts';
import { ServedProcess } from './testing.ts';

/** Kills: 2 in `npm test`, 50 in `npm run test:long`. */
const KILLS = Math.min(50, numRuns(1, 5));

/** Runs that are under way at a time, and the calls of each. */
const WIDTH = 6;
const STEPS = 6;

let shell: Shell;
let server: Server;
/** How often each call arrived, by its idempotency key. */
const arrived = new Map<string, number>();

beforeAll(async () => {
  shell = new Shell();
  server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    arrived.set(key, (arrived.get(key) ?? 0) + 1);
    const answer = (): void => void response.setHeader('content-type', 'application/json').end('{"ok": true}');
    setTimeout(answer, Math.random() * 30);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
}, 60_000);
afterAll(() => {
  shell.remove();
  server.closeAllConnections();
  server.close();
});

/** Calls one after the other, the middle one by a workflow inside. */
function writeWorkflows(): void {
  // A server that listens on a port has an address of this kind.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const call = { type: 'basic', use: 'core:http', with: { url, method: 'POST' } };
  const tasks = Array.from({ length: STEPS }, (_, index) => {
    const next = index + 1 < STEPS ? { on_success: { next: `t${index + 1}` } } : {};
    const inside = { type: 'basic', use: 'core:workflow', with: { file: 'inside.yaml' } };
    return { id: `t${index}`, ...(index === 3 ? inside : call), ...next };
  });
  shell.write('flows/signalbox.serve.yaml', REACH_LOOPBACK);
  shell.write('flows/inside.yaml', JSON.stringify({ tasks: [{ id: 'only', ...call }] }));
  shell.write('flows/chain.yaml', JSON.stringify({ tasks, outputs: { n: '{{ workflow.input.n }}' } }));
}

/** The inputs of a journal. */
function inputsOf(file: string): readonly { readonly [key: string]: Json }[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const { inputs = [] }: { readonly inputs?: readonly Json[] } = JSON.parse(line);
    return inputs.filter(isJsonObject);
  });
}

/** What the journal of a run says of its calls: nothing that is recorded is made again, and no call arrives unrecorded. */
function checkCalls(file: string): number {
  const repeats = new Map<string, number>();
  const done = new Set<string>();
  for (const { type, key } of inputsOf(file)) {
    const call = typeof key === 'string' ? key : '';
    if (type === 'effect.repeated') {
      expect(done).not.toContain(call);
      repeats.set(call, (repeats.get(call) ?? 0) + 1);
    }
    if (type === 'effect.completed') {
      expect(done).not.toContain(call);
      done.add(call);
    }
  }
  const sent = [...done].filter((key) => arrived.has(key));
  for (const key of sent) expect(arrived.get(key)).toBeLessThanOrEqual(1 + (repeats.get(key) ?? 0));
  return sent.length;
}

test(
  `after ${KILLS === 1 ? 'a kill' : `${KILLS} kills`} every run has ended right, and no recorded step was made again`,
  async () => {
    writeWorkflows();
    const args = ['flows', '--active', '4', '--repeat', 'yes'];
    let count = 0;
    const ids = new Map<string, number>();
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const served = await ServedProcess.start(shell, args);
      const starting = Array.from({ length: WIDTH }, async () => {
        const n = count;
        count += 1;
        // Whoever gets no answer asks again, with the same key.
        const run = await served.run('chain', { n }, `key-${n}`);
        if (run === null) return n;
        ids.set(run.id, n);
        return null;
      });
      if (kill === KILLS) {
        await Promise.all(starting);
        for (let n = 0; n < count; n += 1) {
          const run = await served.run('chain', { n }, `key-${n}`);
          ids.set(run?.id ?? '', n);
        }
        for (const [id, n] of ids)
          await expect
            .poll(() => served.get(id), { timeout: 60_000, interval: 50 })
            .toMatchObject({ status: 'success', output: { n } });
        expect(await served.stop('SIGTERM')).toMatchObject({ code: 0 });
      } else {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
        await served.stop('SIGKILL');
        await Promise.all(starting);
      }
    }
    expect(ids.size).toBe(count);
    const runs = path.join(shell.folder, 'flows/.signalbox/runs');
    const files = readdirSync(runs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
    // Each run is recorded once, and so is the one inside of it.
    expect(files).toHaveLength(2 * count);
    const calls = files.reduce((sum, file) => sum + checkCalls(path.join(runs, file)), 0);
    expect(calls).toBe(count * STEPS);
  },
  60_000 + KILLS * 10_000,
);
