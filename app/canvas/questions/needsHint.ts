import { analysisOf, type SessionState } from '../../session/index.ts';

/** Where it is kept on this device that the hint is over. */
const KEY = 'signalbox.first-hint';

/** Whether a person may have to be told how the open workflow is played: it has tasks, can be read, and no run was shown yet. */
export function needsHint(state: SessionState): boolean {
  const analysis = analysisOf(state, state.document.activePath, 'own');
  return analysis !== null && !analysis.isBroken && analysis.graph.nodes.size > 0 && !hasPlayed(state);
}

/** Whether a run is on screen or in the history. */
export function hasPlayed({ run }: SessionState): boolean {
  return run.shown !== null || run.history.length > 0;
}

/** Whether the hint was closed, or a workflow was played, in this browser. */
export function isHintOver(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Keeps that it is over, where the browser keeps anything. */
export function keepHintOver(): void {
  try {
    localStorage.setItem(KEY, 'over');
  } catch {
    // Full, or blocked: it is over until the page closes.
  }
}
