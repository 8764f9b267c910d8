import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { Call } from '../../run/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import { addressOf, carriesKey } from '../tools/carriesKey.ts';

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
