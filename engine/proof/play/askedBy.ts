import { isJsonObject, type Json } from '../../base/index.ts';
import type { Call } from '../../run/index.ts';

/** What a call asks, as `for` of an answer has it: the input of a tool; what a model was told last, as a value where it is JSON. */
export function askedBy(call: Call): Json {
  if (call.type === 'tool.call') return call.input;
  if (call.type === 'memory.call') return null;
  const said = call.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  try {
    const value: Json = JSON.parse(said);
    return isJsonObject(value) ? value : said;
  } catch {
    return said;
  }
}
