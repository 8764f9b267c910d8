import { checkAnalysis, checkServeConfig, checkTestFile, type KnownWorkflows } from '../check/index.ts';
import { analyze } from '../graph/index.ts';
import { holdsWorkflow, isRowsFile, isServeConfig, isTestFile } from '../model/index.ts';
import type { Diagnostic } from '../text/index.ts';
import type { Files } from './Proposal.ts';

/** What was found in files of a state of a workspace: the same state is asked about again and again. */
const known = new WeakMap<Files, Map<string, readonly Diagnostic[]>>();

/**
 * What is wrong with a file of a workspace, in the words of `signalbox check`. None for what is no YAML, and where there is no such
 * file. The same texts, as one object that does not change, give the same list. The engine of regular expressions must be loaded.
 */
export function checkFile(files: Files, path: string): readonly Diagnostic[] {
  const found = known.get(files) ?? new Map<string, readonly Diagnostic[]>();
  known.set(files, found);
  const diagnostics = found.get(path) ?? findProblems(files, path);
  found.set(path, diagnostics);
  return diagnostics;
}

function findProblems(files: Files, path: string): readonly Diagnostic[] {
  const text = files.get(path);
  if (text === undefined || !/\.ya?ml$/iu.test(path) || isRowsFile(path)) return [];
  if (isServeConfig(path)) return checkServeConfig(text, (name) => files.has(`${name}.yaml`));
  if (isTestFile(path)) return checkTestFile({ path, text }, files);
  return checkAnalysis(analyze(path, text, undefined, files), { workflows: workflowsIn(files) });
}

function workflowsIn(files: Files): KnownWorkflows {
  return {
    find: (file) => {
      const text = files.get(file);
      return text === undefined ? null : analyze(file, text).workflow;
    },
    list: () => [...files.keys()].filter(holdsWorkflow),
  };
}
