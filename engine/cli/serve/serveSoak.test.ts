import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numRuns, yaml } from '../../testing/index.ts';
import { Shell } from '../testing.ts';
import { ServedProcess } from './testing.ts';

/** How long there is load, in seconds: 10 minutes in `npm run test:long`. */
const SECONDS = Number(process.env['SIGNALBOX_TEST_SECONDS'] ?? (numRuns(1) > 1 ? 600 : 4));

/** How many clients do one thing after the other, and how long each rests between two, in ms: the load does not depend on the machine. */
const CLIENTS = 10;
const REST = 400;

/** What the process may take more than once it is warm, in MiB: what the heap grows to before it is collected. */
const SLACK = 80;

/** What a run that has ended may keep, in KiB: its row. */
const ROW = 4;

let shell: Shell;
let served: ServedProcess;

beforeAll(async () => {
  shell = new Shell();
  shell.write('flows/asks.yaml', ASKS);
  shell.write('flows/counts.yaml', COUNTS);
  served = await ServedProcess.start(shell, ['flows']);
}, 60_000);
afterAll(() => shell.remove());

/** Memory of the process, in MiB: resident, as an operator sees it. */
function memory(): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${served.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const ended = { success: 0, cancelled: 0 };

/** A run that is started, followed, answered or cancelled, and read, as its clients do. */
async function useRun(index: number): Promise<void> {
  const workflow = index % 2 === 0 ? 'asks' : 'counts';
  const { id } = await ask(`/api/workflows/${workflow}/runs`, { input: { n: index } });
  const events = await fetch(`${served.address}/api/runs/${id}/events`, { headers: { accept: 'text/event-stream' } });
  if (workflow === 'asks') {
    for (let status = ''; status !== 'waiting'; status = (await ask(`/api/runs/${id}`)).status) await delay(5);
    if (index % 4 === 0) await ask(`/api/runs/${id}/cancel`, {});
    else await ask(`/api/runs/${id}/signals/go`, { n: index });
  }
  // The stream ends with the run.
  expect(await events.text()).toContain('event: end');
  const run = await ask(`/api/runs/${id}`);
  const status = workflow === 'asks' && index % 4 === 0 ? 'cancelled' : 'success';
  expect(run.status).toBe(status);
  ended[status] += 1;
  if (index % 10 === 0) await ask('/api/runs?limit=50');
}

async function ask(place: string, body?: object): Promise<{ readonly id: string; readonly status: string }> {
  const headers = { 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(served.address + place, sent);
  if (!answer.ok) throw new Error(`${place}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Load for some seconds; answers with how many runs there were. */
async function load(seconds: number): Promise<number> {
  const latest = Date.now() + seconds * 1_000;
  let count = 0;
  const client = async (_: unknown, place: number): Promise<void> => {
    await delay((REST * place) / CLIENTS);
    while (Date.now() < latest) {
      count += 1;
      await useRun(count);
      await delay(REST);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return count;
}

test.skipIf(!existsSync('/proc/self/status'))(
  'a server under load for a while takes no more memory than its rows',
  { timeout: SECONDS * 2_000 + 120_000 },
  async () => {
    const warm = await load(Math.max(2, SECONDS / 20));
    const before = memory();
    const count = await load(SECONDS);
    const after = memory();
    if (SECONDS >= 60)
      console.log(`${SECONDS} s, ${count} runs: ${before.toFixed(0)} MiB before, ${after.toFixed(0)} MiB after`);
    expect(after - before).toBeLessThan(SLACK + (count * ROW) / 1024);
    const metrics = await (await fetch(`${served.address}/metrics`)).text();
    expect(metrics).toContain('signalbox_event_streams 0\n');
    for (const status of ['queued', 'running', 'waiting'])
      expect(metrics).toContain(`signalbox_runs{status="${status}"} 0\n`);
    expect(ended.success + ended.cancelled).toBe(warm + count);
    expect((await served.stop('SIGTERM')).code).toBe(0);
  },
);

const ASKS = yaml`
  tasks:
    - { id: ask, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
`;

const COUNTS = yaml`
  tasks:
    - id: each
      type: collection
      config: { items: "{{ range(0, 20) }}", mode: parallel, max_concurrent: 5 }
      tasks:
        - { id: hash, type: basic, use: core:hash, with: { text: "{{ item }} of {{ workflow.input.n }}" } }
`;
