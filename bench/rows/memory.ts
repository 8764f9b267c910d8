import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runMeasured } from '../../engine/testing/bombs/runMeasured.ts';
import { askDisk, withBench } from '../openBench.ts';
import { formatMemory, type Row, toRow } from '../Row.ts';
import { median } from '../race.ts';
import { connectWorker } from '../workerHeap.ts';

const LONG = 1_000_000;
const SHORT = 10_000;
const ROUNDS = 3;
/** The promise: at most so many times the memory. */
const LIMIT = 1.5;

/** What a run keeps in memory in the browser, its journal in IndexedDB: the heap of its worker, without garbage, once it waits. */
export async function measureWorkerMemory(site: string): Promise<readonly Row[]> {
  const measure = async (rounds: number): Promise<number> =>
    withBench(site, async ({ page }) => {
      const worker = await connectWorker(page, 'disk');
      await askDisk(page, { what: 'loop', rounds });
      return worker.usedHeap();
    });
  return [toMemoryRow('in its worker', await repeat(measure))];
}

/** The most memory that the process of `signalbox run --journal` takes, in bytes. */
export async function measureNodeMemory(site: string): Promise<readonly Row[]> {
  const program = path.join(path.dirname(site), 'cli/signalbox.js');
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'));
  const measure = async (rounds: number): Promise<number> => {
    const name = `loop${rounds}`;
    writeFileSync(path.join(folder, `${name}.yaml`), loop(rounds));
    const args = ['run', `${name}.yaml`, '--journal', `${name}.jsonl`, '--force'];
    const ended = await runMeasured(program, args, { folder, longest: 600_000 });
    if (ended.code !== 0) throw new Error(`signalbox run ended with ${ended.code}: ${ended.error}`);
    return ended.memory * 1e6;
  };
  try {
    return [toMemoryRow('in its process of Node, at most', await repeat(measure))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Memory {
  readonly long: number;
  readonly short: number;
}

async function repeat(measure: (rounds: number) => Promise<number>): Promise<Memory> {
  const [long, short]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    short.push(await measure(SHORT));
    long.push(await measure(LONG));
  }
  return { long: median(long), short: median(short) };
}

function toMemoryRow(where: string, { long, short }: Memory): Row {
  return toRow({
    what: `Memory of a run that looped 1,000,000 times, journal on, ${where}`,
    peer: 'one that looped 10,000 times',
    ours: long,
    theirs: short,
    limit: LIMIT,
    format: formatMemory,
  });
}

/** As `browser/looping.ts`, without its wait in the end. */
function loop(rounds: number): string {
  return `limits: { per_task: 1000000, per_scope: 1000000 }
tasks:
  - id: again
    type: decision
    config:
      condition: "{{ (tasks.again.output.value ?? 0) + 1 }}"
      routes: { "${rounds}": end }
      default: { next: again }
`;
}
