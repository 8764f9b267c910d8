import type { Disk } from '../../engine/hosts/worker/journal/Disk.ts';
import { openDisk } from '../../engine/hosts/worker/journal/openDisk.ts';
import type { PortEngine } from '../../engine/hosts/worker/protocol/eventPort.ts';
import { leaveRun } from './leaveRun.ts';

/** A decision that leads back to itself, so many times, and counts itself. */
function loop(rounds: number): string {
  return `limits: { per_task: 1000000, per_scope: 1000000 }
schema: { input: { type: object } }
tasks:
  - id: again
    type: decision
    config:
      condition: "{{ (tasks.again.output.value ?? 0) + 1 }}"
      routes: { "${rounds}": hold }
      default: { next: again }
  - { id: hold, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h } }
`;
}

/** Engines whose runs wait, for their memory to be measured. */
const engines: PortEngine[] = [];

/** Loops so many times, journaled in IndexedDB, and leaves the run waiting in memory. */
export async function loopAndHold(open: (disk: Disk) => PortEngine, rounds: number): Promise<Record<string, number[]>> {
  const engine = open(openDisk('looping'));
  engines.push(engine);
  await leaveRun(engine, { source: loop(rounds), rounds });
  return {};
}
