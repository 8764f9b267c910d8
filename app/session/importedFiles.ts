import { type Analysis, analyze } from '#engine';
import { analysisOf, selectShown } from './analysis.ts';
import type { SessionState } from './State.ts';
import { session, useSession } from './store.ts';

type Texts = ReadonlyMap<string, string>;

const NONE: Texts = new Map();

let last: { readonly own: Analysis; readonly files: Texts; readonly resolved: Analysis } | null = null;

/**
 * The analysis of a file with its `imports` (what it imports and the packages it uses) resolved in the workspace: read by
 * what shows or completes imported definitions. The same object while no text changes; tree, workflow and graph are those of its own text.
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

/** The analysis of the active file for commands, which know the ids of imported tasks by it; edits are those of its own text. */
export function commandAnalysis(): Analysis | null {
  const state = session.getState();
  return resolvedAnalysisOf(state, state.activePath);
}

/** The analysis panes show, with its imports resolved where its text is the present one: what is drawn, never what is edited. */
export function drawnAnalysis(): Analysis | null {
  return selectDrawn(session.getState());
}

/** The same for components. */
export function useDrawnAnalysis(): Analysis | null {
  return useSession(selectDrawn);
}

function selectDrawn(state: SessionState): Analysis | null {
  const { analysis } = selectShown(state);
  const resolved = resolvedAnalysisOf(state, state.activePath);
  return resolved !== null && resolved.syntax === analysis?.syntax ? resolved : analysis;
}
