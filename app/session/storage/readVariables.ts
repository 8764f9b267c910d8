import type { Variable } from '#engine/worker';

/** Kept variables; entries that make no sense are omitted. */
export function readVariables(value: unknown): readonly Variable[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (entry: unknown): entry is Variable =>
      typeof entry === 'object' &&
      entry !== null &&
      'name' in entry &&
      typeof entry.name === 'string' &&
      'value' in entry &&
      typeof entry.value === 'string' &&
      'isSecret' in entry &&
      typeof entry.isSecret === 'boolean',
  );
}
