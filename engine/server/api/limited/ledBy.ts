import { type Caller, type RunService, type Triggers, tellStarts } from '../../../service/index.ts';
import type { ApiParts } from '../Route.ts';
import { withMethods } from './triggersWithin.ts';

/** What answers are made from for a caller; null: it is no run of this server. Whatever a run starts here, in whichever way, was led to by it. */
export function ledBy(parts: ApiParts, caller: Caller | null): ApiParts {
  if (caller === null) return parts;
  const depth = caller.depth + 1;
  return { ...parts, service: runsLedBy(parts.service, depth), triggers: triggersLedBy(parts.triggers, depth) };
}

function runsLedBy(service: RunService, depth: number): RunService {
  return {
    ...tellStarts(service, () => undefined),
    start: (request) => service.start({ ...request, depth }),
    retry: (runId, by) => service.retry(runId, by, depth),
  };
}

function triggersLedBy(triggers: Triggers, depth: number): Triggers {
  return {
    ...withMethods(triggers),
    schedule: (name) => {
      const found = triggers.schedule(name);
      return found && { ...found, startNow: () => found.startNow(depth) };
    },
  };
}
