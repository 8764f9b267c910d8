import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numRuns } from '../../testing/numRuns.ts';
import { placeProgram } from '../../testing/program/placeProgram.ts';
import { ordersAtOnce, ordersInTurn } from '../../testing/restate/orders.ts';
import { findRestateServer, type RestateServer, startRestate, takePorts } from '../../testing/restate/startRestate.ts';
import { allowLoopback } from '../../testing/serving/reachLoopback.ts';
import { serveLoopback } from '../../testing/serving/serveLoopback.ts';
import type { ServedRun } from '../RunService.ts';
import { Ingress } from './Ingress.ts';
import { RestateRunService } from './RestateRunService.ts';

/** `npm run test:long`. */
const IS_LONG = numRuns(1) > 1;

/** Calls of one run. */
const STEPS = IS_LONG ? 60 : 12;

/** Runs are started so often, and disturbed: in `npm run test:long`, 60 kills of a worker and 20 or more of the server in all. */
const ROUNDS = Math.min(10, numRuns(1));

/** How often the worker is killed while runs are under way. */
const KILLS = IS_LONG ? 2 : 1;

/** The word, how many calls are cut off, how long after they came, and where they are. */
type CutOff = readonly [repeat: 'yes' | 'no', count: number, ms: number, where: 'alone' | 'inside of another run'];
const CUT_OFF: readonly CutOff[] = [
  ['no', 1, 0, 'alone'],
  ['yes', 6, 0, 'alone'],
];
const CUT_OFF_TOO: readonly CutOff[] = [
  ['yes', 1, 0, 'alone'],
  ['no', 1, 500, 'alone'],
  ['yes', 1, 0, 'inside of another run'],
];

const binary = findRestateServer();

