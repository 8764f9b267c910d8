import type { Disk } from '../../engine/hosts/worker/journal/Disk.ts';
import { openDisk } from '../../engine/hosts/worker/journal/openDisk.ts';
import type { PortEngine } from '../../engine/hosts/worker/protocol/eventPort.ts';
import { loopText } from '../runs/loopText.ts';
import { leaveRun } from './leaveRun.ts';
import { time } from './time.ts';

const ROUNDS = 15;

/** A loop of two steps a round, which then waits for as long as anybody measures. */
const LOOP = loopText(
  'hold',
  '  - { id: hold, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }\n',
);

/**
 * Two runs that were left under way, one after 1/100 of the steps of the other, each opened by an engine of its own: from
 * a connection that is not open yet until the run continues; and all events of it, as the page's timeline wants them.
 */
export async function measureReopening(
  open: (disk: Disk) => PortEngine,
  steps: number,
): Promise<Record<string, number[]>> {
  const leave = (rounds: number): Promise<string> => leaveRun(open(openDisk('reopening')), { source: LOOP, rounds });
  const [long, short] = [await leave(steps / 2), await leave(steps / 200)];
  const times = {
    long: [] as number[],
    short: [] as number[],
    longEvents: [] as number[],
    shortEvents: [] as number[],
  };
  for (let round = -2; round < ROUNDS; round += 1) {
    const [longTimes, shortTimes] = [await reopen(open, long), await reopen(open, short)];
    if (round < 0) continue;
    times.long.push(longTimes.resumed);
    times.short.push(shortTimes.resumed);
    times.longEvents.push(longTimes.read);
    times.shortEvents.push(shortTimes.read);
  }
  return times;
}

async function reopen(open: (disk: Disk) => PortEngine, runId: string) {
  const engine = open(openDisk('reopening'));
  const resumed = await time(() => engine.takeOver(runId, { variables: [] }));
  return { resumed, read: await time(() => engine.findRun(runId)) };
}
