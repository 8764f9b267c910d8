import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findNode } from '../../syntax/index.ts';
import type { Refusal, Transaction } from '../../text/index.ts';
import { findIdProblem, findReferableProblem } from '../find/freshId.ts';
import { refuse } from '../find/refuse.ts';
import { findSyntaxRefusal, setAt } from '../steps/editFile.ts';
import { rewriteReferences } from '../steps/rewriteReferences.ts';
import { FileSteps, type Files, openFiles } from '../steps/workspaceFiles.ts';
import { followRename, type RenameUses, renameInTests, renameUsesInTests } from './renameAcross.ts';
import { renameResourceUses } from './renameResource.ts';
import { renameTaskUses } from './renameTask.ts';

/**
 * Gives the definition that a whole file is another id, in every file that imports it without an id of its own, with all
 * that names it there. It is whatever those files import it as: an agent, a tool or a task.
 */
export function renameDefinition(
  analysis: Analysis,
  { to, files }: { readonly to: string; readonly files: Files },
): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const id = findNode(analysis.syntax, ['id']);
  const from = id?.kind === 'scalar' && id.value !== null ? String(id.value) : '';
  if (from === '') return refuse('UNKNOWN_RESOURCE', analysis.path, `“${analysis.path}” has no id of its own.`);
  const origin = `renameDefinition:${from}`;
  if (to === from) return ok({ origin, changes: [] });
  const isTask = findNode(analysis.syntax, ['type']) !== undefined;
  const problem = isTask ? findIdProblem(to) : findReferableProblem(to);
  if (problem) return refuse('INVALID_ID', to, problem);
  const workspace = openFiles(files, analysis);
  const steps = new FileSteps();
  steps.add(analysis.path, [setAt(['id'], to), ...(isTask ? [rewriteReferences([{ root: 'tasks', from, to }])] : [])]);
  const start = { file: analysis.path, path: [], from, to, isWritten: true };
  const renameUses = {
    agents: (other) => renameResourceUses(other, { kind: 'agent', id: from }, to),
    tools: (other) => renameResourceUses(other, { kind: 'tool', id: from }, to),
    tasks: (other) => renameTaskUses(other, from, to),
  } as const satisfies Record<string, RenameUses>;
  for (const kind of ['agents', 'tools', 'tasks'] as const) {
    const workflows = new Set<string>();
    const renameNoted: RenameUses = (other) => {
      workflows.add(other.path);
      return renameUses[kind](other);
    };
    const followed = followRename(workspace, { ...start, kind }, { steps, renameUses: renameNoted });
    if (!followed.ok) return followed;
    const renameTested = kind === 'tasks' ? renameInTests : renameUsesInTests;
    renameTested(workspace, steps, { workflows, from, to });
  }
  const edits = steps.toEdits(workspace);
  return edits.ok ? ok({ origin, changes: edits.value }) : edits;
}
