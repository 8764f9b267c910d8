import type { RunWorkflow } from '../../../../effects/index.ts';
import type { RunEvent } from '../../../../run/index.ts';
import type { ChildRuns } from '../../../children/ChildRuns.ts';
import type { HostedRun } from '../../../children/HostedRun.ts';
import type { Setting } from '../../../children/stops.ts';

/** The runs that a run starts, as its executor sees them. */
export type RunChildren = Pick<
  ChildRuns,
  'idleCount' | 'runWorkflow' | 'attach' | 'note' | 'passBudget' | 'passSetting' | 'reportStill' | 'settle' | 'stop'
>;

/** The runs that an outermost run starts; what executes them is loaded with the first one. */
export class LazyChildren implements RunChildren {
  readonly #load: () => Promise<RunChildren>;
  #loading: Promise<RunChildren> | null = null;
  #loaded: RunChildren | null = null;
  #self: HostedRun | null = null;
  #hasStopped = false;

  constructor(load: () => Promise<RunChildren>) {
    this.#load = load;
  }

  readonly runWorkflow: RunWorkflow = async (asked, signal) => (await this.#open()).runWorkflow(asked, signal);

  get idleCount(): number {
    return this.#loaded?.idleCount ?? 0;
  }

  attach(run: HostedRun): void {
    this.#self = run;
    if (run.tracked.abandoned.size > 0) this.#open().catch(() => undefined);
  }

  note(events: readonly RunEvent[]): void {
    this.#loaded?.note(events);
  }

  passBudget(): void {
    this.#loaded?.passBudget();
  }

  passSetting(setting: Setting): void {
    this.#loaded?.passSetting(setting);
  }

  /** No one is around an outermost run. */
  reportStill(): void {}

  async settle(): Promise<void> {
    // Runs whose calls were aborted before the worker ended are still to be cancelled.
    const hasLeft = (this.#self?.tracked.abandoned.size ?? 0) > 0;
    if (this.#loading !== null || hasLeft) await (await this.#open()).settle();
  }

  stop(): void {
    this.#hasStopped = true;
    this.#loaded?.stop();
  }

  async #open(): Promise<RunChildren> {
    this.#loading ??= this.#start();
    // After a failed load, the next call tries again.
    this.#loading.catch(() => (this.#loading = null));
    return this.#loading;
  }

  async #start(): Promise<RunChildren> {
    const loaded = await this.#load();
    this.#loaded = loaded;
    if (this.#hasStopped) loaded.stop();
    else if (this.#self !== null) loaded.attach(this.#self);
    return loaded;
  }
}
