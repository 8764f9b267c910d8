import { isJsonObject } from '../base/index.ts';
import type { Call } from '../run/index.ts';

/** Built-ins that change nothing outside the run. */
const PURE = new Set([
  'core:csv',
  'core:html',
  'core:javascript',
  'core:validate',
  'core:raise',
  'core:log',
  'core:hash',
]);
/** Built-ins with an `op`, and those of them that only read. */
const READING_OPS = new Map<string, readonly unknown[]>([
  ['core:kv', ['get', 'list']],
  ['core:file', ['read', 'list']],
]);
const SAFE_METHODS = new Set<unknown>([undefined, 'GET', 'HEAD', 'OPTIONS']);

/** True when doing a call twice could do harm: the host then makes its intent durable before it starts. */
export function hasConsequences(effect: Call): boolean {
  if (effect.type === 'model.call') return !effect.simulate && effect.provider !== 'mock';
  if (effect.type === 'memory.call') return !effect.simulate && effect.request.op !== 'read';
  if (effect.use === 'core:http') return !isJsonObject(effect.input) || !SAFE_METHODS.has(effect.input.method);
  const reading = READING_OPS.get(effect.use);
  if (reading !== undefined) return !isJsonObject(effect.input) || !reading.includes(effect.input['op']);
  return !PURE.has(effect.use) && !(effect.simulate && !effect.use.startsWith('core:'));
}
