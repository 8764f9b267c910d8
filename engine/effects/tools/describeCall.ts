import { isJsonObject, toText } from '../../base/index.ts';
import type { Call } from '../../run/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import { addressOf } from './carriesKey.ts';

/** A call in a few words: what it does, and whom it asks. Queries of addresses are omitted. */
export function describeCall(call: Call): string {
  if (call.type === 'model.call') return `${call.provider} ${call.model}`;
  if (call.type === 'memory.call') return `memory ${call.request.op}`;
  const { use, input, config } = call;
  if (findBuiltIn(use)?.name !== 'http' || !isJsonObject(input)) return use;
  return `${toText(input['method'] ?? 'GET')} ${addressOf(input, config).replace(/[?#].*$/s, '')}`;
}
