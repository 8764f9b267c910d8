import type { Call } from '../../run/index.ts';
import { findBuiltIn } from '../../tools/index.ts';

/** True when a call reaches nothing outside, and made again gives the same: no one can tell how often it was made. */
export function isRepeatable(call: Call): boolean {
  if (call.type !== 'tool.call') return false;
  const tool = findBuiltIn(call.use);
  return tool?.isDeterministic === true && tool.changes === 'nothing' && tool.reach === 'nowhere';
}
