import { blocksRun, checkAnalysis } from '../check/index.ts';
import { analyze, effectiveWorkflow } from '../graph/index.ts';
import type { Workflow } from '../model/index.ts';
import { boundRun, type RunBound, tellBound, tellBounds } from './boundRun.ts';
import type { AnswerPrice } from './boundUse.ts';

/**
 * What a change of the texts of a workspace does to the time and the cost of the runs of a file, in sentences; none where nothing does, or
 * where it cannot run before or after. Of a new file: what its runs take at most.
 */
export function forecastChange(
  { before, after }: Readonly<Record<'before' | 'after', ReadonlyMap<string, string>>>,
  path: string,
  prices: readonly AnswerPrice[],
): readonly string[] {
  if (!canRun(after, path)) return [];
  if (!before.has(path)) return tellBound(boundFile(after, path, prices));
  if (!canRun(before, path)) return [];
  return tellBounds(boundFile(before, path, prices), boundFile(after, path, prices));
}

function canRun(files: ReadonlyMap<string, string>, path: string): boolean {
  return !blocksRun(checkAnalysis(analyze(path, files.get(path) ?? '', undefined, files)));
}

/** What a run of a file takes at most, with what it imports and runs inside as it is in the files of a workspace, by path. */
function boundFile(files: ReadonlyMap<string, string>, path: string, prices: readonly AnswerPrice[]): RunBound {
  const read = (name: string): Workflow => effectiveWorkflow(analyze(name, files.get(name) ?? '', undefined, files));
  return boundRun(read(path), prices, { file: path, find: (name) => (files.has(name) ? read(name) : null) });
}
