import { analyze } from '#engine';
import { analysisOf } from './analysis.ts';
import type { SessionState } from './State.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/** The texts a file imports, and those they import, by path: all that a check or a run of it needs beside its own text. */
export function importedFiles(state: SessionState, path: string): ReadonlyMap<string, string> {
  const analysis = analysisOf(state, path);
  if (!analysis) return NONE;
  return analyze(path, analysis.syntax.text, analysis, state.workspace.files).imports?.texts ?? NONE;
}
