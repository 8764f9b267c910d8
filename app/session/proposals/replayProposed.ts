import { holdsWorkflow } from '#engine';
import type { BacktestRow } from '#engine/worker';
import { countVerdicts, type VerdictCount } from '../backtest/verdicts.ts';
import { relatedFiles } from '../document/analysis.ts';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { session } from '../store/store.ts';
import type { ShownProposal } from './proposals.ts';

/** How many runs of a workflow are played: the newest. */
const MOST_RUNS = 100;

/**
 * Replays the last runs of the workflows that a proposal changes, or that import what it changes, on the texts that it leads to, with their recorded answers; no call
 * is made. The worst verdicts come first; none where nothing ran. Null: there is no engine, a text cannot run, or `isWanted` said that no one waits for it.
 */
export async function replayProposed(
  { judged, on }: ShownProposal,
  isWanted: () => boolean,
): Promise<readonly VerdictCount[] | null> {
  const engine = enginePort()?.engine;
  if (engine === undefined || judged === null) return null;
  const state = session.getState();
  const runs: BacktestRow[] = [];
  for (const [path, own] of on) {
    const related = relatedFiles(state, path);
    const isChanged = [path, ...related.keys()].some((name) => judged.after.has(name));
    if (!holdsWorkflow(path) || !isChanged) continue;
    // It may import a file that it brings.
    const files = new Map([...related, ...judged.after]);
    try {
      const outcome = await engine.backtestRuns(
        { path, source: judged.after.get(path) ?? own, files, runs: MOST_RUNS },
        (run) => {
          runs.push(run);
          return isWanted();
        },
      );
      if (outcome === 'broken') return null;
    } catch (error) {
      ignoreWorkerExit(error);
      return null;
    }
    if (!isWanted()) return null;
  }
  return countVerdicts(runs);
}
