import { isDataMap } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { holdsWorkflow } from '../../model/index.ts';
import { parseSyntax, toNodeData } from '../../syntax/index.ts';
import { joinLines, type Texts } from './joinTexts.ts';
import { mergeTexts } from './mergeTexts.ts';
import { type MergeOptions, mergeWorkflows, type WorkflowMerge } from './mergeWorkflows.ts';
import { followNames } from './rename/followNames.ts';
import { renameInLayouts } from './rename/renameInLayout.ts';

/** A file of a folder with workflows, and what is known around it. */
export interface MergedFile extends MergeOptions {
  readonly path: string;
  /** Of a test file, a layout or the file of a server: its workflows in the three, where these are known. What was renamed there is renamed in it. */
  readonly workflows?: readonly WorkflowTexts[];
}

/** A workflow in the three that are merged. */
export interface WorkflowTexts extends Texts {
  readonly path: string;
}

/**
 * Three texts of a file as one, by what it is: a workflow, its tests, a layout or the file of a server by their values; any other
 * file by its lines, as git would.
 */
export function mergeFile(texts: Texts, { workflows = [], ...file }: MergedFile): WorkflowMerge {
  const { path } = file;
  if (path.endsWith('.layout.json')) return { ...mergeTexts(workflows.reduce(renameInLayouts, texts)), findings: [] };
  if (!/\.ya?ml$/i.test(path)) return { ...mergeTexts(texts, joinLines), findings: [] };
  if (!holdsWorkflow(path)) {
    const named = workflows.reduce((three, workflow) => withNames(three, path, workflow), texts);
    return { ...mergeTexts(named), findings: [] };
  }
  const isWorkflow = [texts.ours, texts.theirs].every(hasParts);
  return isWorkflow ? mergeWorkflows(texts, file) : { ...mergeTexts(texts, joinLines), findings: [] };
}

/** A test file or the file of a server as either side has it, with tasks and inputs called what they are in the merged workflow. */
export function renameBeside(text: string, path: string, workflow: WorkflowTexts): string {
  return withNames({ base: text, ours: text, theirs: text }, path, workflow).base;
}

/** The tests with the names of the tasks in both workflows. */
function withNames(tests: Texts, path: string, { path: workflow, base, ours, theirs }: WorkflowTexts): Texts {
  const analyses = {
    base: analyze(workflow, base),
    ours: analyze(workflow, ours),
    theirs: analyze(workflow, theirs),
  };
  if (Object.values(analyses).some(({ isBroken }) => isBroken)) return tests;
  const renamed = followNames(analyses, { path, ...tests });
  return { base: renamed.base.besideText, ours: renamed.ours.besideText, theirs: renamed.theirs.besideText };
}

const PARTS = ['tasks', 'agents', 'tools', 'memory'] as const;

/** Whether a YAML text is a workflow or holds definitions of one, and not the file of another program. */
function hasParts(text: string): boolean {
  // What begins at the margin is a part in all texts but broken ones, which are merged by line in any case.
  if (/^(?:tasks|agents|tools|memory):/m.test(text)) return true;
  const syntax = parseSyntax(text);
  const data = toNodeData(syntax.root);
  if (!isDataMap(data)) return false;
  return PARTS.some((part) => data.has(part)) || (data.has('id') && (data.has('type') || data.has('use')));
}
