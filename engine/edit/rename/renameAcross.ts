import { ok, type Result } from '../../base/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import {
  type ImportUse,
  isTestFile,
  resolveUse,
  SERVE_CONFIG,
  type Task,
  type Workflow,
  walkTasks,
} from '../../model/index.ts';
import { findNode, renameKey } from '../../syntax/index.ts';
import {
  isExpected,
  listTaskPlaces,
  listUsePlaces,
  namedWorkflow,
  renameInName,
  workflowOf,
} from '../../testFile/index.ts';
import type { Path, Refusal } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';
import { startsWith } from '../find/shiftPath.ts';
import { type Step, setAt } from '../steps/editFile.ts';
import { renameKeys } from '../steps/rewriteReferences.ts';
import type { FileSteps, WorkspaceFiles } from '../steps/workspaceFiles.ts';

/** A definition that gets another id. */
export interface DefinitionRename {
  readonly file: string;
  readonly kind: 'agents' | 'tools' | 'tasks';
  /** Its path in its file; empty where the file is the definition. */
  readonly path: Path;
  readonly from: string;
  readonly to: string;
  /** Whether the id is written there: then imports name it behind `#`. */
  readonly isWritten: boolean;
}

/** What renames the references to a definition in one file, where that file knows it by the old id. */
export type RenameUses = (analysis: Analysis, path: Path) => readonly Step[];

/**
 * Follows a definition that gets another id through all that imports it: `#id` in each `import`, and in files that take
 * over the id, everything that names it there, and so on from those. Refused where the id is taken in such a file.
 */
