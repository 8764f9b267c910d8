import type { Json } from '../../base/index.ts';
import type { Call, Outcome } from '../../run/index.ts';

/** Tokens of one answer of the model, to it and from it. */
export const ANSWER = { input_tokens: 3, output_tokens: 2 };

/** How calls are answered: null never is. */
export type Answerer = (call: Call) => Outcome | null | Promise<Outcome>;

/** To equal questions of equal attempts always the same; some fail, and what is called `hang` never answers. */
export function answerOf(call: Call, seed: number): Outcome | null {
  if (call.taskId === 'hang') return null;
  if (call.type === 'tool.call' && call.use === 'core:raise') return failure('NO');
  if (call.type === 'model.call') return success({ text: 'Hello', usage: ANSWER });
  const attempt = call.key.split('/').at(-2);
  const input = call.type === 'tool.call' ? JSON.stringify(call.input) : '';
  const hash = hashOf(`${seed} ${call.taskId} ${attempt} ${input}`);
  if (hash % 8 === 0) return failure(hash % 16 === 0 ? 'VALIDATION_ERROR' : 'COMMUNICATION_ERROR');
  return success({ n: hash % 100 });
}

export function success(value: Json): Outcome {
  return { ok: true, value, simulated: false, warnings: [] };
}

export function failure(code: string): Outcome {
  return { ok: false, error: { code, message: `The server said ${code}.`, details: null }, retryAfter: null };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
