import type { Layout } from '#engine';
import { analyze, isTestFile } from '#engine';
import { type Change, diffLayouts, diffWorkflows } from '#engine/change';
import { readLayout } from '#engine/layout';

/** Texts longer than this are told about in lines alone: what a list says of them must not hold up the page. */
const LONGEST = 200_000;

/** What differs between two texts of a file, in sentences; null where lines alone can say it: in long texts, and in tests. */
export function tellChanges(path: string, before: string, after: string): readonly Change[] | null {
  if (isTestFile(path) || before.length + after.length > LONGEST) return null;
  return diffWorkflows(analyze(path, before), analyze(path, after));
}

/** What an arrangement of cards has otherwise than an earlier text of it, in sentences; nothing where that is none. */
export function tellArrangement(before: string | null, after: Layout | undefined): readonly string[] {
  const [was, is] = [readLayout(before ?? NOTHING_PLACED), after ?? readLayout(NOTHING_PLACED)];
  return was === null || is === null ? [] : diffLayouts(was, is);
}

const NOTHING_PLACED = '{"version":1}';
