import { ok, type Result } from '../../base/index.ts';
import type { Analysis, GraphNode } from '../../graph/index.ts';
import { findTask, traitsOf } from '../../model/index.ts';
import { findNode } from '../../syntax/index.ts';
import type { Layout, Path, Refusal, Transaction } from '../../text/index.ts';
import { findTaskNode } from '../find/findTaskNode.ts';
import { findIdProblem, takenTaskIds } from '../find/freshId.ts';
import { refuse } from '../find/refuse.ts';
import { startsWith } from '../find/shiftPath.ts';
import { editFile, findSyntaxRefusal, readNext, type Step, setAt, writeNext } from '../steps/editFile.ts';
import { renameInLayout } from '../steps/layoutEntries.ts';
import { renameKeys, rewriteReferences } from '../steps/rewriteReferences.ts';
import { FileSteps, type Files, openFiles, type WorkspaceFiles, withLayout } from '../steps/workspaceFiles.ts';
import { type DefinitionRename, followRename, mergedWorkflow, renameInTests, taskAt } from './renameAcross.ts';

/** A task and the id it gets. */
export interface TaskRename {
  readonly id: string;
  readonly to: string;
  /** The file's layout now: the card keeps its place. */
  readonly layout?: Layout | undefined;
  /** The texts of the workspace by path: with them, all files that import the task follow. */
  readonly files?: Files | undefined;
}

/**
 * Gives a task another id, and with it every `next`, route, default, `start` and reference in a template that names
 * it. The second of two tasks with one id, and one without id, only get the new id: nothing names them. With `files`, one
 * that has its id from what it imports gets one of its own, and every import of the task in another file follows; where such
 * a file takes over the id, so do its references, and so on; and so do the tests of all of these.
 */
export function renameTask(analysis: Analysis, { id, to, layout, files }: TaskRename): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const workspace = files && openFiles(files, analysis);
  const found = workspace ? findMergedTask(workspace, analysis, id) : findTaskNode(analysis, id);
  if (!found.ok) return found;
  const { task } = found.value;
  const known = workspace && task.id === '' ? (taskAt(mergedWorkflow(workspace, analysis), task.path)?.id ?? '') : id;
  const origin = `renameTask:${id}`;
  if (task.id === to) return ok({ origin, changes: [] });
  const problem = findIdProblem(to);
  if (problem) return refuse('INVALID_ID', to, problem);
  if (takenTaskIds(workspace ? mergedWorkflow(workspace, analysis) : analysis.workflow).has(to)) {
    return refuse('DUPLICATE_ID', to, `There is already a task “${to}”. Ids are unique in the whole workflow.`);
  }
  const isNamed = known !== '' && (task.id === id || (task.id === '' && !analysis.graph.nodes.has(known)));
  const own = renameSteps(analysis, { id: known, to, path: task.path, isNamed });
  const moved = renameInLayout(layout, found.value.id, to);
  if (!workspace) return editFile(analysis, { origin, steps: own, layout: moved });
  const steps = new FileSteps();
  steps.add(analysis.path, own);
  const rename: DefinitionRename = {
    file: analysis.path,
    kind: 'tasks',
    path: task.path,
    from: known,
    to,
    isWritten: task.id === id,
  };
  const workflows = new Set([analysis.path]);
  const renameUses = (other: Analysis): readonly Step[] => {
    workflows.add(other.path);
    return renameTaskUses(other, known, to);
  };
  const followed = followRename(workspace, rename, { steps, renameUses });
  if (!followed.ok) return followed;
  if (isNamed) renameInTests(workspace, steps, { workflows, from: known, to });
  const edits = steps.toEdits(workspace);
  return edits.ok ? ok(withLayout({ origin, changes: edits.value }, { path: analysis.path, layout: moved })) : edits;
}

/** The node with this id, or the one that has it from what it imports. */
function findMergedTask(workspace: WorkspaceFiles, analysis: Analysis, id: string): Result<GraphNode, Refusal> {
  const found = findTaskNode(analysis, id);
  if (found.ok) return found;
  const merged = findTask(mergedWorkflow(workspace, analysis), id);
  const nodes = [...analysis.graph.nodes.values()];
  const node = merged && nodes.find(({ task }) => task.path.join('/') === merged.path.join('/'));
  return node ? ok(node) : found;
}

/** The steps that put one id for another wherever a file names a task. */
export function renameTaskUses(analysis: Analysis, from: string, to: string): Step[] {
  return [...renameTargets(analysis, from, to), rewriteReferences([{ root: 'tasks', from, to }])];
}

/** The steps that give a task another id; everything that names it follows where it is named by its id. */
export function renameSteps(
  analysis: Analysis,
  {
    id,
    to,
    path,
    isNamed,
  }: { readonly id: string; readonly to: string; readonly path: Path; readonly isNamed: boolean },
): Step[] {
  const own = setAt([...path, 'id'], to);
  return isNamed ? [own, ...renameTaskUses(analysis, id, to), ...renameInOutputs(analysis, path, to)] : [own];
}

/** The steps that put one id for another wherever a transition or `start` names it. */
function renameTargets(analysis: Analysis, from: string, to: string): Step[] {
  const paths = new Map<string, Path>();
  for (const edge of analysis.graph.edges) {
    if (edge.target === from && edge.via !== 'sequence') paths.set(JSON.stringify(edge.path), edge.path);
  }
  const steps = [...paths.values()].map((path): Step => {
    return (syntax) =>
      writeNext(
        path,
        readNext(syntax, path).map((id) => (id === from ? to : id)),
      )(syntax);
  });
  return findNode(analysis.syntax, ['start']) && analysis.workflow.start === from
    ? [...steps, setAt(['start'], to)]
    : steps;
}

/** A container whose output has that of a task, and the keys that lead to it. */
interface Around {
  readonly container: GraphNode;
  readonly keys: readonly string[];
}

/**
 * Lets what reads the output of the task at a path by way of the containers around it follow its new id: `tasks.box.output.a`
 * anywhere, and `output.a` in the handlers of `box`.
 */
export function renameInOutputs(analysis: Analysis, path: Path, to: string): Step[] {
  const around = containersAround(analysis, path);
  if (around.length === 0) return [];
  const step = renameKeys(to, ({ root, path: read }, place) => {
    for (const { container, keys } of around) {
      const known = root === 'tasks' ? [container.id, 'output', ...keys] : keys;
      const isMeant = root === 'tasks' || (root === 'output' && isHandlerOf(place, container.task.path));
      if (isMeant && startsWith(read, known)) return known.length - 1;
    }
    return null;
  });
  return [step];
}

/** The containers around a task, from the inside out, as far as their outputs go by the ids of what is in them. */
function containersAround({ graph }: Analysis, path: Path): readonly Around[] {
  const found: Around[] = [];
  // A task at the top is in none.
  if (path.length <= 2) return found;
  let inner = [...graph.nodes.values()].find(({ task }) => task.path.join('/') === path.join('/'));
  let keys: readonly string[] = [];
  while (inner !== undefined && inner.parent !== null) {
    const container = graph.nodes.get(inner.parent);
    if (container === undefined || traitsOf(container.task.type).output !== 'children') break;
    keys = [inner.id, ...keys];
    found.push({ container, keys });
    inner = container;
  }
  return found;
}

function isHandlerOf(place: Path, task: Path): boolean {
  return startsWith(place, task) && String(place[task.length]).startsWith('on_');
}
