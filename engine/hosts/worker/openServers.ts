import type { EngineContext } from './prepareStart.ts';
import type { PortEngine } from './protocol/eventPort.ts';
import type { EngineWorker, RunServer } from './protocol/protocol.ts';
import { ServedInspector } from './ServedInspector.ts';
import { followRun } from './servers/followRun.ts';
import { askServer } from './servers/openServer.ts';
import { readExport, readSource } from './servers/readServed.ts';

/** What the worker asks of servers of runs; loaded with the first question. */
export function openServers(context: EngineContext, recorded: Pick<EngineWorker, 'importRun'>) {
  /** Runs that are followed, by server and id. */
  const followed = new Map<string, AbortController>();
  const inspector = new ServedInspector(context);
  return {
    askServer: (server, request) => askServer(server, request, context),
    /** Delivers the events of a run until it has ended, it is left, or it is followed again. */
    followServed: async (server, run, deliver) => {
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
    readServed: (server, runId) => readSource(server, runId, context),
    importServed: async (server, runId) => {
      const read = await readExport(server, runId, context);
      if (!read.ok) throw new Error(read.error);
      return recorded.importRun(read.value, new URL(server.address).host);
    },
    inspectServed: (server, request) => inspector.inspect(server, request),
  } satisfies Partial<PortEngine>;
}

function placeOf({ address }: RunServer, runId: string): string {
  return `${address} ${runId}`;
}
