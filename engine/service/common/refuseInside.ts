import type { ServiceRefusal } from '../RunService.ts';

/** Why a run that another one has started is not paused, resumed, cancelled or removed itself; `root`: the outermost one. */
export function refuseInside(runId: string, root: string): ServiceRefusal {
  return {
    type: 'inside',
    message: `The run ${runId} is part of the run ${root}: pause, resume, cancel or remove that one.`,
  };
}
