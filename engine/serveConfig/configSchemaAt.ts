import type { JsonObject } from '../base/index.ts';
import { schemaAt } from '../schema/index.ts';
import type { Path } from '../text/index.ts';
import { configSchema } from './configSchema.ts';
import { SCHEDULE_ROOTS } from './readSchedules.ts';
import { HOOK_ROOTS } from './webhooks/readWebhooks.ts';

/** What the schema of `signalbox.serve.yaml` says of a place; null where it says nothing. */
export function configSchemaAt(path: Path): JsonObject | null {
  return schemaAt(configSchema, path);
}

/** What expressions at a place can read. */
export function rootsAt([section]: Path): readonly string[] {
  if (section === 'schedules') return SCHEDULE_ROOTS;
  return section === 'webhooks' ? HOOK_ROOTS : [];
}
