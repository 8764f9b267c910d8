import type { EngineContext } from './prepareStart.ts';
import type { PortEngine } from './protocol/eventPort.ts';
import type { InspectRequest, RunServer, RunSummary } from './protocol/protocol.ts';
import type { RecordedRuns } from './RecordedRuns.ts';
import type { ServedInspector } from './ServedInspector.ts';

/** What the worker asks of servers of runs. Loaded with the first question; the code for each kind of question, with the first of that kind. */
export class Servers {
  readonly #context: EngineContext;
  readonly #recorded: RecordedRuns;
  /** Runs that are followed, by server and id. */
  readonly #followed = new Map<string, AbortController>();
  /** Loaded with the first look into a run. */
  #inspector: Promise<ServedInspector> | null = null;

  constructor(context: EngineContext, recorded: RecordedRuns) {
    this.#context = context;
    this.#recorded = recorded;
  }

  async askServer(...[server, request]: Parameters<PortEngine['askServer']>): ReturnType<PortEngine['askServer']> {
    return (await import('./servers/openServer.ts')).askServer(server, request, this.#context);
  }

  /** Delivers the events of a run until it has ended, it is left, or it is followed again. */
  async followServed(...[server, run, deliver]: Parameters<PortEngine['followServed']>): Promise<void> {
    const { followRun } = await import('./servers/followRun.ts');
    const stop = new AbortController();
    const place = placeOf(server, run.runId);
    this.#followed.get(place)?.abort();
    this.#followed.set(place, stop);
    await followRun({ server, ...run }, deliver, { ...this.#context, signal: stop.signal });
    if (this.#followed.get(place) === stop) this.#followed.delete(place);
  }

  async leaveServed(server: RunServer, runId: string): Promise<void> {
    const place = placeOf(server, runId);
    this.#followed.get(place)?.abort();
    this.#followed.delete(place);
  }

  async readServed(server: RunServer, runId: string): ReturnType<PortEngine['readServed']> {
    return (await import('./servers/readServed.ts')).readSource(server, runId, this.#context);
  }

  async importServed(server: RunServer, runId: string): Promise<RunSummary> {
    const { readExport } = await import('./servers/readServed.ts');
    const read = await readExport(server, runId, this.#context);
    if (!read.ok) throw new Error(read.error);
    return this.#recorded.importRun(read.value, new URL(server.address).host);
  }

  async inspectServed(server: RunServer, request: InspectRequest): ReturnType<PortEngine['inspectServed']> {
    this.#inspector ??= import('./ServedInspector.ts').then((module) => new module.ServedInspector(this.#context));
    return (await this.#inspector).inspect(server, request);
  }
}

function placeOf({ address }: RunServer, runId: string): string {
  return `${address} ${runId}`;
}
