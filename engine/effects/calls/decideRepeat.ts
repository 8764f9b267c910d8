import type { Call } from '../../run/index.ts';
import { reachesByKey, staysInside } from './reachesByKey.ts';

/** Whether a call is made again of which no one knows whether it arrived. */
export type RepeatPolicy = 'ask' | 'yes' | 'no';

/** What becomes of a call that was cut off: a person is asked, it is not made again, or why it is (`RepeatReason`). */
export type RepeatDecision = 'ask' | 'no' | 'safe' | 'key' | 'policy';

/** Decides whether a call with consequences, which was under way when its host ended, is made again (decision 40). */
export function decideRepeat(call: Call, policy: RepeatPolicy): RepeatDecision {
  if (staysInside(call)) return 'safe';
  const own = readPolicy(call);
  const word = own ?? policy;
  if (word === 'no') return 'no';
  if (reachesByKey(call)) return 'key';
  if (word === 'yes') return 'policy';
  // To ask a model twice costs, and changes nothing: a person is asked only where the agent says so.
  return call.type === 'model.call' && own === null ? 'safe' : 'ask';
}

function readPolicy(call: Call): RepeatPolicy | null {
  const word = call.type === 'memory.call' ? null : call.config['repeat'];
  return word === 'ask' || word === 'yes' || word === 'no' ? word : null;
}
