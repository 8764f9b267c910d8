import { err, ok, type Result } from '../../base/index.ts';
import type { StepScope } from '../../run/index.ts';
import type { RunReader } from './exported/RunReader.ts';
import { RunInspector } from './history/RunInspector.ts';
import type { JournaledRun } from './journal/RunStore.ts';
import type { InspectRequest } from './protocol/RunControl.ts';
import type { RunServer } from './protocol/RunServer.ts';
import type { ServerContext } from './servers/openServer.ts';
import { readExport } from './servers/readServed.ts';

/** A run whose journal was read. */
interface ReadServed {
  readonly place: string;
  /** The last event that it was asked for: its journal holds at least that one. */
  readonly seq: number;
  readonly recorded: JournaledRun;
}

/**
 * Looks into runs on servers. A journal is first replayed as a whole by the reader of runs from files, within its limits and in a thread of its
 * own: only what came to an end there is replayed here. The last one is kept, and read again for an event that is newer.
 */
export class ServedInspector {
  readonly #context: ServerContext & { readonly reader: RunReader };
  readonly #inspector: RunInspector;
  #last: ReadServed | null = null;

  constructor(context: ServerContext & { readonly reader: RunReader }) {
    this.#context = context;
    this.#inspector = new RunInspector(context.clock);
  }

  /** What a step saw right after the event `seq`; the error is for the user. */
  async inspect(server: RunServer, request: InspectRequest): Promise<Result<StepScope, string>> {
    const place = `${server.address} ${request.runId}`;
    let last = this.#last;
    if (last === null || last.place !== place || last.seq < request.seq) {
      const { reader, uniqueText } = this.#context;
      const text = await readExport(server, request.runId, this.#context);
      if (!text.ok) return text;
      const read = await reader.read(text.value, `run-${uniqueText()}`);
      if (!read.ok) return err(read.error);
      last = { place, seq: request.seq, recorded: read.value };
      this.#last = last;
    }
    return ok(await this.#inspector.inspect(last.recorded, request));
  }
}
