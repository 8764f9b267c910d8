import type { JsonObject } from '../base/index.ts';
import type { ToolSchema } from './BuiltInTool.ts';

/** The schema of a map that has all of these keys, and no others. */
export function mapOf(properties: Readonly<Record<string, JsonObject>>): ToolSchema {
  return { type: 'object', required: Object.keys(properties), additionalProperties: false, properties };
}
