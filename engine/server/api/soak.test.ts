import { Agent, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunService, ServedRun } from '../../service/index.ts';
import { start, TestWorkspace, until } from '../../service/local/testing.ts';
import { numRuns, yaml } from '../../testing/index.ts';
import { type ApiServer, serveApi } from '../index.ts';

/** How many are under way side by side. */
const AT_ONCE = 50;

/** How many are done before the heap is measured. */
const WARM = numRuns(1) > 1 ? 200 : 48;

/** What the heap may grow by, whatever was done, in bytes: what the compiler and the pools of Node keep. */
const SLACK = 20_000_000;

/** What a run that has ended may keep, in bytes: its row. */
const ROW = 4_000;

const LONG = { timeout: numRuns(120_000) };

let workspace: TestWorkspace;
let service: RunService;
let server: ApiServer;

beforeEach(async () => {
  workspace = new TestWorkspace();
  workspace.write(
    'asks.yaml',
    yaml`
      tasks:
        - { id: begin, type: map, config: { mapping: { n: "{{ workflow.input.n }}" } }, on_success: { next: ask } }
        - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
      outputs: { n: "{{ tasks.begin.output.n }}", said: "{{ tasks.ask.output.value }}" }
    `,
  );
  workspace.write('fails.yaml', 'tasks: [{ id: a, type: collection, config: { items: "{{ workflow.input.n }}" } }]');
  workspace.write('fast.yaml', 'tasks: [{ id: a, type: map, config: { mapping: { n: "{{ workflow.input.n }}" } } }]');
  service = await workspace.open();
  const limits = { requestsPerSecond: 1e9, burst: 1e9 };
  server = await serveApi({ service, host: '127.0.0.1', port: 0, tokens: null, cors: [], limits });
});

afterEach(async () => {
  await server.close();
  await workspace.remove();
}, LONG.timeout);

/** Bytes of the heap that are in use. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

/** Does work so many times, some of it side by side. */
async function repeat(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Opens a stream of events, and hangs up once the first have come. */
function peek(agent: Agent, path: string): Promise<void> {
  const { hostname: host, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const asking = request({ host, port, path, agent, headers: { Accept: 'text/event-stream' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`The stream is answered with ${answer.statusCode}.`));
      answer.on('error', () => undefined);
      answer.once('data', () => {
        asking.destroy();
        resolve();
      });
    });
    asking.on('error', reject);
    asking.end();
  });
}

async function openStreams(): Promise<number> {
  const text = await (await fetch(`${server.address}/metrics`)).text();
  return Number(/^signalbox_event_streams (\d+)$/m.exec(text)?.[1]);
}

test('streams of events that are opened and left, again and again, leave nothing behind', LONG, async () => {
  const { id } = await start(service, 'asks', { n: 1 });
  const agent = new Agent({ keepAlive: false });
  const path = `/api/runs/${id}/events`;
  await repeat(WARM, () => peek(agent, path));
  const before = heap();
  // 100,000 in `npm run test:long`.
  await repeat(numRuns(100, 2_000), () => peek(agent, path));
  // The server hears of the last ones after their callers.
  for (let looks = 0; (await openStreams()) > 0; looks += 1) expect(looks).toBeLessThan(1_000);
  expect(heap() - before).toBeLessThan(SLACK);
  const told = await service.control(id, { type: 'cancel' });
  if (!told.ok) throw new Error(told.error.message);
});

test(
  'runs that are started, told, cancelled and failed, again and again, end right and leave no more than their rows',
  LONG,
  async () => {
    const ended: Record<ServedRun['status'], number> = {
      queued: 0,
      running: 0,
      waiting: 0,
      paused: 0,
      success: 0,
      error: 0,
      cancelled: 0,
    };
    const work = async (index: number): Promise<void> => {
      const workflow = (['fast', 'asks', 'fails', 'asks'] as const)[index % 4] ?? 'fast';
      const { id } = await start(service, workflow, { n: index });
      if (workflow === 'asks') {
        await until(service, id, ({ status }) => status === 'waiting');
        const control =
          index % 8 < 4 ? ({ type: 'signal', name: 'go', payload: index } as const) : ({ type: 'cancel' } as const);
        const told = await service.control(id, control);
        if (!told.ok) throw new Error(told.error.message);
      }
      const run = await service.untilEnded(id, new AbortController().signal);
      ended[run?.status ?? 'queued'] += 1;
      if (run?.status === 'success') expect(run.output).toMatchObject({ n: index });
    };
    await repeat(WARM, work);
    const before = heap();
    const count = numRuns(48, 400);
    await repeat(count, work);
    expect(heap() - before).toBeLessThan(SLACK + count * ROW);
    const all = count + WARM;
    expect(ended).toEqual({
      queued: 0,
      running: 0,
      waiting: 0,
      paused: 0,
      success: all / 2,
      error: all / 4,
      cancelled: all / 4,
    });
    expect(service.state()).toMatchObject({ queued: 0, active: 0, waiting: 0, problem: null });
  },
);
