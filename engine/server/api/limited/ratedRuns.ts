import { type RunService, type Triggers, tellStarts } from '../../../service/index.ts';
import { withMethods } from './triggersWithin.ts';

/**
 * Runs of which starts and changes take a permit each: starts, also those of tools and of many at once, signals and other controls,
 * removals. A start that is sent again takes none. Methods throw what `take` does.
 */
export function ratedRuns(service: RunService, take: () => void): RunService {
  return {
    ...tellStarts(service, () => undefined),
    start: async (request) => {
      if (request.runId === undefined || (await service.rootWorkflow(request.runId)) === null) take();
      return service.start(request);
    },
    control: async (runId, control) => {
      take();
      return service.control(runId, control);
    },
    retry: async (runId, by, depth) => {
      take();
      return service.retry(runId, by, depth);
    },
    remove: async (runId) => {
      take();
      return service.remove(runId);
    },
  };
}

/** Triggers of which whatever is done by hand takes a permit. */
export function ratedTriggers(triggers: Triggers, take: () => void): Triggers {
  return {
    ...withMethods(triggers),
    schedule: (name) => {
      const found = triggers.schedule(name);
      if (found !== null) take();
      return found;
    },
  };
}
