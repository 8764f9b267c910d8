import { isTestFile, parseSyntax } from '#engine';
import { namedWorkflow, workflowOf } from '#engine/model';
import type { Conflict, SessionState } from '../store/State.ts';

/** A workflow as it is here, as it is on disk, and as both were made from. */
export type WorkflowSides = Readonly<Record<'path' | 'base' | 'ours' | 'theirs', string>>;

/**
 * The workflow that a file in conflict belongs to, its tests or its layout. Null where it belongs to none, and where the workflow is missing on one
 * side.
 */
export function workflowOfConflict(
  { workspace: { files } }: Pick<SessionState['document'], 'workspace'>,
  { conflicts, folder }: Pick<SessionState['storage'], 'conflicts' | 'folder'>,
  { path, layout }: Conflict,
): WorkflowSides | null {
  const text = isTestFile(path) ? files.get(path) : undefined;
  const workflow = layout?.of ?? (text === undefined ? null : workflowOf(path, namedWorkflow(parseSyntax(text))));
  const ours = files.get(workflow ?? '');
  const base = folder?.onDisk.get(workflow ?? '');
  const conflict = conflicts.find((other) => other.path === workflow);
  const theirs = conflict === undefined ? base : (conflict.diskText ?? undefined);
  if (workflow === null || ours === undefined || base === undefined || theirs === undefined) return null;
  return { path: workflow, base, ours, theirs };
}
