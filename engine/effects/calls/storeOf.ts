import type { Call } from '../../run/index.ts';
import { changesSomething, findBuiltIn } from '../../tools/index.ts';

/** The store of this device that a call writes to, by its name for the user; null where it writes to none. */
export function storeOf(call: Call): string | null {
  if (call.type === 'model.call') return null;
  if (call.type === 'memory.call') return call.request.op === 'append' ? 'the memories of this device' : null;
  const tool = findBuiltIn(call.use);
  return tool?.store !== undefined && changesSomething(tool, call.input) ? tool.store : null;
}
