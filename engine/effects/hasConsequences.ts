import { isJsonObject } from '../base/index.ts';
import type { Call } from '../run/index.ts';

/** Built-ins that change nothing outside the run. */
const PURE = new Set(['core:csv', 'core:validate', 'core:raise', 'core:log', 'core:hash']);
const SAFE_METHODS = new Set<unknown>([undefined, 'GET', 'HEAD', 'OPTIONS']);

/** True when doing a call twice could do harm: the host then makes its intent durable before it starts. */
export function hasConsequences(effect: Call): boolean {
  if (effect.type === 'model.call') return !effect.simulate && effect.provider !== 'mock';
  if (effect.type === 'memory.call') return !effect.simulate && effect.request.op !== 'read';
  if (effect.use === 'core:http') return !isJsonObject(effect.input) || !SAFE_METHODS.has(effect.input.method);
  return !PURE.has(effect.use) && !(effect.simulate && !effect.use.startsWith('core:'));
}
