import { type Analysis, analyze } from '#engine';
import { analysisOf } from './analysis.ts';
import type { SessionState } from './State.ts';

type Texts = ReadonlyMap<string, string>;

const NONE: Texts = new Map();

let last: { readonly own: Analysis; readonly files: Texts; readonly resolved: Analysis } | null = null;

/**
 * The analysis of a file with its `imports` (what it imports and the packages it uses) resolved in the workspace: read by
 * what shows or completes imported definitions. The same object while no text changes. Edits go by `analysisOf`.
 */
export function resolvedAnalysisOf(state: SessionState, path: string | null): Analysis | null {
  const own = analysisOf(state, path);
  if (own === null) return null;
  const { files } = state.workspace;
  if (last?.own !== own || last.files !== files) {
    last = { own, files, resolved: analyze(own.path, own.syntax.text, own, files) };
  }
  return last.resolved;
}

/** The texts a file imports, and those they import, by path: all that a check or a run of it needs beside its own text. */
export function importedFiles(state: SessionState, path: string): Texts {
  return resolvedAnalysisOf(state, path)?.imports?.texts ?? NONE;
}
