import { renameBeside } from '#engine/change';
import type { MergeSubject } from './MergeSubject.ts';

/** A test file or the file of a server as one side of a merge has it, with tasks and inputs called what they are in the merged text. */
export function withNewNames(
  { path, text }: Readonly<Record<'path' | 'text', string>>,
  { path: workflow, merged, ...sides }: MergeSubject,
  side: 'ours' | 'theirs',
): string {
  return renameBeside(text, path, { path: workflow, base: sides[side], ours: sides[side], theirs: merged });
}
