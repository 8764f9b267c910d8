import { describeCall as describeReach } from '../../effects/index.ts';
import type { Call } from '../../run/index.ts';

/** What a call would do, for a message: `GET https://api.example.com/orders`, the model `openai gpt-4.1`. */
export function describeCall(call: Call): string {
  const words = describeReach(call);
  return call.type === 'model.call' ? `the model ${words}` : words;
}
