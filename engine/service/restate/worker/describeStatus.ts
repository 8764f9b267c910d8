import { isLacking, type Run, type RunView } from '../../../run/index.ts';
import type { RunRow } from '../contract.ts';

const PAUSED = {
  asked: 'It was paused on request.',
  breakpoint: 'It has stopped at a breakpoint.',
  error: 'It has stopped at the failure of a task.',
  step: 'It has made a step.',
  storage: 'It was paused because it could not be recorded.',
  budget: 'Its models have used its budget.',
  parent: 'The run around it is paused.',
  missing: 'Something that it needs is missing here.',
  child: 'A run that it started is paused.',
  interrupted:
    'A worker ended while a call was under way, and it is not known whether the call arrived. Resume the run to make the call again, or cancel it.',
} as const;

/** What lists show of a run. `isIdle`: nothing is under way. */
export function describeStatus(
  { status, paused, startedAt, endedAt }: RunView,
  isIdle: boolean,
): Pick<RunRow, 'status' | 'startedAt' | 'endedAt' | 'paused'> {
  const reason = paused === null ? null : (paused.reason ?? 'asked');
  const ended = status === 'running' ? null : status;
  const current = reason !== null ? 'paused' : isIdle ? 'waiting' : 'running';
  const words = reason === null ? null : (paused?.missing?.message ?? PAUSED[reason]);
  return { status: ended ?? current, startedAt, endedAt, paused: words };
}

/** What a run is blocked by; nothing where it is not. */
export function describeBlock({ paused }: RunView, run: Run): Pick<RunRow, 'blocked'> {
  if (paused?.reason === 'child' && isLacking(run)) return { blocked: 'child' };
  if (paused?.missing === undefined) return {};
  const { taskId: _task, activation: _activation, message: _message, ...blocked } = paused.missing;
  return { blocked };
}
