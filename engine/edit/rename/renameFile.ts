import { ok, type Result } from '../../base/index.ts';
import { findImportPlace, type ImportUse, isTestFile } from '../../model/index.ts';
import { namedWorkflow, workflowOf } from '../../testFile/index.ts';
import type { Refusal, Transaction } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';
import { setAt } from '../steps/editFile.ts';
import {
  FileSteps,
  type Files,
  formatImport,
  formatPackageImport,
  openFiles,
  type WorkspaceFiles,
} from '../steps/workspaceFiles.ts';

/**
 * Gives a file another path. Every import and every test file that leads to it, and every import of its own, leads to the same definition as
 * before, written in its style. Refused with `UNKNOWN_FILE`, `FILE_EXISTS`, `INVALID_PATH`, and with `SYNTAX_ERROR` where a
 * broken file seems to import it.
 */
export function renameFile(
  files: Files,
  { from, to }: { readonly from: string; readonly to: string },
): Result<Transaction, Refusal> {
  const text = files.get(from);
  const origin = `renameFile:${from}`;
  if (text === undefined) return refuse('UNKNOWN_FILE', from, `There is no file “${from}” in the workspace.`);
  if (from === to) return ok({ origin, changes: [] });
  if (files.has(to)) return refuse('FILE_EXISTS', to, `There already is a file “${to}”. Choose another name.`);
  if (!to.split('/').every((part) => part.trim() !== '' && part !== '.' && part !== '..')) {
    const message = `“${to}” cannot be a file name. Use names separated by “/”, without “.” or “..” as a name.`;
    return refuse('INVALID_PATH', to, message);
  }
  const workspace = openFiles(files);
  const broken = workspace.findBroken(from);
  if (broken !== undefined) {
    const message = `“${broken}” may import “${from}”, and its YAML is broken. Fix it first.`;
    return refuse('SYNTAX_ERROR', broken, message);
  }
  const after = new Map([...files].map(([path, held]) => [path === from ? to : path, held]));
  const steps = new FileSteps();
  for (const use of workspace.imports()) {
    const written = followFile(use, { from, to, after });
    if (written !== null) steps.add(use.file, [setAt([...use.path, 'import'], written)]);
  }
  followTests(workspace, steps, { from, to });
  const edits = steps.toEdits(workspace);
  return edits.ok ? ok({ origin, changes: [...edits.value, { type: 'move', path: from, to }] }) : edits;
}

/** Tests of a file that gets another path name it there; a test file that does names its workflow as it is seen from there. */
function followTests(workspace: WorkspaceFiles, steps: FileSteps, { from, to }: Omit<FileRename, 'after'>): void {
  for (const path of workspace.files.keys()) {
    if (!isTestFile(path)) continue;
    const analysis = workspace.analysisOf(path);
    if (analysis === undefined || analysis.isBroken) continue;
    const written = namedWorkflow(analysis.syntax);
    const workflow = workflowOf(path, written);
    if (workflow === null || !workspace.files.has(workflow) || (workflow !== from && path !== from)) continue;
    const seenFrom = path === from ? to : path;
    const target = workflow === from ? to : workflow;
    if (!isTestFile(seenFrom) || workflowOf(seenFrom, written) === target) continue;
    steps.add(path, [setAt(['workflow'], formatImport({ from: seenFrom, to: target, id: null }, written ?? './'))]);
  }
}

interface FileRename {
  readonly from: string;
  readonly to: string;
  /** The texts afterwards. */
  readonly after: Files;
}

/** The text of an import once a file is elsewhere; null where it leads to the same definition as it is. */
function followFile({ file, written, place }: ImportUse, { from, to, after }: FileRename): string | null {
  if (place === null || (place.file !== from && file !== from)) return null;
  const seenFrom = file === from ? to : file;
  const target = place.file === from ? to : place.file;
  const now = findImportPlace(written, seenFrom, after);
  if ('file' in now && now.file === target) return null;
  const packaged = place.reference !== null ? formatPackageImport(target, written, place.id) : null;
  if (packaged !== null) return packaged;
  return formatImport({ from: seenFrom, to: target, id: place.id }, place.reference !== null ? '/' : written);
}
