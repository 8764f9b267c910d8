import type { Change } from '#engine/change';

/** The first of some changes as a list has room for it, and how many more there are; null where there is none. */
export function summarize(changes: readonly Change[] | null): string | null {
  const [first, ...others] = changes ?? [];
  if (first === undefined) return null;
  return others.length === 0 ? first.sentence : `${first.sentence.replace(/\.$/, '')}, and ${others.length} more.`;
}
