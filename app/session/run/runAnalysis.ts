import { type Analysis, analyze } from '#engine';
import { analysisOf } from '../document/analysis.ts';
import { isMuchToRead, readHere } from '../document/reading.ts';
import { documentRuntime } from '../document/runtime.ts';
import type { SessionState, ShownRun } from '../store/State.ts';

/**
 * The analysis of the text that the run on screen was started with; the same object for the same text. Of a text that is
 * not the file's and too large to be read on the page, or not to be read here yet, as if it were empty: its tasks are known by their ids alone.
 */
export function analysisOfRun(state: SessionState, { path, source }: Pick<ShownRun, 'path' | 'source'>): Analysis {
  if (state.document.workspace.files.get(path) === source) {
    const present = analysisOf(state, path, 'own');
    if (present) return present;
  }
  const { former } = documentRuntime;
  if (former?.source === source && former.analysis.path === path) return former.analysis;
  const read = isMuchToRead(source) ? null : readHere(() => analyze(path, source), null);
  const analysis = read ?? analyze(path, '');
  documentRuntime.former = { source, analysis };
  return analysis;
}

/** Whether a task was in the text that the run on screen was started with: of one added since, the run says nothing. */
export function didRunKnow(state: SessionState, taskId: string): boolean {
  return state.run.shown !== null && analysisOfRun(state, state.run.shown).graph.nodes.has(taskId);
}
