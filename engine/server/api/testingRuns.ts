import { err, type Json, ok, type Result } from '../../base/index.ts';
import type { RunEvent, RunEventBody } from '../../run/index.ts';
import {
  type EventPage,
  fits,
  type OpenWait,
  type RunControl,
  type RunService,
  type RunStart,
  type ServedRun,
  type ServedRunPage,
  type ServedRunQuery,
  type ServedWorkflow,
  type ServiceLoad,
  type ServiceRefusal,
  type ServiceState,
  type StartedRun,
  toRunHead,
  unknownRun,
  unknownWorkflow,
  type WorkflowTest,
} from '../../service/index.ts';

interface Kept {
  run: ServedRun;
  readonly input: string;
  readonly events: RunEvent[];
  readonly watchers: Set<() => void>;
}

/** A workflow that takes any input. */
export const HELLO = { name: 'hello', title: null, description: 'Greets', input: null, isValid: true, digest: 'b2' };

/** Runs that do what a test says: nothing is executed. */
export class RunsInMemory implements RunService {
  readonly #runs = new Map<string, Kept>();
  /** The time at which everything happens. */
  at = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
  readonly controls: RunControl[] = [];
  readonly open: OpenWait[] = [];
  /** Refuses the next starts and controls, while it is set. */
  refusal: ServiceRefusal | null = null;
  /** Rejects what is asked, while it is set. */
  defect: Error | null = null;
  readonly known: ServedWorkflow[] = [
    {
      name: 'orders/new',
      title: 'New order',
      description: null,
      input: { type: 'object' },
      isValid: true,
      digest: 'a1',
    },
    HELLO,
  ];
  current: ServiceState = { problem: null, isDraining: false, queued: 1, active: 2, waiting: 3 };

  /** How many watch a run. */
  watchersOf(runId: string): number {
    return this.#runs.get(runId)?.watchers.size ?? 0;
  }

  /** Adds events to a run, numbered from 0. */
  emit(runId: string, ...bodies: readonly RunEventBody[]): void {
    const kept = this.#expect(runId);
    for (const body of bodies) kept.events.push({ seq: kept.events.length, at: this.at, ...body });
    this.#tell(kept);
  }

  /** Ends a run well. */
  finish(runId: string, output: Json): void {
    const kept = this.#expect(runId);
    kept.run = { ...kept.run, status: 'success', output, endedAt: this.at, idle: 0, warnings: 0 };
    this.emit(runId, { type: 'run.finished', status: 'success', output, error: null });
  }

  /** Changes how a run is shown. */
  change(runId: string, change: Partial<ServedRun>): void {
    const kept = this.#expect(runId);
    kept.run = { ...kept.run, ...change };
    this.#tell(kept);
  }

  async start({ workflow, input, runId, trigger }: RunStart): Promise<Result<StartedRun, ServiceRefusal>> {
    this.#meetDefect();
    if (this.refusal !== null) return err(this.refusal);
    if (!this.known.some(({ name }) => name === workflow)) return err(unknownWorkflow(workflow));
    const id = runId ?? `run-${this.#runs.size + 1}`;
    const there = this.#runs.get(id);
    if (there !== undefined && there.input !== JSON.stringify(input))
      return err({ type: 'conflict', message: 'Another start had this key, with another input.' });
    if (there !== undefined) return ok({ run: there.run, isNew: false });
    const run: ServedRun = {
      id,
      workflow,
      status: 'running',
      output: null,
      error: null,
      queuedAt: this.at,
      startedAt: this.at,
      endedAt: null,
      trigger: trigger ?? null,
      parent: null,
      paused: null,
      usage: null,
      idle: null,
      warnings: null,
    };
    const kept = { run, input: JSON.stringify(input), events: [], watchers: new Set<() => void>() };
    this.#runs.set(id, kept);
    this.emit(id, { type: 'run.started', runId: id, input, simulate: false });
    return ok({ run, isNew: true });
  }

  async get(runId: string): Promise<ServedRun | null> {
    this.#meetDefect();
    return this.#runs.get(runId)?.run ?? null;
  }

  async rootWorkflow(runId: string): Promise<string | null> {
    const run = this.#runs.get(runId)?.run;
    return this.#runs.get(run?.parent?.root ?? runId)?.run.workflow ?? null;
  }

