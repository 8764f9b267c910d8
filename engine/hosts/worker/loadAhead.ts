import { loadPatterns } from '../../base/index.ts';
import { loadEffectsAhead } from '../../effects/index.ts';
import { loadYaml } from '../../syntax/index.ts';

/** Loads what every run needs, then what later calls load: the page may go offline at any time. */
export async function loadAhead(): Promise<void> {
  await loadYaml().catch(() => null);
  await loadPatterns().catch(() => null);
  await import('./children/openChildren.ts').catch(() => null);
  await import('../unsetVariables.ts').catch(() => null);
  await import('./shippedPrices.ts').catch(() => null);
  await import('./run/open/checkpoints.ts').catch(() => null);
  await import('./run/record/findChange.ts').catch(() => null);
  await import('../children/takeBelow.ts').catch(() => null);
  await import('./openRecorded.ts').catch(() => null);
  await import('./history/replayRecorded.ts').catch(() => null);
  await import('./history/Backtests.ts').catch(() => null);
  await import('./history/forkOnText.ts').catch(() => null);
  await import('./journal/askDatabase.ts').catch(() => null);
  await import('./proof/openProof.ts').catch(() => null);
  await import('./openOutside.ts').catch(() => null);
  await import('../../check/index.ts').catch(() => null);
  await import('./exported/openRunReader.ts').catch(() => null);
  await import('./openServers.ts').catch(() => null);
  await import('./workspace/openSandbox.ts').catch(() => null);
  await loadEffectsAhead();
}
