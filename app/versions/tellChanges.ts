import { analyze, isTestFile } from '#engine';
import { type Change, diffWorkflows } from '#engine/change';

/** Texts longer than this are told about in lines alone: what a list says of them must not hold up the page. */
const LONGEST = 200_000;

/** What differs between two texts of a file, in sentences; null where lines alone can say it: in long texts, and in tests. */
export function tellChanges(path: string, before: string, after: string): readonly Change[] | null {
  if (isTestFile(path) || before.length + after.length > LONGEST) return null;
  return diffWorkflows(analyze(path, before), analyze(path, after));
}