  async list({ cursor, limit, ...filter }: ServedRunQuery): Promise<ServedRunPage | null> {
    this.#meetDefect();
    if (cursor !== undefined && !/^\d+$/.test(cursor)) return null;
    const all = [...this.#runs.values()]
      .reverse()
      .filter(({ input }) => filter.text === undefined || input.includes(filter.text))
      .map(({ run }) => run)
      .filter((run) => fits(run, filter));
    const from = Number(cursor ?? 0);
    const next = from + limit < all.length ? String(from + limit) : null;
    return { runs: all.slice(from, from + limit).map((run) => toRunHead(run)), next };
  }

  async events(runId: string, { after, limit }: { after: number; limit: number }): Promise<EventPage | null> {
    this.#meetDefect();
    const kept = this.#runs.get(runId);
    if (kept === undefined) return null;
    const later = kept.events.filter(({ seq }) => seq + 1 > after);
    const events = later.slice(0, limit).map((event) => ({ position: event.seq + 1, event }));
    return { events, isLast: later.length === events.length && kept.run.endedAt !== null };
  }

  watch(runId: string, onChange: () => void, signal: AbortSignal): void {
    const kept = this.#runs.get(runId);
    if (kept === undefined || signal.aborted) return;
    kept.watchers.add(onChange);
    signal.addEventListener('abort', () => kept.watchers.delete(onChange), { once: true });
  }

  async untilEnded(runId: string, signal: AbortSignal): Promise<ServedRun | null> {
    const kept = this.#runs.get(runId);
    if (kept === undefined) return null;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (kept.run.endedAt !== null) resolve();
      };
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
      this.watch(runId, look, signal);
      look();
    });
    return kept.run;
  }

  async control(runId: string, control: RunControl): Promise<Result<ServedRun, ServiceRefusal>> {
    this.#meetDefect();
    const kept = this.#runs.get(runId);
    if (kept === undefined) return err(unknownRun(runId));
    if (this.refusal !== null) return err(this.refusal);
    if (kept.run.endedAt !== null) return err({ type: 'ended', message: 'The run has ended.' });
    this.controls.push(control);
    return ok(kept.run);
  }

  async retry(runId: string, by: string | null, depth = 0): Promise<Result<StartedRun, ServiceRefusal>> {
    const kept = this.#runs.get(runId);
    if (kept === undefined) return err(unknownRun(runId));
    const trigger = `retry of ${runId}${by === null ? '' : `, ${by}`}`;
    return this.start({
      workflow: kept.run.workflow,
      input: JSON.parse(kept.input),
      runId: `retry-${runId}`,
      trigger,
      depth,
    });
  }

  async remove(runId: string): Promise<ServiceRefusal | null> {
    const kept = this.#runs.get(runId);
    if (kept === undefined) return unknownRun(runId);
    if (kept.run.endedAt === null) return { type: 'notEnded', message: 'The run has not ended.' };
    this.#runs.delete(runId);
    return null;
  }

  async journal(runId: string): Promise<AsyncIterable<string> | null> {
    this.#meetDefect();
    const kept = this.#runs.get(runId);
    if (kept === undefined) return null;
    return (async function* () {
      yield `{"head":true}\n`;
      yield `${kept.input}\n`;
    })();
  }

  async workflows(): Promise<readonly ServedWorkflow[]> {
    return this.known;
  }

  async waits(within?: WorkflowTest): Promise<readonly OpenWait[]> {
    this.#meetDefect();
    const roots = await Promise.all(this.open.map(({ runId }) => this.rootWorkflow(runId)));
    return this.open.filter((_, index) => within?.(roots[index] ?? '') ?? true);
  }

  state(): ServiceState {
    return this.current;
  }

  /** What it says of its load. */
  currentLoad: ServiceLoad | null = null;

  load(): ServiceLoad | null {
    return this.currentLoad;
  }

  async drain(): Promise<void> {
    this.current = { ...this.current, isDraining: true };
  }

  #meetDefect(): void {
    if (this.defect !== null) throw this.defect;
  }

  #expect(runId: string): Kept {
    const kept = this.#runs.get(runId);
    if (kept === undefined) throw new RangeError(`The test has no run ${runId}.`);
    return kept;
  }

  #tell({ watchers }: Kept): void {
    for (const watcher of watchers) watcher();
  }
}
