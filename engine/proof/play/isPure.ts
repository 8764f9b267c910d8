import { isJsonObject, type Json, ownValue } from '../../base/index.ts';
import type { Call } from '../../run/index.ts';
import { findBuiltIn, MOCK_PROVIDER } from '../../tools/index.ts';

/**
 * Whether a call is performed in a test without an answer: what gives the same for the same, and what is kept for the test
 * alone, which are `core:kv` and memories. Files, other workflows and whatever has an address are of the world.
 */
export function isPure(call: Call): boolean {
  if (call.type === 'memory.call') return true;
  if (call.type === 'model.call') return call.provider === MOCK_PROVIDER;
  return isPureBuiltIn(call.use, call.input);
}

/** As {@link isPure}, for a built-in tool and its input; false for any other tool. */
export function isPureBuiltIn(use: string, input: Json): boolean {
  const tool = findBuiltIn(use);
  if (tool === undefined) return false;
  const { reach, store, name } = tool;
  if (reach === 'nowhere') return store === undefined || name === 'kv';
  if (reach === 'anywhere' || reach.unless === undefined) return false;
  return isJsonObject(input) && ownValue(input, reach.unless) !== undefined;
}

/** Whether what a call gives depends on nothing but what it asks: not on what was kept before either. */
export function isComputed(call: Call): boolean {
  if (call.type === 'memory.call' || !isPure(call)) return false;
  return call.type === 'model.call' || findBuiltIn(call.use)?.store === undefined;
}
