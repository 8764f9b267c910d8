import { type JsonObject, jsonObject } from '../../base/index.ts';
import { listSecrets } from '../../effects/index.ts';
import type { Analysis } from '../../graph/index.ts';

/** The variables of a run that its texts read, without secrets. */
export function readVariables({ imports, syntax }: Analysis, env: JsonObject): JsonObject {
  const texts = [syntax.text, ...(imports?.texts.values() ?? [])];
  const isRead = (name: string): boolean => texts.some((text) => text.includes(`env.${name}`));
  return jsonObject(
    Object.entries(env).filter(([name, value]) => listSecrets(JSON.stringify(value)).length === 0 && isRead(name)),
  );
}
