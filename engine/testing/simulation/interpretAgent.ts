import { type AgentScript, MOST_REPAIRS, MOST_REQUESTS } from './AgentScript.ts';
import { Failed } from './evaluateIn.ts';
import { HangsError } from './Prediction.ts';
import type { Reply } from './Scenario.ts';

/** The context of a call: whether a timeout ends it, and whether the workflow has a memory. */
interface CallPlace {
  readonly isBounded: boolean;
  readonly hasMemory: boolean;
}

/** What an agent does with the one bad reply that it meets: its model gets a tool's error, every other one ends it. */
export function converse({ faultAt, misfits, turns }: AgentScript, reply: Reply, place: CallPlace): void {
  const { hasMemory, isBounded } = place;
  if (faultAt === 'model' || (faultAt === 'recall' && hasMemory)) meetReply(reply, isBounded);
  if (faultAt === 'tool' && turns > 0 && reply.kind === 'hang') meetReply(reply, isBounded);
  if (turns >= MOST_REQUESTS) throw new Failed('LIMIT_ERROR');
  if (misfits > MOST_REPAIRS) throw new Failed('VALIDATION_ERROR');
  if (faultAt === 'remember' && hasMemory) meetReply(reply, isBounded);
}

/** Fails where a task cannot continue with a reply. */
export function meetReply(reply: Reply, isBounded: boolean): void {
  if (reply.kind === 'error') throw new Failed(reply.code);
  if (reply.kind === 'ok') return;
  if (isBounded) throw new Failed('TIMEOUT_ERROR');
  throw new HangsError();
}
