/** Hostile workflows in a worker of the browser, as the engine runs there: bundled and started by hostile.spec.ts. */
import { loadPatterns } from '../engine/base/index.ts';
import { type HostileResult, tryCanary, tryGuessable } from '../engine/testing/hostileRuns.ts';

/** How many of each kind, and from which seed. */
export interface HostileOrder {
  readonly runs: number;
  readonly seed: number;
}

// What the clock of the tests turns by, and browsers do not have.
Reflect.set(globalThis, 'setImmediate', (run: () => void) => {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', run, { once: true });
  port1.start();
  port2.postMessage(null);
});

addEventListener('message', (event: MessageEvent<HostileOrder>) => void runHostile(event.data).then(postMessage));

async function runHostile({ runs, seed }: HostileOrder): Promise<readonly HostileResult[]> {
  await loadPatterns();
  return [await tryCanary({ runs, seed }), await tryGuessable({ runs: Math.ceil(runs / 2), seed })];
}
