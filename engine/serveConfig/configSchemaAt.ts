import { isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import type { Path } from '../text/index.ts';
import { configSchema } from './configSchema.ts';
import { SCHEDULE_ROOTS } from './readSchedules.ts';
import { HOOK_ROOTS } from './readWebhooks.ts';

/** What the schema of `signalbox.serve.yaml` says of a place; null where it says nothing. */
export function configSchemaAt(path: Path): JsonObject | null {
  let at: Json = configSchema;
  for (const key of path) {
    if (!isJsonObject(at)) return null;
    const { properties, additionalProperties, items } = at;
    const named = isJsonObject(properties ?? null) ? (properties as JsonObject)[key] : undefined;
    at = (typeof key === 'number' ? items : (named ?? additionalProperties)) ?? null;
  }
  return isJsonObject(at) ? at : null;
}

/** What expressions at a place can read. */
export function rootsAt([section]: Path): readonly string[] {
  if (section === 'schedules') return SCHEDULE_ROOTS;
  return section === 'webhooks' ? HOOK_ROOTS : [];
}
