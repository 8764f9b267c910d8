import { useSyncExternalStore } from 'react';
import { clearSelection, openDrawer, type SessionState, selectActivation, session } from '../../session/index.ts';
import type { ShownRun } from '../../session/run/index.ts';
import { createExternalStore } from '../../ui/index.ts';

/** The parts of a run as a whole that have a tab. */
export type ResultPart = 'output' | 'input' | 'text';

/** What a person asked of the panel, for one run: a part, or that it is closed. */
interface Asked {
  readonly runId: string;
  readonly part: ResultPart | null;
}

const asked = createExternalStore<Asked | null>(null);

/** What of a run is open next to its steps. */
export interface ShownResult {
  /** Null: nothing. */
  readonly part: ResultPart | null;
  /** Whether a person asked for it; else it is open because the run has ended. */
  readonly isAsked: boolean;
}

/** Opens a part of the run on screen, in place of a step. */
export function showResult(part: ResultPart): void {
  const {
    run: { shown: run },
    view: { drawer, isNarrow },
  } = session.getState();
  if (run === null) return;
  asked.set({ runId: run.runId, part });
  selectActivation(null);
  // On a phone the form of a selected task would take its place.
  if (isNarrow) clearSelection();
  openDrawer(drawer.tab === 'problems' ? 'timeline' : undefined);
}

/** Closes it for this run. */
export function closeResult({ runId }: ShownRun): void {
  // On a phone the line with the output takes its place again.
  asked.set(session.getState().view.isNarrow ? null : { runId, part: null });
  requestAnimationFrame(() => document.getElementById(RESULT_BUTTON)?.focus());
}

/** The button that opens the result, which has the focus once that is closed. */
export const RESULT_BUTTON = 'run-result';

/** What a run shows of itself: what was asked for, else its output once it has ended well and gave something. */
export function resultOf(run: ShownRun | null, wanted: Asked | null): ShownResult {
  if (run === null) return { part: null, isAsked: false };
  if (wanted?.runId === run.runId) return { part: wanted.part, isAsked: true };
  const gave = run.view.status === 'success' && run.moment === null && run.view.output !== null;
  return { part: gave ? 'output' : null, isAsked: false };
}

/** Whether it is on screen: not behind a step or the problems, and on a phone not only as a line. */
export function isResultOpen({ run: { shown }, view }: SessionState, { part, isAsked }: ShownResult): boolean {
  if (part === null || shown === null || view.drawer.tab === 'problems') return false;
  return shown.selectedActivation === null && shown.selectedInside === null && (isAsked || !view.isNarrow);
}

/** {@link resultOf}, as it is now. */
export function useResult(run: ShownRun | null): ShownResult {
  return resultOf(run, useSyncExternalStore(asked.subscribe, asked.get));
}
