import type { EngineContext } from './prepareStart.ts';
import type { PortEngine } from './protocol/eventPort.ts';
import type { EngineWorker, RunServer } from './protocol/protocol.ts';
import type { ServedInspector } from './ServedInspector.ts';

/** What the worker asks of servers of runs. Loaded with the first question; the code for each kind of question, with the first of that kind. */
export function openServers(context: EngineContext, recorded: Pick<EngineWorker, 'importRun'>) {
  /** Runs that are followed, by server and id. */
  const followed = new Map<string, AbortController>();
  /** Loaded with the first look into a run. */
  let inspector: Promise<ServedInspector> | null = null;
  return {
    askServer: async (server, request) => (await import('./servers/openServer.ts')).askServer(server, request, context),
    /** Delivers the events of a run until it has ended, it is left, or it is followed again. */
    followServed: async (server, run, deliver) => {
      const { followRun } = await import('./servers/followRun.ts');
      const stop = new AbortController();
      const place = placeOf(server, run.runId);
      followed.get(place)?.abort();
      followed.set(place, stop);
      await followRun({ server, ...run }, deliver, { ...context, signal: stop.signal });
      if (followed.get(place) === stop) followed.delete(place);
    },
    leaveServed: async (server, runId) => {
      const place = placeOf(server, runId);
      followed.get(place)?.abort();
      followed.delete(place);
    },
    readServed: async (server, runId) => (await import('./servers/readServed.ts')).readSource(server, runId, context),
    importServed: async (server, runId) => {
      const { readExport } = await import('./servers/readServed.ts');
      const read = await readExport(server, runId, context);
      if (!read.ok) throw new Error(read.error);
      return recorded.importRun(read.value, new URL(server.address).host);
    },
    inspectServed: async (server, request) => {
      inspector ??= import('./ServedInspector.ts').then((module) => new module.ServedInspector(context));
      return (await inspector).inspect(server, request);
    },
  } satisfies Partial<PortEngine>;
}

function placeOf({ address }: RunServer, runId: string): string {
  return `${address} ${runId}`;
}
