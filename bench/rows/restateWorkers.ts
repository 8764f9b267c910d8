import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RestateRunService } from '../../engine/service/restate/RestateRunService.ts';
import { spawnWorkers } from '../../engine/testing/restate/spawnWorkers.ts';
import { findRestateServer, startRestate } from '../../engine/testing/restate/startRestate.ts';
import type { Row } from '../Row.ts';
import { median } from '../race.ts';
import { canLimitCpu, openCpuGroups } from '../restate/openCpuGroups.ts';
import { askText, runAll, timeOf } from '../restate/serving.ts';

/** How long a call takes at the site, in ms. */
const TOOK = 20;

/** How many runs are started side by side, of how many calls each: enough that three workers always have work. */
const RUNS = 160;
const CALLS = 10;

/** What each worker has of a core: two cores cannot show what three machines can, and the server of Restate needs the rest. */
const SHARE = 0.15;

/** How often the runs are made for each worker before they are timed. */
const WARMING = 2;

const ROUNDS = 5;
const LEAST = 2.5;

/** Runs whose calls take 20 ms, on three workers and on one, each on a small machine of its own; no row where that cannot be had. */
export async function measureWorkers(): Promise<readonly Row[]> {
  const binary = findRestateServer(process.cwd());
  if (binary === null || !canLimitCpu()) {
    console.log(
      'Skipped: it needs the server of Restate (npm ci --prefix tools/restate) and, as root on Linux, control groups.',
    );
    return [];
  }
  const [one, three] = [await measure(binary, 1), await measure(binary, 3)];
  const ratio = one / three;
  return [
    {
      what: `Restate: ${RUNS} runs of ${CALLS} calls of ${TOOK} ms on 3 workers with ${SHARE} of a core each, median of ${ROUNDS}`,
      ours: formatRate(three),
      peer: '1 such worker',
      theirs: formatRate(one),
      ratio,
      bound: `at least ${LEAST}`,
      isKept: ratio >= LEAST,
    },
  ];
}

/** The median time of the runs on so many workers, in ms. */
async function measure(binary: string, count: number): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'));
  const site = createServer((_request, response) => setTimeout(() => response.end('{}'), TOOK));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = site.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
  const [server, workers] = await Promise.all([startRestate(binary), spawnWorkers(count, process.cwd())]);
  await server.register(workers.address);
  writeFileSync(path.join(folder, 'ask.yaml'), askText(CALLS, url));
  const ports = { workspace: folder, mcpServers: [], grants: [], env: {} };
  const service = new RestateRunService(server, { variables: [], ports });
  const groups = openCpuGroups([...new Set([...workers.pids, server.pid, workers.balancerPid, process.pid])]);
  const times: number[] = [];
  try {
    // What is hot is compiled before a core is shared out: each worker has made as many calls by then.
    for (let warming = 0; warming < WARMING * count; warming += 1) await runAll(service, 'ask', RUNS);
    groups.limit(workers.pids, SHARE);
    for (let round = 0; round < ROUNDS; round += 1) times.push(await timeOf(() => runAll(service, 'ask', RUNS)));
  } finally {
    await workers.stop();
    await server.stop();
    groups.end();
    site.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return median(times);
}

function formatRate(time: number): string {
  return `${Math.round((RUNS * CALLS * 1000) / time).toLocaleString('en')} calls/s`;
}
