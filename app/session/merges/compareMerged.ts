import type { MergedRow } from '#engine/worker';
import { relatedFiles } from '../document/analysis.ts';
import { enginePort, notifyFailure } from '../document/engine.ts';
import { openComparison } from '../relatedRuns/openComparison.ts';
import { toPlayed } from '../relatedRuns/toPlayed.ts';
import { findRecord } from '../run/findRecord.ts';
import { notify } from '../store/notices.ts';
import { session, update, watch } from '../store/store.ts';
import type { MergeSubject } from './MergeSubject.ts';
import { MOST_RUNS } from './mergeProofs.ts';

/** Compares what a recorded run does on a side of a merge with what it does on the merged text; closing that leads back to the merge. */
export async function compareMerged(subject: MergeSubject, runId: string, side: 'ours' | 'theirs'): Promise<void> {
  const { path, ...texts } = subject;
  const state = session.getState();
  const engine = enginePort()?.engine;
  if (engine === undefined) return;
  const found: MergedRow[] = [];
  try {
    const request = { path, texts, files: relatedFiles(state, path), runs: MOST_RUNS, only: runId };
    const [before] = await Promise.all([
      findRecord(runId),
      engine.playMerge(request, (row) => {
        found.push(row);
        return false;
      }),
    ]);
    const events = found[0]?.events;
    if (before === null || events === undefined) {
      notify({ kind: 'warning', message: 'That run is no longer kept.' });
      return;
    }
    const ofSide = toPlayed(before, { source: texts[side], events: events[side], playedOn: side });
    const ofMerged = toPlayed(before, { source: texts.merged, events: events.merged, playedOn: 'the merged text' });
    update({ run: { playedRuns: [ofSide, ofMerged] } });
    const { dialog } = session.getState().view;
    openComparison(ofSide.runId, ofMerged.runId);
    if (dialog === 'conflict') returnToMerge();
  } catch (error) {
    notifyFailure('The runs were not compared.', error);
  }
}

function returnToMerge(): void {
  const stop = watch(
    (state) => state.view.dialog,
    (dialog) => {
      stop();
      if (dialog === null) update({ view: { dialog: 'conflict' } });
    },
  );
}
