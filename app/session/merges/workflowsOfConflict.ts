import { isServeConfig, isTestFile, parseSyntax } from '#engine';
import type { WorkflowTexts } from '#engine/change';
import { namedWorkflow, workflowOf } from '#engine/model';
import type { Conflict, SessionState } from '../store/State.ts';

/**
 * The workflows that a file in conflict names, its tests, its layout or the file of a server: as they are here, on disk, and as both were made
 * from. Without those that are missing on one side, and those that changed on none.
 */
export function workflowsOfConflict(
  { workspace: { files } }: Pick<SessionState['document'], 'workspace'>,
  { conflicts, folder }: Pick<SessionState['storage'], 'conflicts' | 'folder'>,
  { path, layout }: Conflict,
): readonly WorkflowTexts[] {
  return namedBy(files, path, layout?.of).flatMap((workflow): WorkflowTexts[] => {
    const ours = files.get(workflow);
    const base = folder?.onDisk.get(workflow);
    const conflict = conflicts.find((other) => other.path === workflow);
    const theirs = conflict === undefined ? base : (conflict.diskText ?? undefined);
    if (ours === undefined || base === undefined || theirs === undefined) return [];
    return ours === base && theirs === base ? [] : [{ path: workflow, base, ours, theirs }];
  });
}

/** The paths of workflows that a file may name: a server's file any of its folder. */
function namedBy(files: ReadonlyMap<string, string>, path: string, ofLayout: string | undefined): readonly string[] {
  if (ofLayout !== undefined) return [ofLayout];
  if (isServeConfig(path)) return [...files.keys()].filter((name) => /\.ya?ml$/i.test(name) && name !== path);
  const text = isTestFile(path) ? files.get(path) : undefined;
  const workflow = text === undefined ? null : workflowOf(path, namedWorkflow(parseSyntax(text)));
  return workflow === null ? [] : [workflow];
}
