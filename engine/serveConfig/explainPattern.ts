import { isJsonObject, type Json } from '../base/index.ts';
import { configSchema } from './configSchema.ts';

/** What each pattern of the schema asks for, in words. */
const WORDS: ReadonlyMap<string, string> = new Map(collect(configSchema));

/** What a message that quotes a pattern means, in words; null for another message. */
export function explainPattern(message: string): string | null {
  for (const [pattern, words] of WORDS) if (message.endsWith(`must match ${pattern}`)) return words;
  return null;
}

function collect(schema: Json): readonly (readonly [string, string])[] {
  if (Array.isArray(schema)) return schema.flatMap(collect);
  if (!isJsonObject(schema)) return [];
  const { pattern, patternErrorMessage: words } = schema;
  const own = typeof pattern === 'string' && typeof words === 'string' ? [[pattern, words] as const] : [];
  return [...own, ...Object.values(schema).flatMap(collect)];
}
