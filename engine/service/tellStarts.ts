import type { RunService, ServedRun } from './RunService.ts';

/** A service that tells of each run that is started by it. */
export function tellStarts(service: RunService, onStart: (run: ServedRun) => void): RunService {
  const told = async (starting: ReturnType<RunService['start']>): ReturnType<RunService['start']> => {
    const started = await starting;
    if (started.ok && started.value.isNew) onStart(started.value.run);
    return started;
  };
  return {
    start: (request) => told(service.start(request)),
    get: (runId) => service.get(runId),
    rootWorkflow: (runId) => service.rootWorkflow(runId),
    list: (query) => service.list(query),
    events: (runId, page) => service.events(runId, page),
    watch: (runId, onChange, signal) => service.watch(runId, onChange, signal),
    untilEnded: (runId, signal) => service.untilEnded(runId, signal),
    control: (runId, control) => service.control(runId, control),
    retry: (runId, by, depth) => told(service.retry(runId, by, depth)),
    remove: (runId) => service.remove(runId),
    journal: (runId) => service.journal(runId),
    workflows: () => service.workflows(),
    waits: (within) => service.waits(within),
    state: () => service.state(),
    load: () => service.load(),
    drain: (within) => service.drain(within),
  };
}
