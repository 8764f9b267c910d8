import { err, type Result } from '../../../base/index.ts';
import {
  type EventPage,
  type OpenWait,
  type RunControl,
  type RunService,
  type RunStart,
  type ServedRun,
  type ServedRunPage,
  type ServedRunQuery,
  type ServedWorkflow,
  type ServiceRefusal,
  type ServiceState,
  type StartedRun,
  unknownRun,
  unknownWorkflow,
  type WorkflowTest,
} from '../../../service/index.ts';

/**
 * The runs of some workflows, as if there were no others: whatever is not of these is answered as what does not exist, before the service
 * is asked, so that neither its words nor its failures tell of it. A run that another one has started belongs to the workflow of the
 * outermost one.
 */
export class RunsWithin implements RunService {
  readonly #service: RunService;
  readonly #within: WorkflowTest;
  /** Runs that were found to be of these workflows. */
  readonly #found = new Set<string>();

  constructor(service: RunService, within: WorkflowTest) {
    this.#service = service;
    this.#within = within;
  }

  async start(request: RunStart): Promise<Result<StartedRun, ServiceRefusal>> {
    return this.#within(request.workflow) ? this.#service.start(request) : err(unknownWorkflow(request.workflow));
  }

  async get(runId: string): Promise<ServedRun | null> {
    return (await this.#has(runId)) ? this.#service.get(runId) : null;
  }

  async rootWorkflow(runId: string): Promise<string | null> {
    const workflow = await this.#service.rootWorkflow(runId);
    return workflow !== null && this.#within(workflow) ? workflow : null;
  }

  list(query: ServedRunQuery): Promise<ServedRunPage | null> {
    return this.#service.list({ ...query, within: this.#within });
  }

  async events(runId: string, page: { readonly after: number; readonly limit: number }): Promise<EventPage | null> {
    return (await this.#has(runId)) ? this.#service.events(runId, page) : null;
  }

  /** Watches a run that was asked for before, and no other. */
  watch(runId: string, onChange: () => void, signal: AbortSignal): void {
    if (this.#found.has(runId)) this.#service.watch(runId, onChange, signal);
  }

  async untilEnded(runId: string, signal: AbortSignal): Promise<ServedRun | null> {
    return (await this.#has(runId)) ? this.#service.untilEnded(runId, signal) : null;
  }

  async control(runId: string, control: RunControl): Promise<Result<ServedRun, ServiceRefusal>> {
    return (await this.#has(runId)) ? this.#service.control(runId, control) : err(unknownRun(runId));
  }

  async retry(runId: string, by: string | null, depth?: number): Promise<Result<StartedRun, ServiceRefusal>> {
    return (await this.#has(runId)) ? this.#service.retry(runId, by, depth) : err(unknownRun(runId));
  }

  async remove(runId: string): Promise<ServiceRefusal | null> {
    return (await this.#has(runId)) ? this.#service.remove(runId) : unknownRun(runId);
  }

  async journal(runId: string): Promise<AsyncIterable<string> | null> {
    return (await this.#has(runId)) ? this.#service.journal(runId) : null;
  }

  async workflows(): Promise<readonly ServedWorkflow[]> {
    return (await this.#service.workflows()).filter(({ name }) => this.#within(name));
  }

  waits(): Promise<readonly OpenWait[]> {
    return this.#service.waits(this.#within);
  }

  /** Whether runs are taken; its counts are of the whole server, and told to no one. */
  state(): ServiceState {
    return { ...this.#service.state(), queued: 0, active: 0, waiting: 0 };
  }

  /** It is about the whole server. */
  load(): null {
    return null;
  }

  /** Ends the whole server, which is for whoever started it. */
  drain(): Promise<void> {
    return Promise.reject(new RangeError('A request does not end the server.'));
  }

  async #has(runId: string): Promise<boolean> {
    if ((await this.rootWorkflow(runId)) === null) return false;
    this.#found.add(runId);
    return true;
  }
}
