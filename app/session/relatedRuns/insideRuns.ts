import { type Analysis, analyze } from '#engine';
import type { RunRecord } from '#engine/worker';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { isMuchToRead } from '../document/reading.ts';
import { findRecord, followServed } from '../run/findRecord.ts';
import { openRun } from '../run/run.ts';
import { collectEarly, earlyEvents, receiveInside, stopCollecting, toInterrupted } from '../run/runShown.ts';
import { viewAfter } from '../run/viewAfter.ts';
import type { InsideRun } from '../store/State.ts';
import { session, update } from '../store/store.ts';

/**
 * Reads a run that the one on screen has started, or that one of those has, to show its steps inside; from then on it
 * follows what happens in it. Nothing where it is read already.
 */
export async function loadInside(runId: string): Promise<void> {
  const outer = session.getState().run.shown?.runId;
  if (enginePort() === null || outer === undefined || session.getState().run.inside.has(runId)) return;
  collectEarly();
  try {
    const record = await findRecord(runId);
    const { shown, inside } = session.getState().run;
    if (shown?.runId !== outer || inside.has(runId)) return;
    update({ run: { inside: new Map(inside).set(runId, record === null ? null : toInside(record)) } });
    receiveInside(runId, earlyEvents(runId));
    if (record?.server !== undefined) followServed(runId, (events) => receiveInside(runId, events));
  } catch (error) {
    ignoreWorkerExit(error);
  } finally {
    stopCollecting();
  }
}

function toInside({ runId, path, source, events, status }: RunRecord): InsideRun {
  const view = viewAfter(events, events.length);
  // Nothing executes it any more: what it had not ended is cancelled.
  const seen = status === 'running' ? view : toInterrupted(view, events.at(-1)?.at ?? null);
  return { runId, path, source, events, view: seen };
}

/** Chooses a step of a run inside the one on screen. */
export function selectInside(runId: string, activation: number): void {
  const { shown } = session.getState().run;
  if (shown !== null)
    update({ run: { shown: { ...shown, selectedActivation: null, selectedInside: { runId, activation } } } });
}

/** Puts a run that is shown inside of the one on screen there itself, with a step chosen. */
export async function openInside(runId: string, activation: number): Promise<void> {
  await openRun(runId);
  const { shown } = session.getState().run;
  if (shown?.runId === runId) update({ run: { shown: { ...shown, selectedActivation: activation } } });
}

/** Opens the run that the one on screen is paused for: the one inside that has stopped, however deep it is. */
export async function openStopped(): Promise<void> {
  for (;;) {
    const { shown } = session.getState().run;
    const child = shown?.view.paused?.child;
    if (child === undefined) return;
    await openRun(child);
    if (session.getState().run.shown?.runId !== child) return;
  }
}

/** The analysis of the text that a run inside was started with, with what it imports as that is now. */
export function analysisOfInside(
  { path, source }: Pick<InsideRun, 'path' | 'source'>,
  files: ReadonlyMap<string, string>,
): Analysis {
  return analyze(path, isMuchToRead(source) ? '' : source, undefined, files);
}
