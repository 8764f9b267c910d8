import {
  childrenOf,
  configOf,
  exitsOf,
  resolveUse,
  roleOf,
  type Task,
  traitsOf,
  type Workflow,
} from '../../model/index.ts';

/** Whether a task, when it runs, always ends the run, or the container around it, with an error that nothing handles. */
export function endsInError(workflow: Workflow, task: Task): boolean {
  return !task.isDisabled && !handlesErrors(task) && alwaysFails(workflow, task);
}

function alwaysFails(workflow: Workflow, task: Task): boolean {
  const children = childrenOf(task);
  switch (traitsOf(task.type).children) {
    case 'none':
      return raises(workflow, task);
    case 'parallel':
      return children.some((child) => endsInError(workflow, child));
    case 'sequence': {
      const { errorHandling = null } = configOf(task);
      if (errorHandling !== null && !(errorHandling.kind === 'value' && errorHandling.value === 'stop')) return false;
      const first = children.find((child) => leadsOn(child) || endsInError(workflow, child));
      return first !== undefined && endsInError(workflow, first);
    }
    default:
      return false;
  }
}

function raises(workflow: Workflow, task: Task): boolean {
  const use = resolveUse(workflow, task);
  const reference = use.kind === 'tool' ? use.tool.use : use.kind === 'core' ? task.use : null;
  return reference?.repo === 'core' && reference.package === 'raise';
}

function handlesErrors(task: Task): boolean {
  return exitsOf(task).some(({ via, target }) => roleOf(via) === 'error' && target.next.length > 0);
}

function leadsOn(task: Task): boolean {
  return exitsOf(task).some(({ target }) => target.next.length > 0);
}
