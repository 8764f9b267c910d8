import { exportRecorded, importRecorded } from './history/exchangeRuns.ts';
import { RunInspector } from './history/RunInspector.ts';
import { sendAgain } from './history/sendAgain.ts';
import type { EngineContext } from './prepareStart.ts';
import type { PortEngine } from './protocol/eventPort.ts';
import { unwrap } from './protocol/unwrap.ts';
import type { Runs } from './Runs.ts';
import type { WorkspacePorts } from './workspace/WorkspacePorts.ts';

/** What the page asks of the history; loaded with the first question. Every method rejects with a sentence for the user where storage fails. */
export function openRecorded(
  context: EngineContext,
  { runs, workspace }: { readonly runs: Pick<Runs, 'history' | 'addWaits'>; readonly workspace: WorkspacePorts },
) {
  const { clock, memory, secrets, store } = context;
  const { history } = runs;
  const inspector = new RunInspector(clock);
  return {
    listRuns: async (query = {}) => runs.addWaits(await history.list(query)),
    askHistory: async (question) => unwrap(await store.ask(question)),
    /** Null for a run that came from a file, too: what that says is not executed. Its forks are runs of here. */
    inspectRun: async (request) => {
      const found = unwrap(await history.read(request.runId));
      return found === null || found.summary.isImported === true ? null : inspector.inspect(found, request);
    },
    deleteRun: async (runId) => history.remove(await history.rootOf(runId)),
    keepRun: async (runId, isKept) => unwrap(await store.keep(await history.rootOf(runId), isKept)),
    exportRun: async (runId) => {
      const found = unwrap(await history.read(runId));
      return found === null ? null : exportRecorded(found, { store, read: (id) => history.read(id) });
    },
    importRun: (text, fileName) => importRecorded(text, fileName, context),
    sendAgain: async ({ runId, key, variables }) => {
      const [recorded] = await Promise.all([history.read(runId), secrets.ready()]);
      if (!recorded.ok) return recorded;
      return sendAgain(recorded.value, key, {
        ...context,
        variables: secrets.fill(variables),
        portsOf: (run) => workspace.portsOf(run, { memory, authorizeSecret: secrets.authorizerOf(run) }),
      });
    },
  } satisfies Partial<PortEngine>;
}
