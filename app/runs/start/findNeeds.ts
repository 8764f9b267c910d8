import { resolveUse, traitsOf, type Workflow, walkTasks } from '#engine/model';

/** What the form of a run has fields for only where the workflow can come to it. */
export interface Needs {
  /** It asks a model, or may in a run that it starts. */
  readonly models: boolean;
  /** It waits by the clock, or may in a run that it starts. */
  readonly waits: boolean;
}

/** Reads from the tasks of a workflow what a run of it can reach. */
export function findNeeds(workflow: Workflow): Needs {
  const needs = { models: false, waits: false };
  for (const { task } of walkTasks(workflow)) {
    const use = resolveUse(workflow, task);
    const opensOther = use.kind === 'core' && use.name === 'workflow';
    if (opensOther || use.kind === 'agent') needs.models = true;
    if (opensOther || traitsOf(task.type).waits || task.retry !== null) needs.waits = true;
  }
  return needs;
}
