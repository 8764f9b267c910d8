import { configOf } from '../../model/index.ts';
import type { Activation } from '../state/Activation.ts';
import { emit, refOf } from '../state/emit.ts';
import type { PendingTimer, Run } from '../state/Run.ts';

/**
 * Whether the time that a run is blocked, because its host lacks something, does not count towards a timer. What a host lacks is
 * never the failure of a task, and so not its timeout either: a call that was not made cannot have been too slow.
 *
 * | timer | time blocked | since |
 * | --- | --- | --- |
 * | `timeout` of a task, `attempt.timeout`: also of containers, and of tasks next to the blocked one | does not count | none of them can continue |
 * | `per_item`, `per_batch`: `item.timeout`, `batch.timeout` | does not count | the same |
 * | `timeout` of a wait that asks again and again, by `condition` or `use`: `wait.deadline`, `wait.expire` | does not count | what it waits for may come of what is blocked |
 * | a delay: `wait.deadline` | counts | it is a time by the clock, and nothing fails where it has passed |
 * | `timeout` of a wait for a signal: `wait.deadline` | counts | people are told until when, and signals are taken meanwhile |
 * | a check of a wait, a retry: `wait.check`, `attempt.start` | counts | what is due begins once the run is resumed |
 *
 * In any other pause, all of them count.
 */
export function standsStill({ activation, continuation }: Omit<PendingTimer, 'due'>): boolean {
  switch (continuation.kind) {
    case 'attempt.timeout':
    case 'item.timeout':
    case 'batch.timeout':
      return true;
    case 'wait.deadline':
    case 'wait.expire': {
      return asksAgain(activation);
    }
    default:
      return false;
  }
}

/** Whether a wait looks again and again, by `condition` or `use`, until what it waits for is there: it is no delay, and waits for no signal. */
export function asksAgain({ body, task }: Activation): boolean {
  return (
    body?.kind === 'wait' && body.options.signal === null && (configOf(task).condition != null || usesSomething(task))
  );
}

function usesSomething(task: Activation['task']): boolean {
  return 'use' in task && task.use !== null;
}

/** Whether a run is blocked: it is paused, and its host, or that of a run around or inside it, lacks something for a call. */
export function isLacking({ blocked }: Run): boolean {
  return blocked.since !== null;
}

/** From now on the time does not count, until the run is resumed. */
export function block({ blocked, now }: Run): void {
  blocked.since ??= now;
}

/** How long a run has been blocked so far, in ms. */
export function blockedTime({ blocked, now }: Run): number {
  return blocked.total + (blocked.since === null ? 0 : now - blocked.since);
}

/**
 * The run is resumed: what does not count the time is due later by it, whether it has fired meanwhile or not. What had run out
 * before the run was blocked, and was only held by a pause, stays so.
 */
export function unblock(run: Run): void {
  const { blocked } = run;
  const before = { total: blocked.total, since: blocked.since ?? run.now };
  const total = blockedTime(run);
  blocked.since = null;
  if (total === before.total) return;
  blocked.total = total;
  blocked.count += 1;
  const late = [...run.timers].filter(([, { due }]) => due !== undefined);
  for (const [id, timer] of late) {
    const { due = 0, ...rest } = timer;
    if (due + before.total > before.since) postpone(run, id, timer);
    else run.timers.set(id, rest);
  }
}

/** Sets a timer again under another id: the old one may be on its way, or held. */
function postpone(run: Run, id: string, timer: PendingTimer): void {
  const { activation, due = 0 } = timer;
  const { total, count } = run.blocked;
  const at = due + total;
  const later = `${id.replace(/~\d+$/, '')}~${count}`;
  run.timers.delete(id);
  activation.timers.delete(id);
  run.timers.set(later, timer);
  activation.timers.add(later);
  run.effects.push({ type: 'timer.cancel', id }, { type: 'timer.start', id: later, at, isDeadline: true });
  if (timer.continuation.kind === 'wait.deadline') waitLonger(run, timer, at);
}

function waitLonger(run: Run, { activation }: PendingTimer, until: number): void {
  const { body } = activation;
  if (body?.kind !== 'wait') return;
  body.options = { ...body.options, timeout: until - body.startedAt };
  emit(run, { type: 'task.waiting', ...refOf(activation), reason: 'condition', until, ...body.words });
}
