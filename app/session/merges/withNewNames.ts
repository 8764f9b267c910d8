import { renameInTests } from '#engine/change';
import type { MergeSubject } from './MergeSubject.ts';

/** A test file of one side of a merge, with tasks called what they are in the merged text. */
export function withNewNames(
  { path, text }: Readonly<Record<'path' | 'text', string>>,
  { path: workflow, merged, ...sides }: MergeSubject,
  side: 'ours' | 'theirs',
): string {
  return renameInTests(text, path, { path: workflow, base: sides[side], ours: sides[side], theirs: merged });
}
