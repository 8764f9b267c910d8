import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { Call } from '../../run/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import { addressOf, carriesKey } from '../tools/carriesKey.ts';

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

/**
 * True when the other side of a call with consequences gets an idempotency key, by which it knows a call that is made once
 * more. False for models, tools of MCP servers and whatever is not built in. Decided without making it.
 */
export function reachesByKey(call: Call): boolean {
  if (call.type !== 'tool.call' || findBuiltIn(call.use)?.name !== 'http' || !isJsonObject(call.input)) return false;
  const { input, config } = call;
  // Headers that the workflow gives go before that of the call; null omits it.
  const own = [config['headers'], input['headers']].flatMap((headers) =>
    isJsonObject(headers) ? toEntries(headers) : [],
  );
  const given = own.findLast(([name]) => name === 'idempotency-key');
  return given === undefined ? carriesKey(addressOf(input, config), config) : given[1] !== null;
}

/** True when what a call changes is kept by Signalbox itself: made once more under its key, it changes nothing more. */
export function staysInside(call: Call): boolean {
  if (call.type === 'memory.call') return true;
  return call.type === 'tool.call' && findBuiltIn(call.use)?.store !== undefined;
}

function toEntries(headers: JsonObject): (readonly [name: string, value: Json])[] {
  return Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
}

/** True when a call reaches nothing outside, and made again gives the same: no one can tell how often it was made. */
export function isRepeatable(call: Call): boolean {
  if (call.type !== 'tool.call') return false;
  const tool = findBuiltIn(call.use);
  return tool?.isDeterministic === true && tool.changes === 'nothing' && tool.reach === 'nowhere';
}
