import { isTestFile } from '#engine';
import type { BacktestRow } from '#engine/worker';
import { countVerdicts, type VerdictCount } from '../backtest/verdicts.ts';
import { relatedFiles } from '../document/analysis.ts';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { session } from '../store/store.ts';
import type { ShownProposal } from './proposals.ts';

/** How many runs of a workflow are played: the newest. */
const MOST_RUNS = 100;

/**
 * What the last runs of the workflows that a proposal changes would do on the texts that it leads to, with what they were answered then; they reach nothing. The worst
 * verdicts come first; none where nothing ran. Null: there is no engine, or `isWanted` said that no one waits for it.
 */
export async function replayProposed(
  { judged }: ShownProposal,
  isWanted: () => boolean,
): Promise<readonly VerdictCount[] | null> {
  const engine = enginePort()?.engine;
  if (engine === undefined || judged === null) return null;
  const state = session.getState();
  const runs: BacktestRow[] = [];
  for (const [path, source] of judged.after) {
    if (isTestFile(path) || !state.document.workspace.files.has(path)) continue;
    const files = new Map([...relatedFiles(state, path)].map(([name, own]) => [name, judged.after.get(name) ?? own]));
    try {
      await engine.backtestRuns({ path, source, files, runs: MOST_RUNS }, (run) => {
        runs.push(run);
        return isWanted();
      });
    } catch (error) {
      ignoreWorkerExit(error);
      return null;
    }
    if (!isWanted()) return null;
  }
  return countVerdicts(runs);
}
