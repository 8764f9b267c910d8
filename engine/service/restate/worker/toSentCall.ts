import type { Exposure } from '../../../effects/index.ts';
import type { Call } from '../../../run/index.ts';
import type { ChildFrame, SentCall } from '../contract.ts';
import type { LoadedRun } from './loadRun.ts';

/** A call of a run, with all that another invocation needs to make it. */
export function toSentCall(
  { head, around }: LoadedRun,
  call: Call,
  { exposure, frame }: { readonly exposure: Exposure; readonly frame: ChildFrame },
): SentCall {
  const { start, salt } = head;
  return { runId: start.runId, call, salt, secrets: around.secrets, exposed: [...exposure], frame };
}
