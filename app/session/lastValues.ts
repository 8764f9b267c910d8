import type { Json } from '#engine';
import { createRunScope } from './runScope.ts';
import type { SessionState, ShownRun } from './State.ts';

/** What of the session tells them. */
interface RunOnShow extends Pick<SessionState, 'activePath' | 'variables'> {
  readonly run: Pick<ShownRun, 'path' | 'view'> | null;
}

/**
 * What roots of expressions held in the run on show, if that is one of the active file: for completion and hover. `task`
 * is the task whose text holds the expression. Secrets are not there.
 */
export function lastValuesOf({
  run,
  activePath,
  variables,
}: RunOnShow): ((root: string, task: string | null) => Json | undefined) | undefined {
  if (run === null || run.path !== activePath) return undefined;
  const { view } = run;
  return (root, task) => {
    const activation = task === null ? undefined : view.tasks.get(task);
    return createRunScope({ view, variables, activation }).root(root);
  };
}
