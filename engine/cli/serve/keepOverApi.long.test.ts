import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Shell } from '../testing.ts';
import { ServedProcess } from './testing.ts';

/** 100,000 with `SIGNALBOX_TEST_RUNS=100000`, which takes about an hour on two cores. */
const RUNS = Number(process.env['SIGNALBOX_TEST_RUNS'] ?? 10_000);
const KEPT = 500;
const CLIENTS = 8;

/** What a server may take more at the end than after a tenth of the runs, in MiB: its heap is collected when it likes. */
const SLACK = 150;

const FLOW = `tasks:
  - { id: hash, type: basic, use: core:hash, with: { text: "n{{ workflow.input.n }}" }, on_success: { next: keep } }
  - { id: keep, type: basic, with: { text: "{{ workflow.input.text ?? '' }}" } }
outputs: { n: "{{ workflow.input.n }}", text: "{{ tasks.keep.output.text }}" }
`;

function memoryOf(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

test('a server that keeps so many runs loses none of those it executes, and neither its memory nor its folder grows', {
  timeout: RUNS * 400 + 600_000,
}, async () => {
  const shell = new Shell();
  shell.write('flows/one.yaml', FLOW);
  shell.write('flows/signalbox.serve.yaml', `keep: { runs: ${KEPT} }\n`);
  const served = await ServedProcess.start(shell, ['flows']);
  const ask = (place: string): Promise<Response> => fetch(`${served.address}${place}`);
  const [ids, memory]: [Set<string>, number[]] = [new Set(), []];
  let next = 0;
  const client = async (): Promise<void> => {
    for (let n = (next += 1); n <= RUNS; n = next += 1) {
      // Some have an output that is a file of its own.
      const input = n % 50 === 0 ? { n, text: 'x'.repeat(20_000) } : { n };
      const answer = await fetch(`${served.address}/api/workflows/one/runs?wait=5m`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ input }),
      });
      const run = await answer.json();
      expect(run).toMatchObject({ status: 'success', output: { n } });
      ids.add(run.id);
      if (n % (RUNS / 10) === 0) {
        memory.push(memoryOf(served.pid));
        const list = await (await ask('/api/runs?limit=50')).json();
        expect(list.runs).toHaveLength(50);
        const found = await (await ask(`/api/runs?limit=5&text=${encodeURIComponent(`"n":${n}`)}`)).json();
        expect(found.runs).toContainEqual(expect.objectContaining({ id: run.id }));
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: CLIENTS }, client));
    expect(ids.size).toBe(RUNS);
    expect(await (await ask('/metrics')).text()).toContain(`seconds_count{status="success"} ${RUNS}\n`);
    const state = path.join(shell.folder, 'flows/.signalbox');
    // It is looked once a minute which runs are to go.
    await expect
      .poll(() => readdirSync(path.join(state, 'runs')).filter((name) => name.endsWith('.jsonl')).length, {
        timeout: 300_000,
        interval: 1_000,
      })
      .toBe(KEPT);
    expect(readdirSync(path.join(state, 'ends'))).toHaveLength(KEPT / 50);
    expect(readFileSync(path.join(state, 'index.jsonl'), 'utf8').split('\n').length).toBeLessThan(2 * KEPT + 1_100);
    console.log(`${RUNS} runs: ${memory.map((mib) => mib.toFixed(0)).join(', ')} MiB`);
    expect(memoryOf(served.pid)).toBeLessThan((memory[0] ?? 0) + SLACK);
    expect((await served.stop('SIGTERM')).code).toBe(0);
  } finally {
    shell.remove();
  }
});
