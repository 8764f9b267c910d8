import { type GivenToRuns } from '../common/GivenToRuns.ts';
import { workflowName } from '../common/workflowNames.ts';
import { toFigures } from '../figures.ts';
import type { ServedRun } from '../RunService.ts';
import { UnreadableError } from '../UnreadableError.ts';
import type { Dispatcher } from './Dispatcher.ts';
import { readView } from './events/readView.ts';
import { explainPaused } from './explainPaused.ts';
import { maskerOf } from './openRun.ts';
import type { RunFiles } from './RunFiles.ts';

/** What the runs of journals are read with. */
export interface Recorded {
  readonly files: RunFiles;
  readonly given: GivenToRuns;
  readonly dispatcher: Dispatcher;
}

/**
 * A run that another one has started, from its journal; null where that is not made yet. Rejects with an {@link UnreadableError} where
 * it cannot be read.
 */
export async function viewBelow(
  { files, given, dispatcher }: Recorded,
  id: string,
  root: string,
): Promise<ServedRun | null> {
  try {
    const { start, view } = await readView(files.journalBelow(id, root), (run) => maskerOf(run, given));
    const { file, parent = null } = start;
    const { status, output, error, startedAt, endedAt, paused } = view;
    const isWaiting = dispatcher.live(root)?.isIdle === true;
    const now = paused !== null ? 'paused' : isWaiting ? 'waiting' : 'running';
    return {
      id,
      workflow: workflowName(file) ?? file,
      status: status === 'running' ? now : status,
      output,
      error,
      queuedAt: startedAt ?? 0,
      startedAt,
      endedAt,
      trigger: null,
      parent,
      paused: paused === null ? null : explainPaused(paused, []),
      ...toFigures(view),
    };
  } catch (error) {
    const unreadable = UnreadableError.ofJournal(id, error);
    if (unreadable.what === 'gone' && dispatcher.live(root) !== null) return null;
    throw unreadable;
  }
}
