import {
  explainPaused,
  refuseEnded,
  refuseInside,
  refusePayload,
  refuseUndecided,
  toDraft,
} from '../common/controls.ts';
import { workflowName } from '../common/workflowNames.ts';
import { UnreadableError } from '../errors.ts';
import { toFigures, toServed } from '../heads.ts';
import type { RunControl, ServedRun, ServedStatus, ServiceRefusal } from '../RunService.ts';
import { unknownRun } from '../refusals.ts';
import type { Dispatcher } from './Dispatcher.ts';
import { readView } from './events/RecordedEvents.ts';
import type { LiveRun } from './live/LiveRun.ts';
import type { Sent } from './live/LiveRunOrder.ts';
import type { LocalParts } from './load.ts';
import { maskerOf } from './openRun.ts';
import { hasEnded, type RunRow } from './rows/RunRow.ts';

/** How often a run is taken up again for a control that came just as it was unloaded. */
const ATTEMPTS = 3;

/** What controls need of a service. */
export interface Controlled extends LocalParts {
  /** Why nothing can be done now; null where it can. */
  readonly refusal: () => ServiceRefusal | null;
}

/** Does to a run what is asked for; null once that is on the disk, else why it is not done. */
export async function controlRun(
  parts: Controlled,
  runId: string,
  control: RunControl,
): Promise<ServiceRefusal | null> {
  const misfit = control.type === 'signal' ? refusePayload(control.payload) : null;
  if (misfit !== null) return misfit;
  const { index, dispatcher } = parts;
  for (let attempts = ATTEMPTS; ; attempts -= 1) {
    // It may end while a control waits, and must take up nothing then.
    const refusal = parts.refusal();
    if (refusal !== null) return refusal;
    const row = index.get(runId);
    if (row === null) return controlBelow(parts, runId, control);
    if (hasEnded(row)) return refuseEnded(runId);
    const done = await attempt(dispatcher, dispatcher.present(row), control);
    if (done === true) return null;
    if (done !== false) return done;
    await dispatcher.live(runId)?.whenOver;
    const now = index.get(runId) ?? row;
    if (attempts > 1) continue;
    return { type: 'busy', message: `The run ${runId} does not take it now. ${now.paused ?? ''}`.trimEnd() };
  }
}

async function attempt(dispatcher: Dispatcher, row: RunRow, control: RunControl): Promise<Sent> {
  const live = dispatcher.live(row.id);
  const isQueued = dispatcher.isQueued(row.id);
  switch (control.type) {
    case 'signal':
    case 'skip':
      if (row.isUndecided) return refuseUndecided(row);
      return (live ?? dispatcher.takeUp(row.id)).send(toDraft(control));
    case 'pause':
      if (row.status === 'paused') return true;
      if (isQueued) dispatcher.hold(row);
      else return (live ?? dispatcher.takeUp(row.id)).send(toDraft(control));
      return true;
    case 'resume':
      if (row.status !== 'paused') return true;
      if (isQueued) dispatcher.release(row);
      else return resume({ dispatcher, live, row }, control.repeat);
      return true;
    case 'cancel':
      return (live ?? dispatcher.takeUp(row.id)).cancel();
  }
}

async function resume(
  { dispatcher, live, row }: { readonly dispatcher: Dispatcher; readonly live: LiveRun | null; readonly row: RunRow },
  repeat: 'yes' | 'no' | undefined,
): Promise<Sent> {
  if (row.isUndecided && repeat === undefined) return refuseUndecided(row);
  if (live !== null && !row.isUndecided) return live.send({ type: 'run.resumed' });
  if (live !== null) {
    // It has asked already: what it has under way comes back, and it is taken up again.
    live.halt();
    await live.whenOver;
    return false;
  }
  const taken = dispatcher.takeUp(row.id, { decided: repeat });
  // One whose calls were cut off continues once they are decided, and one that could not be opened is tried again.
  if (row.isUndecided || row.restedAt === null) return true;
  return taken.send({ type: 'run.resumed' });
}

/** A run that another one has started is paused, resumed and cancelled with that one; signals and waits are its own. */
async function controlBelow(parts: Controlled, runId: string, control: RunControl): Promise<ServiceRefusal | null> {
  const { index, dispatcher } = parts;
  const root = index.rootOf(runId);
  if (root === null) return unknownRun(runId);
  if (control.type !== 'signal' && control.type !== 'skip') return refuseInside(runId, root);
  const ended = refuseEnded(runId);
  if (dispatcher.live(root)?.hasBelow(runId) !== true) {
    // It has ended, or is opened only with the run around it.
    const run = await viewBelow(parts, runId, root);
    if (run !== null && hasEnded(run)) return ended;
    const refusal = parts.refusal();
    if (refusal !== null) return refusal;
  }
  const row = index.get(root);
  if (row === null || hasEnded(row)) return ended;
  const around = dispatcher.present(row);
  if (around.isUndecided) return refuseUndecided(around);
  const opened = dispatcher.live(root) ?? (around.status === 'paused' ? null : dispatcher.takeUp(root));
  if (opened === null || !(await opened.untilBelow(runId))) return refuseAround(dispatcher.present(row), runId);
  const sent = await opened.send(toDraft(control), runId);
  if (sent === true) return null;
  if (sent !== false) return sent;
  const run = await viewBelow(parts, runId, root);
  if (run !== null && hasEnded(run)) return ended;
  // The run around it has stopped here, for a reason that is known once it is over.
  await opened.whenOver;
  return parts.refusal() ?? refuseAround(dispatcher.present(row), runId);
}

function refuseAround(row: RunRow, runId: string): ServiceRefusal {
  if (row.isUndecided) return refuseUndecided(row);
  const message = `The run ${row.id}, which the run ${runId} is part of, is ${row.status} now.`;
  return { type: 'busy', message };
}

/**
 * A run that another one has started, from its journal; null where that is not made yet. Rejects with an {@link UnreadableError} where
 * it cannot be read.
 */
export async function viewBelow(
  { files, given, dispatcher }: LocalParts,
  id: string,
  root: string,
): Promise<ServedRun | null> {
  try {
    const { start, view } = await readView(files.journalBelow(id, root), (run) => maskerOf(run, given));
    const { file, parent = null } = start;
    const { status, output, error, startedAt, endedAt, paused } = view;
    const isWaiting = dispatcher.live(root)?.isIdle === true;
    const now: ServedStatus = paused !== null ? 'paused' : isWaiting ? 'waiting' : 'running';
    const shown = {
      workflow: workflowName(file) ?? file,
      status: status === 'running' ? now : status,
      queuedAt: startedAt ?? 0,
      startedAt,
      endedAt,
      trigger: null,
      parent,
      paused: paused === null ? null : explainPaused(paused, []),
      ...toFigures(view),
    };
    return toServed(id, shown, { output, error });
  } catch (error) {
    const unreadable = UnreadableError.ofJournal(id, error);
    if (unreadable.what === 'gone' && dispatcher.live(root) !== null) return null;
    throw unreadable;
  }
}