export function followRename(
  workspace: WorkspaceFiles,
  start: DefinitionRename,
  { steps, renameUses }: { readonly steps: FileSteps; readonly renameUses: RenameUses },
): Result<null, Refusal> {
  const broken = workspace.findBroken(start.file);
  if (broken !== undefined && broken !== start.file) {
    const message = `“${broken}” may import “${start.from}”, and its YAML is broken. Fix it first.`;
    return refuse('SYNTAX_ERROR', broken, message);
  }
  const open = [start];
  const seen = new Set<string>();
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const key = JSON.stringify([item.file, item.path]);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const use of usesOf(workspace, item)) {
      if (use.place?.id === item.from && item.isWritten) {
        steps.add(use.file, [setAt([...use.path, 'import'], use.written.replace(/#[^]*$/, `#${item.to}`))]);
      }
      const analysis = workspace.analysisOf(use.file);
      if (use.id !== null || analysis === undefined || seen.has(JSON.stringify([use.file, use.path]))) continue;
      const isTaken = use.path.length > 0 && listIds(mergedWorkflow(workspace, analysis), use).has(item.to);
      if (isTaken)
        return refuse(
          'DUPLICATE_ID',
          item.to,
          `“${use.file}” imports it and has a “${item.to}” already. Choose another id.`,
        );
      if (use.path.length > 0) steps.add(use.file, renameUses(analysis, use.path));
      open.push({ ...item, file: use.file, path: use.path, isWritten: false });
    }
  }
  return ok(null);
}

/** The imports that lead to a definition: by its id, or to the whole file it is. */
export function usesOf(
  workspace: WorkspaceFiles,
  { file, path, from, kind, isWritten }: DefinitionRename,
): ImportUse[] {
  return workspace.imports().filter((use) => {
    if (use.place?.file !== file || (use.kind !== null && use.kind !== kind)) return false;
    return use.place.id === null ? path.length === 0 : isWritten && use.place.id === from;
  });
}

function listIds(workflow: Workflow, { kind }: ImportUse): Set<string> {
  if (kind === 'agents') return new Set(workflow.agents.map(({ id }) => id));
  if (kind === 'tools') return new Set(workflow.tools.map(({ id }) => id));
  return new Set([...walkTasks(workflow)].map(({ task }) => task.id));
}

/** The workflow of a file with its imports in their place; its own where it imports nothing. */
export function mergedWorkflow(workspace: WorkspaceFiles, { path, syntax, workflow }: Analysis): Workflow {
  return analyze(path, syntax.text, undefined, workspace.files).imports?.workflow ?? workflow;
}

/** The task at a path of a workflow. */
export function taskAt(workflow: Workflow, path: Path): Task | undefined {
  for (const { task } of walkTasks(workflow)) {
    if (task.path.length === path.length && startsWith(task.path, path)) return task;
  }
  return undefined;
}

/** The tasks of a file that name an action of an agent at a path of it, imported or not. */
export function actionUses(
  workflow: Workflow,
  { path, action }: { readonly path: Path; readonly action: string },
): Task[] {
  return [...walkTasks(workflow)].flatMap(({ task }) => {
    if (task.action !== action) return [];
    const use = resolveUse(workflow, task);
    const isMeant = use.kind === 'agent' && use.agent.path.length === path.length && startsWith(use.agent.path, path);
    return isMeant ? [task] : [];
  });
}

/** What gets another id, and the files that know it by the old one. */
interface TestedRename {
  readonly workflows: ReadonlySet<string>;
  readonly from: string;
  readonly to: string;
}

/** Adds the steps that put one id for another wherever tests of these workflows name the task. Test files whose YAML is broken stay as they are. */
export function renameInTests(
  workspace: WorkspaceFiles,
  steps: FileSteps,
  { workflows, from, to }: TestedRename,
): void {
  for (const { path, syntax } of testsOf(workspace, workflows)) {
    // What is inside is changed before the key that leads there is another one.
    const places = listTaskPlaces(syntax).toSorted((a, b) => b.path.length - a.path.length);
    const named = places.flatMap((place): readonly Step[] => {
      const name = renameInName(place.name, from, to);
      if (name === place.name) return [];
      return [place.isKey ? (own) => renameKey(own, place.path, name) : setAt(place.path, name)];
    });
    const references = renameKeys(to, (reference, at) =>
      isExpected(at) && reference.root === 'tasks' && reference.path[0] === from ? 0 : null,
    );
    steps.add(path, [references, ...named]);
  }
}

/** As {@link renameInTests}, for a tool or an agent that tests expect to be called. */
export function renameUsesInTests(
  workspace: WorkspaceFiles,
  steps: FileSteps,
  { workflows, from, to }: TestedRename,
): void {
  for (const { path, syntax } of testsOf(workspace, workflows)) {
    const places = listUsePlaces(syntax).filter(({ use }) => use === from);
    steps.add(
      path,
      places.map((place) => setAt(place.path, to)),
    );
  }
}

/** As {@link renameInTests}, for a property of the input, which tests give to their runs. */
export function renameInputInTests(
  workspace: WorkspaceFiles,
  steps: FileSteps,
  { workflows, from, to }: TestedRename,
): void {
  for (const { path, syntax } of testsOf(workspace, workflows)) {
    const tests = findNode(syntax, ['tests']);
    const count = tests?.kind === 'list' ? tests.items.length : 0;
    const given = Array.from({ length: count }, (_, index) => ['tests', index, 'input', from] as const);
    steps.add(
      path,
      given.filter((place) => findNode(syntax, place) !== undefined).map((place) => (own) => renameKey(own, place, to)),
    );
  }
}

/** The parts of a server's file that start runs. */
const TRIGGERS = ['schedules', 'webhooks'] as const;

/** Lets what a server's schedules and webhooks give to runs of some workflows have the new name of a property of the input. */
export function renameInputInTriggers(
  workspace: WorkspaceFiles,
  steps: FileSteps,
  { workflows, from, to }: TestedRename,
): void {
  const server = workspace.analysisOf(SERVE_CONFIG);
  if (server === undefined || server.isBroken) return;
  const { path, syntax } = server;
  for (const kind of TRIGGERS) {
    const triggers = findNode(syntax, [kind]);
    for (const { key } of triggers?.kind === 'map' ? triggers.entries : []) {
      const named = findNode(syntax, [kind, key, 'workflow']);
      const name = named?.kind === 'scalar' ? String(named.value) : '';
      const place = [kind, key, 'input', from];
      if (!workflows.has(`${name}.yaml`) && !workflows.has(`${name}.yml`)) continue;
      if (findNode(syntax, place) !== undefined) steps.add(path, [(own) => renameKey(own, place, to)]);
    }
  }
}

/** The test files of some workflows whose YAML can be read. */
function* testsOf(workspace: WorkspaceFiles, workflows: ReadonlySet<string>): Generator<Analysis> {
  for (const path of workspace.files.keys()) {
    if (!isTestFile(path)) continue;
    const analysis = workspace.analysisOf(path);
    if (analysis === undefined || analysis.isBroken) continue;
    const workflow = workflowOf(path, namedWorkflow(analysis.syntax));
    if (workflow !== null && workflows.has(workflow)) yield analysis;
  }
}
