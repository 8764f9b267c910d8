import type { EngineContext } from './EngineContext.ts';
import type { PortEngine, RunServer } from './protocol/protocol.ts';

/** What the worker asks of servers of runs; the code for it is loaded with the first one. */
export class Servers {
  readonly #context: EngineContext;
  /** Runs that are followed, by server and id. */
  readonly #followed = new Map<string, AbortController>();

  constructor(context: EngineContext) {
    this.#context = context;
  }

  async ask(...[server, request]: Parameters<PortEngine['askServer']>): ReturnType<PortEngine['askServer']> {
    return (await import('./servers/openServer.ts')).askServer(server, request, this.#context);
  }

  /** Delivers the events of a run until it has ended, it is left, or it is followed anew. */
  async follow(...[server, run, deliver]: Parameters<PortEngine['followServed']>): Promise<void> {
    const { followRun } = await import('./servers/followRun.ts');
    const stop = new AbortController();
    const place = placeOf(server, run.runId);
    this.#followed.get(place)?.abort();
    this.#followed.set(place, stop);
    await followRun({ server, ...run }, deliver, { ...this.#context, signal: stop.signal });
    if (this.#followed.get(place) === stop) this.#followed.delete(place);
  }

  leave(server: RunServer, runId: string): void {
    const place = placeOf(server, runId);
    this.#followed.get(place)?.abort();
    this.#followed.delete(place);
  }

  async read(server: RunServer, runId: string): ReturnType<PortEngine['readServed']> {
    return (await import('./servers/readServed.ts')).readSource(server, runId, this.#context);
  }

  /** The export of a run. Rejects with a sentence for the user. */
  async export(server: RunServer, runId: string): Promise<string> {
    const { readExport } = await import('./servers/readServed.ts');
    const read = await readExport(server, runId, this.#context);
    if (!read.ok) throw new Error(read.error);
    return read.value;
  }
}

function placeOf({ address }: RunServer, runId: string): string {
  return `${address} ${runId}`;
}
