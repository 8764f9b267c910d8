import type { ServiceRefusal } from './RunService.ts';

/** What is said of a run that is not there, or not for whoever asks: the same words. */
export function unknownRun(runId: string): ServiceRefusal {
  return { type: 'unknownRun', message: `There is no run ${runId}.` };
}

/** What is said of a workflow that is not there, or not for whoever asks: the same words. */
export function unknownWorkflow(workflow: string): ServiceRefusal {
  return { type: 'unknownWorkflow', message: `There is no workflow “${workflow}” in the folder.` };
}
