import { askDisk, withBench } from '../openBench.ts';
import { formatTime, type Row } from '../Row.ts';
import { median } from '../race.ts';
import type { OpenPage } from '../withBrowser.ts';

const MESSAGES = 10_000;
const ROUNDS = 7;
/** How often one turn is done: the browser counts CPU time in steps of 10 ms. */
const TURNS = 5;
/** The promise, in ms of CPU. */
const LIMIT = 100;

/** What is recalled from 10,000 messages in IndexedDB, by the CPU time of the page and its worker. */
export async function measureRecall(site: string): Promise<readonly Row[]> {
  return withBench(site, async (open) => {
    await askDisk(open.page, { what: 'fillMemory', messages: MESSAGES });
    const times = { cold: [] as number[], warm: [] as number[] };
    for (let round = -1; round < ROUNDS; round += 1) {
      const cold = await timeTurns(open, true);
      const warm = await timeTurns(open, false);
      if (round < 0) continue;
      times.cold.push(cold);
      times.warm.push(warm);
    }
    const [cold, warm] = [median(times.cold), median(times.warm)];
    const row: Row = {
      what: 'Recall over 10,000 messages in IndexedDB, 384 dimensions, nothing read before',
      ours: formatTime(cold),
      peer: 'the same, read before (floor)',
      theirs: formatTime(warm),
      ratio: cold / warm,
      bound: `under ${LIMIT} ms of CPU`,
      isKept: cold < LIMIT,
    };
    return [row];
  });
}

async function timeTurns(open: OpenPage, isCold: boolean): Promise<number> {
  const before = await open.cpuTime();
  await askDisk(open.page, { what: 'recall', turns: TURNS, isCold });
  return ((await open.cpuTime()) - before) / TURNS;
}
