import { isScalar, Schema } from 'yaml';
import type { ScalarNode } from '../tree/SyntaxNode.ts';

/** The core schema of YAML 1.2. To make it takes as long as to read a task. */
export const CORE_SCHEMA = new Schema({ schema: 'core', merge: false, resolveKnownTags: true });

/** How a plain scalar starts that may be no text: a number, `~`, or a word such as `null`, `true` and `False`. */
const MAY_BE_TYPED = /^[-+.~\dnNtTfF]/;

const ignore = (): void => undefined;

/** The value of a plain scalar on one line by the core schema. */
export function resolvePlain(source: string): ScalarNode['value'] {
  if (!MAY_BE_TYPED.test(source)) return source;
  for (const tag of CORE_SCHEMA.tags) {
    if (tag.collection !== undefined || tag.default !== true || tag.test?.test(source) !== true) continue;
    const found: unknown = tag.resolve(source, ignore, {});
    const value: unknown = isScalar(found) ? found.value : found;
    return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : source;
  }
  return source;
}
