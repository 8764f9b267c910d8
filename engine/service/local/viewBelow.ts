import { EMPTY_VIEW, foldRun, forgetEnded, type RunEvent, type RunView } from '../../run/index.ts';
import type { ServedRun } from '../RunService.ts';
import type { Dispatcher } from './Dispatcher.ts';
import { RecordedEvents } from './events/RecordedEvents.ts';
import { explainPaused } from './explainPaused.ts';
import { type GivenToRuns, vaultOf } from './openRun.ts';
import type { RunFiles } from './RunFiles.ts';
import { workflowName } from './workflowNames.ts';

/** How many events are read at a time. */
const MANY = 1_000;

/** What the runs of journals are read with. */
export interface Recorded {
  readonly files: RunFiles;
  readonly given: GivenToRuns;
  readonly dispatcher: Dispatcher;
}

/** A run that another one has started, from its journal; null where that cannot be read. */
export async function viewBelow(
  { files, given, dispatcher }: Recorded,
  id: string,
  root: string,
): Promise<ServedRun | null> {
  let recorded: RecordedEvents | null = null;
  try {
    recorded = new RecordedEvents(files.journalBelow(id, root), (run) => vaultOf(run, given).vault.mask);
    let view: RunView = EMPTY_VIEW;
    for (let events: readonly RunEvent[] = [], after = 0; ; after = (events.at(-1)?.seq ?? 0) + 1) {
      events = await recorded.read(after, MANY);
      view = forgetEnded(foldRun(view, events));
      if (events.length < MANY) break;
    }
    const { file, parent = null } = recorded.start;
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
      paused: paused === null ? null : explainPaused(paused.reason, []),
    };
  } catch {
    return null;
  } finally {
    recorded?.close();
  }
}
