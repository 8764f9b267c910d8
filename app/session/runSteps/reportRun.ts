import type { Analysis } from '#engine';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunView } from '#engine/run';
import { findRecord } from '../run/findRecord.ts';
import { toInterrupted } from '../run/runShown.ts';
import type { ShownRun } from '../store/State.ts';
import { session } from '../store/store.ts';

/** A run as a report of it has it, as of when it was read. */
export interface ReportSource
  extends Pick<
    ShownRun,
    'runId' | 'path' | 'source' | 'view' | 'isInterrupted' | 'importedFrom' | 'forkedFrom' | 'forkedAt' | 'files'
  > {
  /** The address of the server that executes it, or did; null for a run of this browser. */
  readonly server: string | null;
}

/** Draws what a run did to its workflow as SVG for a page; null where there is nothing to draw, or too much. */
export type DrawWorkflow = (drawn: {
  readonly analysis: Analysis;
  readonly view: RunView;
  readonly title: string;
}) => Promise<string | null>;

/** How many events are folded at a time: a few ms. */
const AT_ONCE = 2_000;

/**
 * Reads a run for its report: the one on screen as it is now, any other one of the history, a file or a server. Null when it is no
 * longer kept; rejects with a message for the user where it cannot be read.
 * @param turn gives the page its turn where it is due
 */
export async function readReported(runId: string, turn: () => Promise<void>): Promise<ReportSource | null> {
  const { shown } = session.getState().run;
  if (shown?.runId === runId) return { ...shown, server: shown.server?.address ?? null };
  const record = await findRecord(runId);
  if (record === null) return null;
  const { events, status, server, importedFrom = record.isImported === true ? '' : null, forkedFrom = null } = record;
  const isInterrupted = status === 'interrupted';
  const view = await foldInTurns(events, turn);
  return {
    runId,
    path: record.path,
    source: record.source,
    view: isInterrupted ? toInterrupted(view, events.at(-1)?.at ?? null) : view,
    isInterrupted,
    importedFrom,
    forkedFrom,
    forkedAt: forkedFrom === null ? null : record.startedAt,
    files: record.files ?? new Map(),
    server: server?.address ?? null,
  };
}

async function foldInTurns(events: readonly RunEvent[], turn: () => Promise<void>): Promise<RunView> {
  let view = EMPTY_VIEW;
  for (let start = 0; start < events.length; start += AT_ONCE) {
    view = foldRun(view, events.slice(start, start + AT_ONCE));
    await turn();
  }
  return view;
}
