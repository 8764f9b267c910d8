import { type Diagnostic, mapOffset, minimalEdits } from '#engine';
import type { EngineWorker } from '#engine/worker';
import type { CheckedText, SessionState } from '../store/State.ts';
import { session, update, useSession, watch } from '../store/store.ts';
import { analysisOf, relatedFiles } from './analysis.ts';
import { readingState } from './reading.ts';
import { documentRuntime } from './runtime.ts';

/** Debounce of the check of the whole text, in ms. */
const DEBOUNCE = 250;
const NONE: readonly Diagnostic[] = [];

/**
 * Diagnostics of the active file, sorted by place. YAML's own errors are there immediately; all others come from the
 * worker once typing pauses, and until then those of the previous text are shown where their text has moved to.
 */
export function useDiagnostics(): readonly Diagnostic[] {
  return useSession(selectDiagnostics);
}

/** Whether the active file was not checked yet, in any of its texts: without an engine it stays so. */
export function useIsUnchecked(): boolean {
  return useSession(isUnchecked);
}

/** The same of a state. */
export function isUnchecked({ document: { activePath, checked } }: SessionState): boolean {
  return activePath !== null && checked?.path !== activePath;
}

/** The same for code outside of components. */
export function activeDiagnostics(): readonly Diagnostic[] {
  return selectDiagnostics(session.getState());
}

/** Most checks that are waited for: who types without a pause gets the diagnostics of a moment ago. */
const MAX_CHECKS = 3;

/**
 * The diagnostics of the active text as it is now: the worker checks it first where it has changed since its last check,
 * and again where it changes meanwhile.
 * Where the worker does not answer, those of {@link activeDiagnostics}.
 */
export async function currentDiagnostics(): Promise<readonly Diagnostic[]> {
  for (let count = 0; count < MAX_CHECKS && !isChecked(session.getState()); count += 1) await documentRuntime.check?.();
  return activeDiagnostics();
}

function isChecked(state: SessionState): boolean {
  const { activePath, checked } = state.document;
  return checked?.path === activePath && checked?.text === activeText(state);
}

function selectDiagnostics(state: SessionState): readonly Diagnostic[] {
  const analysis = analysisOf(state, state.document.activePath, 'own');
  if (!analysis) return NONE;
  const {
    document: { checked, activePath },
  } = state;
  const { text } = analysis.syntax;
  if (checked?.path === activePath && checked.text === text) return checked.diagnostics;
  const last = documentRuntime.diagnostics;
  if (last && last.checked === checked && last.path === activePath && last.text === text) return last.list;
  const carried = checked && checked.path === activePath && !analysis.isBroken ? carry(checked, text) : [];
  const list = [...analysis.syntax.errors, ...carried].sort((a, b) => a.range.start - b.range.start);
  documentRuntime.diagnostics = { checked, path: activePath, text, list };
  return list;
}

/** Diagnostics of an older text at the places their text has now; fixes, made for the older text, are omitted. */
function carry(checked: CheckedText, text: string): readonly Diagnostic[] {
  const edits = minimalEdits(checked.text, text);
  return checked.diagnostics.flatMap((diagnostic) => {
    const { start, end } = diagnostic.range;
    if (edits.some((edit) => edit.start < end && edit.end > start)) return [];
    const range = { start: mapOffset(edits, start, 1), end: mapOffset(edits, end, -1) };
    return [{ ...diagnostic, range, fixes: [] }];
  });
}

/** The texts that a file is checked with; of one that runs workflows, those that it names too. */
function readable(state: SessionState, path: string, text: string): ReadonlyMap<string, string> {
  const related = relatedFiles(state, path);
  if (!text.includes('core:workflow')) return related;
  const named = [...state.document.workspace.files].filter(([name]) => text.includes(name));
  return new Map([...named, ...related]);
}

/** Has the worker check the active text whenever it rests; answers with a function that stops that. */
export function startChecking(engine: Pick<EngineWorker, 'checkText'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function check(): Promise<void> {
    const state = session.getState();
    const {
      document: { activePath: path },
    } = state;
    const text = activeText(state);
    if (path === null || text === undefined || readingState(state) !== null) return;
    try {
      const diagnostics = await engine.checkText(path, text, {
        files: readable(state, path, text),
        variables: state.workspace.variables.map(({ name }) => name),
        paths: [...state.document.workspace.files.keys()],
      });
      const now = session.getState();
      if (now.document.activePath === path && now.document.workspace.files.get(path) === text)
        update({ document: { checked: { path, text, diagnostics: diagnostics.map(toCalm) } } });
    } catch {
      // The worker ended: the engine is restarted, or a strip says that it never started, and the next change is checked.
    }
  }

  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void check(), delay);
  };
  const stops = [
    watch(
      (state) => state.document.activePath,
      () => schedule(0),
    ),
    watch(activeText, () => schedule(DEBOUNCE)),
    watch(
      (state) => state.document.readings,
      () => schedule(0),
    ),
    watch(
      (state) => state.workspace.variables,
      () => schedule(0),
    ),
  ];
  schedule(0);
  documentRuntime.check = check;
  return () => {
    clearTimeout(timer);
    documentRuntime.check = null;
    for (const stop of stops) stop();
  };
}

/** A task that was added and is not wired yet is no problem: its card says so. */
function toCalm(found: Diagnostic): Diagnostic {
  return found.code === 'UNREACHABLE_TASK' ? { ...found, severity: 'info' } : found;
}

function activeText({ document: { activePath, workspace } }: SessionState): string | undefined {
  return activePath === null ? undefined : workspace.files.get(activePath);
}
