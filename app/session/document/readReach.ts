import { type Analysis, analyze } from '#engine';
import { listReach, type Reach } from '#engine/model';
import { parseOrigin } from '#engine/worker';
import type { SessionState } from '../store/State.ts';
import { analysisOf } from './analysis.ts';

/** What a file of the workspace would reach with all it imports; null without such a file, and while it is being read. */
export function reachOfFile(state: SessionState, path: string): Reach | null {
  const analysis = analysisOf(state, path, 'resolved');
  return analysis === null ? null : reachOfAnalysis(analysis);
}

/** What a text would reach that is not, or not as it is, in the workspace. `files`: the texts it imports, by path. */
export function reachOfSource(path: string, source: string, files: ReadonlyMap<string, string>): Reach {
  return reachOfAnalysis(analyze(path, source, undefined, files));
}

function reachOfAnalysis(analysis: Analysis): Reach {
  return listReach(analysis, parseOrigin);
}
