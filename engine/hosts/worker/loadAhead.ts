import { loadPatterns } from '../../base/index.ts';
import { loadEffectsAhead } from '../../effects/index.ts';
import type { Clock } from './platform/clock.ts';

/** How long the worker is left to what the page asks of it first, in ms: a run that goes on comes before all else. */
const AFTER = 1_000;

/** Loads what every run needs, and then what calls without a connection need: the page may lose its own at any time. */
export function loadAhead(clock: Pick<Clock, 'setTimer'>): void {
  clock.setTimer(AFTER, () => void load());
}

async function load(): Promise<void> {
  await loadPatterns().catch(() => null);
  await import('./shippedPrices.ts').catch(() => null);
  await import('./run/checkpoints.ts').catch(() => null);
  await import('./run/findChange.ts').catch(() => null);
  await import('./history/replayRecorded.ts').catch(() => null);
  await import('../../check/index.ts').catch(() => null);
  await import('./exported/exportedRun.ts').catch(() => null);
  await import('./exported/openRunReader.ts').catch(() => null);
  await import('./workspace/openSandbox.ts').catch(() => null);
  await loadEffectsAhead();
}
