import { analyze, effectiveWorkflow } from '../graph/index.ts';
import type { Workflow } from '../model/index.ts';
import { boundRun, type RunBound } from './boundRun.ts';
import type { AnswerPrice } from './boundUse.ts';

/** What a run of a file takes at most, with what it imports and runs inside as it is in the files of a workspace, by path. */
export function boundFile(files: ReadonlyMap<string, string>, path: string, prices: readonly AnswerPrice[]): RunBound {
  const read = (name: string): Workflow => effectiveWorkflow(analyze(name, files.get(name) ?? '', undefined, files));
  return boundRun(read(path), prices, { file: path, find: (name) => (files.has(name) ? read(name) : null) });
}
