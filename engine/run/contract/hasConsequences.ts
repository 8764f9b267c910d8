import { changesSomething, findBuiltIn, MOCK_PROVIDER } from '../../tools/index.ts';
import type { Call } from './Effect.ts';

/** True when doing a call twice could do harm: the host then makes its intent durable before it starts. */
export function hasConsequences(effect: Call): boolean {
  if (effect.type === 'model.call') return !effect.simulate && effect.provider !== MOCK_PROVIDER;
  if (effect.type === 'memory.call') return !effect.simulate && effect.request.op !== 'read';
  const tool = findBuiltIn(effect.use);
  if (tool !== undefined) return changesSomething(tool, effect.input);
  return !(effect.simulate && !effect.use.startsWith('core:'));
}
