import { relatedFiles } from '../document/analysis.ts';
import { enginePort, notifyFailure } from '../document/engine.ts';
import { openComparison } from '../relatedRuns/index.ts';
import { toPlayed } from '../relatedRuns/toPlayed.ts';
import { findRecord } from '../run/findRecord.ts';
import { notify } from '../store/notices.ts';
import { session, update } from '../store/store.ts';
import { MOST_RUNS } from './playRuns.ts';

/** Compares a recorded run with what it does on the text that the last runs were played on. */
export async function compareOnText(runId: string): Promise<void> {
  const state = session.getState();
  const { backtest } = state.run;
  const engine = enginePort()?.engine;
  if (backtest === null || engine === undefined) return;
  const { path, source } = backtest;
  const files = relatedFiles(state, path);
  try {
    const [before, played] = await Promise.all([
      findRecord(runId),
      engine.playBacktest({ path, source, files, runs: MOST_RUNS }, runId),
    ]);
    if (before === null || played === null) {
      notify({ kind: 'warning', message: 'That run is no longer kept.' });
      return;
    }
    const onText = toPlayed(before, { source, events: played.events, playedOn: 'the new text' });
    update({ run: { playedRuns: [onText] } });
    openComparison(runId, onText.runId);
  } catch (error) {
    notifyFailure('The runs were not compared.', error);
  }
}
