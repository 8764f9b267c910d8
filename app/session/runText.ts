import { type Analysis, analyze } from '#engine';
import { analysisOf } from './analysis.ts';
import type { SessionState, ShownRun } from './State.ts';

/** The analysis made last of a text that is no longer the file's. */
let earlier: { readonly source: string; readonly analysis: Analysis } | null = null;

/** The analysis of the text that the run on screen was started with; the same object for the same text. */
export function analysisOfRun(state: SessionState, { path, source }: Pick<ShownRun, 'path' | 'source'>): Analysis {
  if (state.workspace.files.get(path) === source) {
    const present = analysisOf(state, path);
    if (present) return present;
  }
  if (earlier?.source !== source || earlier.analysis.path !== path)
    earlier = { source, analysis: analyze(path, source) };
  return earlier.analysis;
}

/** Whether a task was in the text that the run on screen was started with: of one added since, the run says nothing. */
export function didRunKnow(state: SessionState, taskId: string): boolean {
  return state.run !== null && analysisOfRun(state, state.run).graph.nodes.has(taskId);
}