describe.skipIf(binary === null)('kills of what executes runs on a Restate server', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-kills-'));
  /** How often each idempotency key came. */
  const made = new Map<string, number>();
  let server: RestateServer;
  let service: RestateRunService;
  let worker: ChildProcess;
  let site: Awaited<ReturnType<typeof serveLoopback>>;
  let port: number;

  const startWorker = async (): Promise<void> => {
    const args = [path.join(folder, '.bundle/signalbox.js'), 'worker', folder, '--port', String(port)];
    worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    if (worker.stdout !== null) await once(worker.stdout, 'data');
  };

  beforeAll(async () => {
    placeProgram(path.join(folder, '.bundle'));
    allowLoopback(folder);
    site = await serveLoopback((request, response) => {
      const isSlow = request.url?.startsWith('/slow/') === true;
      const key = isSlow ? request.url : String(request.headers['idempotency-key']);
      made.set(key ?? '', (made.get(key ?? '') ?? 0) + 1);
      setTimeout(() => response.end('{}'), isSlow ? 1_000 : 10);
    });
    server = await startRestate(binary ?? '');
    [port = 0] = await takePorts(1);
    await startWorker();
    await server.register(`http://127.0.0.1:${port}`);
    const ports = { workspace: folder, mcpServers: [], grants: [], env: {} };
    service = new RestateRunService(server, { variables: [], ports });
    writeFileSync(path.join(folder, 'orders.yaml'), ordersInTurn(site.url, STEPS));
    writeFileSync(path.join(folder, 'wide.yaml'), ordersAtOnce(site.url, STEPS));
    writeFileSync(path.join(folder, 'family.yaml'), calls('middle', 3));
    writeFileSync(path.join(folder, 'middle.yaml'), calls('inner', 4));
    writeFileSync(path.join(folder, 'inner.yaml'), ordersInTurn(site.url, STEPS / 12));
  }, 60_000);
  afterAll(async () => {
    worker.kill('SIGKILL');
    await server.stop();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const runs = async (workflow: string, disturb: () => Promise<void>): Promise<readonly (ServedRun | null)[]> => {
    made.clear();
    const ids = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const started = await service.start({ workflow, input: {} });
        return started.ok ? started.value.run.id : '';
      }),
    );
    await disturb();
    return Promise.all(ids.map((id) => service.untilEnded(id, AbortSignal.timeout(60_000))));
  };

  /** Resumes a run where it is paused; when it has ended. */
  const giveWord = async (id: string, repeat: 'yes' | 'no'): Promise<number | null> => {
    const run = await service.get(id);
    if (run?.status === 'paused') await service.control(id, { type: 'resume', repeat });
    return run?.endedAt ?? null;
  };

  /** How many runs each of some runs has below it. */
  const begunBelow = async (outermost: readonly (ServedRun | null)[]): Promise<readonly number[]> => {
    const ids = outermost.map((run) => `'${run?.id}'`).join(', ');
    const sql = `SELECT value_utf8 FROM state WHERE service_name = 'SignalboxFamily' AND service_key IN (${ids})`;
    const rows = await new Ingress({ ingress: server.admin, admin: server.admin }).query(sql);
    return rows.map((row) => Number(row['value_utf8']));
  };

  // A family has orders in its innermost runs. In `npm test` the worker is killed by the tests below.
  test.each(IS_LONG ? ['orders', 'wide', 'family'] : [])(
    '%s: runs end right when the worker is killed, and what was made again has its key',
    async (workflow) => {
      let under = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const ended = await runs(workflow, async () => {
          for (let kills = 0; kills < KILLS; kills += 1) {
            await delay(150 + 60 * ((2 * round + kills) % 7));
            if (made.size < 4 * STEPS) under += 1;
            worker.kill('SIGKILL');
            await once(worker, 'exit');
            await startWorker();
          }
        });
        expect(ended.map((run) => run?.status)).toEqual(Array.from({ length: 4 }, () => 'success'));
        expect(made.size).toBe(4 * STEPS);
        expect(await begunBelow(ended)).toEqual(workflow === 'family' ? [15, 15, 15, 15] : []);
      }
      note(`${workflow}: ${KILLS * ROUNDS} kills of the worker, ${under} of them before the last call`);
    },
  );

  test.for(IS_LONG ? [...CUT_OFF, ...CUT_OFF_TOO] : CUT_OFF)(
    'calls without a key that were cut off wait for a word: %s to %d after %d ms, %s',
    async ([repeat, count, ms, where]) => {
      made.clear();
      const own = `keyless${count}`;
      const workflow = where === 'alone' ? own : 'around';
      writeFileSync(path.join(folder, `${own}.yaml`), keyless(site.url, count));
      writeFileSync(path.join(folder, 'around.yaml'), calls(own, 1));
      const started = await service.start({ workflow, input: {} });
      const id = started.ok ? started.value.run.id : '';
      await expect.poll(() => made.size, { timeout: 10_000 }).toBe(count);
      await delay(ms);
      worker.kill('SIGKILL');
      await once(worker, 'exit');
      await startWorker();
      await expect.poll(() => service.get(id), { timeout: 20_000 }).toMatchObject({ status: 'paused' });
      expect(await service.control(id, { type: 'resume' })).toMatchObject({ ok: false, error: { type: 'undecided' } });
      // Where the calls were spread, one may be found cut off after the word was given for the others.
      await expect.poll(() => giveWord(id, repeat), { timeout: 40_000 }).not.toBeNull();
      const ended = await service.get(id);
      expect(ended?.status).toBe(repeat === 'yes' ? 'success' : 'error');
      expect([...made.values()]).toEqual(Array.from({ length: count }, () => (repeat === 'yes' ? 2 : 1)));
    },
  );

  test.each(IS_LONG ? ['orders', 'family'] : ['orders'])(
    '%s: runs end right when the server is killed',
    async (workflow) => {
      let under = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const ended = await runs(workflow, async () => {
          await delay(100);
          if (made.size < 4 * STEPS) under += 1;
          await server.kill();
          await server.restart();
        });
        expect(ended.map((run) => run?.status)).toEqual(Array.from({ length: 4 }, () => 'success'));
        expect(made.size).toBe(4 * STEPS);
      }
      note(`${workflow}: ${ROUNDS} kills of the server, ${under} of them before the last call`);
    },
  );
});

function note(text: string): void {
  if (ROUNDS > 1) console.log(text);
}

/** Some requests side by side that carry no key, and whose answers take a second. */
function keyless(url: string, count: number): string {
  return `
tools:
  - id: order
    use: core:http
    config: { idempotency_key: false }
    schema: { input: { type: object }, output: { type: object } }
tasks:
  - id: each
    type: collection
    config: { items: '{{ range(0, ${count}) }}', mode: parallel, max_concurrent: 20 }
    tasks:
      - { id: order, type: basic, use: 'tool:order', with: { url: '${url}slow/{{ item }}', method: POST } }
`;
}

/** Runs of another workflow, side by side. */
function calls(workflow: string, count: number): string {
  return `
tasks:
  - id: each
    type: collection
    config: { items: '{{ range(0, ${count}) }}', mode: parallel, max_concurrent: 20 }
    tasks:
      - { id: call, type: basic, use: core:workflow, with: { file: ${workflow}.yaml } }
`;
}
