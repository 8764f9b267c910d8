import type { RunService, ServedRun } from './RunService.ts';

/** A service that tells of each run that is started by it. */
export function tellStarts(service: RunService, onStart: (run: ServedRun) => void): RunService {
  return {
    start: async (request) => {
      const started = await service.start(request);
      if (started.ok && started.value.isNew) onStart(started.value.run);
      return started;
    },
    get: (runId) => service.get(runId),
    list: (query) => service.list(query),
    events: (runId, page) => service.events(runId, page),
    watch: (runId, onChange, signal) => service.watch(runId, onChange, signal),
    untilEnded: (runId, signal) => service.untilEnded(runId, signal),
    control: (runId, control) => service.control(runId, control),
    journal: (runId) => service.journal(runId),
    workflows: () => service.workflows(),
    waits: () => service.waits(),
    state: () => service.state(),
    drain: (within) => service.drain(within),
  };
}
