import type { BrowserBench } from '../browser/page.ts';
import { withBench } from '../openBench.ts';
import { formatTime, type Row, toRow } from '../Row.ts';
import { median } from '../race.ts';
import { type OpenPage } from '../withBrowser.ts';

const EVENTS = 10_000;
const ROUNDS = 7;
/** How often one turn is done: the browser counts CPU time in steps of 10 ms. */
const TURNS = 10;

/** 10,000 events on their way to the page, by the CPU time of worker and page together. */
export async function measureEvents(site: string): Promise<readonly Row[]> {
  return withBench(site, async (open) => {
    const times = { ours: [] as number[], theirs: [] as number[] };
    for (let round = -1; round < ROUNDS; round += 1) {
      const ours = await timeTurns(open, 'receiveOurs');
      const theirs = await timeTurns(open, 'receiveBare');
      if (round < 0) continue;
      times.ours.push(ours);
      times.theirs.push(theirs);
    }
    return [
      toRow({
        what: '10,000 events from the worker to the page',
        peer: 'bare worker, batches of 500 (floor)',
        ours: median(times.ours),
        theirs: median(times.theirs),
        limit: 1,
        format: formatTime,
      }),
    ];
  });
}

async function timeTurns({ page, cpuTime }: OpenPage, way: 'receiveOurs' | 'receiveBare'): Promise<number> {
  const before = await cpuTime();
  for (let turn = 0; turn < TURNS; turn += 1) {
    const received = await page.evaluate(
      ([way, count]) => (globalThis as unknown as { bench: BrowserBench }).bench[way](count),
      [way, EVENTS] as const,
    );
    if (received !== EVENTS) throw new Error(`${received} of ${EVENTS} events arrived.`);
  }
  return ((await cpuTime()) - before) / TURNS;
}
