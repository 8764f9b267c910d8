import type { FileChange } from '#engine';
import { replaceFound, replacementOf } from '#engine/search';
import { keyOf } from './findRows.ts';
import type { FindState } from './findState.ts';
import type { FoundFile } from './searchFiles.ts';

/** What replacing would do to one file: its edits, or why it cannot be. */
export interface ReplacePlan {
  readonly change: FileChange | null;
  readonly problem: string | null;
  /** Places that are replaced. */
  readonly count: number;
}

/** What replacing what is listed would do, by file. A file that could not be read any more is left as it is. */
export function planReplace(
  files: readonly FoundFile[],
  { isPattern, replacement, dismissed }: Pick<FindState, 'isPattern' | 'replacement' | 'dismissed'>,
): ReadonlyMap<string, ReplacePlan> {
  const plans = new Map<string, ReplacePlan>();
  if (replacement === null) return plans;
  for (const file of files) {
    const { path, syntax } = file;
    const matches = file.matches.filter((match) => !dismissed.has(keyOf(path, match)));
    if (matches.length === 0) continue;
    if (syntax === null) {
      const problem = `${path} is large and not open, so nothing is replaced in it. Open it first.`;
      plans.set(path, { change: null, problem, count: 0 });
      continue;
    }
    const wanted = matches.map((match) => ({
      start: match.start,
      end: match.end,
      text: replacementOf({ isPattern }, replacement, match),
    }));
    const result = replaceFound(syntax, path, wanted);
    plans.set(
      path,
      result.ok
        ? { change: { type: 'edit', path, edits: result.value }, problem: null, count: matches.length }
        : { change: null, problem: result.error.message, count: 0 },
    );
  }
  return plans;
}
