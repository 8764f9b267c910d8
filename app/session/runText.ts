import { type Analysis, analyze } from '#engine';
import { analysisOf } from './analysis.ts';
import { isMuchToRead } from './reading.ts';
import type { SessionState, ShownRun } from './State.ts';

/** The analysis made last of a text that is no longer the file's. */
let earlier: { readonly source: string; readonly analysis: Analysis } | null = null;

/**
 * The analysis of the text that the run on screen was started with; the same object for the same text. Of a text too
 * large to be read here at once that is not the file's, as if it were empty: its tasks are known by their ids alone.
 */
export function analysisOfRun(state: SessionState, { path, source }: Pick<ShownRun, 'path' | 'source'>): Analysis {
  if (state.workspace.files.get(path) === source) {
    const present = analysisOf(state, path);
    if (present) return present;
  }
  if (earlier?.source !== source || earlier.analysis.path !== path)
    earlier = { source, analysis: analyze(path, isMuchToRead(source) ? '' : source) };
  return earlier.analysis;
}

/** Whether a task was in the text that the run on screen was started with: of one added since, the run says nothing. */
export function didRunKnow(state: SessionState, taskId: string): boolean {
  return state.run !== null && analysisOfRun(state, state.run).graph.nodes.has(taskId);
}
