import { type Analysis, analyze, analyzeEdited, minimalEdits, type TextEdit } from '#engine';
import { hasReader, isMuchToRead } from './reading.ts';
import type { SessionState } from './State.ts';
import { session, useSession } from './store.ts';

/** Files whose analyses are kept, so that going back to a file costs nothing. */
const KEPT = 8;

interface Known {
  readonly latest: Analysis;
  /** The last one whose YAML could be read. */
  readonly good: Analysis | null;
}

/** What the canvas shows: the analysis of the text, or of the last text that could be read. */
export interface ShownAnalysis {
  readonly analysis: Analysis | null;
  readonly isStale: boolean;
}

/** The last edits of a file, and the texts before and after them. */
interface Step {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly TextEdit[];
}

const NOTHING: ShownAnalysis = { analysis: null, isStale: false };
const known = new Map<string, Known>();
let lastStep: Step | null = null;
let lastShown: ShownAnalysis = NOTHING;

/** The analysis of a file's present text; the same object for the same text. Null without such a file, and while the worker reads it. */
export function analysisOf(state: SessionState, path: string | null): Analysis | null {
  return readKnown(state, path)?.latest ?? null;
}

/** The analysis of the active file's text; while the text is broken it is that of what could be read. */
export function activeAnalysis(): Analysis | null {
  return selectAnalysis(session.getState());
}

/** The analysis panes show: the last good one while the text is broken. */
export function shownAnalysis(): ShownAnalysis {
  return selectShown(session.getState());
}

/** The analysis of the active file, or null when no file is open. */
export function useAnalysis(): Analysis | null {
  return useSession(selectAnalysis);
}

/** What to draw, and whether it is older than the text. */
export function useShownAnalysis(): ShownAnalysis {
  return useSession(selectShown);
}

export function selectAnalysis(state: SessionState): Analysis | null {
  return analysisOf(state, state.activePath);
}

/** What {@link useShownAnalysis} answers for a state. */
export function selectShown(state: SessionState): ShownAnalysis {
  const entry = readKnown(state, state.activePath);
  if (!entry) return NOTHING;
  const isStale = entry.latest.isBroken && entry.good !== null;
  const analysis = isStale ? entry.good : entry.latest;
  if (lastShown.analysis !== analysis || lastShown.isStale !== isStale) lastShown = { analysis, isStale };
  return lastShown;
}

function readKnown(state: SessionState, path: string | null): Known | null {
  const text = path === null ? undefined : state.workspace.files.get(path);
  if (path === null || text === undefined) return null;
  const before = known.get(path);
  if (before?.latest.syntax.text === text) return before;
  if (isTooMuch(path, text, before?.latest)) return null;
  const edits = before && findStep(path, before.latest, text);
  return keepAnalysis(
    edits ? analyzeEdited(text, { previous: before.latest, edits }) : analyze(path, text, before?.latest),
  );
}

/** Remembers how a file's text was changed last, so that it need not be found again by comparing texts. */
export function keepStep(step: Step): void {
  lastStep = step;
}

/** The edits that lead from an analysis to a text; undefined when they are not known. */
function findStep(path: string, { syntax }: Analysis, text: string): readonly TextEdit[] | undefined {
  if (lastStep?.path !== path || lastStep.before !== syntax.text || lastStep.after !== text) return undefined;
  return lastStep.edits;
}

/** Whether a file's present text has to be read in the worker: most of it is new, and it is large. */
export function needsReader({ workspace }: SessionState, path: string): boolean {
  const text = workspace.files.get(path);
  const latest = known.get(path)?.latest;
  return text !== undefined && latest?.syntax.text !== text && isTooMuch(path, text, latest);
}

function isTooMuch(path: string, text: string, latest: Analysis | undefined): boolean {
  if (!hasReader() || !isMuchToRead(text)) return false;
  const edits = latest ? (findStep(path, latest, text) ?? minimalEdits(latest.syntax.text, text)) : [];
  return latest === undefined || edits.some((edit) => isMuchToRead(edit.text));
}

/** Keeps what was read of a file as its latest analysis. */
export function keepAnalysis(latest: Analysis): Known {
  const { path } = latest;
  const before = known.get(path);
  const entry = { latest, good: latest.isBroken ? (before?.good ?? null) : latest };
  known.delete(path);
  known.set(path, entry);
  for (const oldest of known.keys()) {
    if (known.size <= KEPT) break;
    known.delete(oldest);
  }
  return entry;
}
