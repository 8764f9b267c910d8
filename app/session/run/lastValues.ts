import type { Json } from '#engine/values';
import type { DocumentState } from '../store/DocumentState.ts';
import type { ShownRun } from '../store/RunState.ts';
import type { WorkspaceState } from '../store/WorkspaceState.ts';
import { createRunScope } from './runScope.ts';

/** The part of the session they are read from. */
interface RunOnShow {
  readonly run: { readonly shown: Pick<ShownRun, 'path' | 'view'> | null };
  readonly document: Pick<DocumentState, 'activePath'>;
  readonly workspace: Pick<WorkspaceState, 'variables'>;
}

/**
 * What roots of expressions held in the run on show, if that is one of the active file: for completion and hover. `task`
 * is the task whose text holds the expression. Secrets are not there.
 */
export function lastValuesOf({
  run: { shown: run },
  document: { activePath },
  workspace: { variables },
}: RunOnShow): ((root: string, task: string | null) => Json | undefined) | undefined {
  if (run === null || run.path !== activePath) return undefined;
  const { view } = run;
  return (root, task) => {
    const activation = task === null ? undefined : view.tasks.get(task);
    return createRunScope({ view, variables, activation }).root(root);
  };
}
