import type { HostPorts } from '../../effects/index.ts';
import type { History } from './history/History.ts';
import type { EngineContext } from './prepareStart.ts';
import type { PortEngine } from './protocol/eventPort.ts';
import type { HistoryQuestion, InspectRequest, RunQuery, RunSummary, SendRequest } from './protocol/protocol.ts';
import { unwrap } from './protocol/unwrap.ts';
import type { Runs } from './Runs.ts';
import type { SecretAsker } from './workspace/SecretBroker.ts';
import type { PortsOptions, WorkspacePorts } from './workspace/WorkspacePorts.ts';

/** What the page asks of the history. Every method rejects with a sentence for the user where storage fails. */
export class RecordedRuns {
  readonly #context: EngineContext;
  readonly #runs: Pick<Runs, 'addWaits'>;
  readonly #history: History;
  readonly #workspace: WorkspacePorts;

  constructor(
    context: EngineContext,
    { runs, workspace }: { readonly runs: Pick<Runs, 'history' | 'addWaits'>; readonly workspace: WorkspacePorts },
  ) {
    this.#context = context;
    this.#runs = runs;
    this.#history = runs.history;
    this.#workspace = workspace;
  }

  async listRuns(query: RunQuery = {}): Promise<readonly RunSummary[]> {
    return this.#runs.addWaits(unwrap(await this.#history.list(query)));
  }

  async askHistory(question: HistoryQuestion): ReturnType<PortEngine['askHistory']> {
    return unwrap(await this.#context.store.ask(question));
  }

  async inspectRun(request: InspectRequest): ReturnType<PortEngine['inspectRun']> {
    return unwrap(await this.#history.inspect(request));
  }

  async deleteRun(runId: string): Promise<void> {
    await this.#history.remove(await this.#history.rootOf(runId));
  }

  async keepRun(runId: string, isKept: boolean): Promise<void> {
    unwrap(await this.#history.keep(await this.#history.rootOf(runId), isKept));
  }

  async exportRun(runId: string): Promise<string | null> {
    return unwrap(await this.#history.export(runId));
  }

  async importRun(text: string, fileName: string): Promise<RunSummary> {
    return unwrap(await this.#history.import(text, fileName));
  }

  async sendAgain({ runId, key, variables }: SendRequest): ReturnType<PortEngine['sendAgain']> {
    const { memory, secrets } = this.#context;
    const [{ sendAgain }, recorded] = await Promise.all([
      import('./history/sendAgain.ts'),
      this.#history.read(runId),
      secrets.ready(),
    ]);
    if (!recorded.ok) return recorded;
    const portsOf = (run: PortsOptions & SecretAsker): HostPorts =>
      this.#workspace.portsOf(run, { memory, authorizeSecret: secrets.authorizerOf(run) });
    return sendAgain(recorded.value, key, { ...this.#context, variables: secrets.fill(variables), portsOf });
  }
}
