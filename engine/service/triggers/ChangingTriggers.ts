import type { ToolConfig } from '../../serveConfig/index.ts';
import type { TriggerConfig, TriggerOptions, Triggers } from './openTriggers.ts';
import { openWebhooks } from './openWebhooks.ts';
import type { ScheduleFile } from './ScheduleFile.ts';
import { Scheduler, type ScheduleView } from './Scheduler.ts';
import type { WallClock } from './WallClock.ts';
import type { Webhook } from './Webhook.ts';

/** What changing triggers work with. */
type Parts = Omit<TriggerOptions, 'clock' | 'state'> & { readonly clock: WallClock; readonly file: ScheduleFile };

/** Triggers whose configuration can be replaced as a whole. */
export class ChangingTriggers implements Triggers {
  readonly #parts: Parts;
  #hooks: readonly Webhook[];
  #tools: readonly ToolConfig[];
  #scheduler: Scheduler;
  #onStart: ((runId: string) => void) | null = null;
  #hasEnded = false;

  /** Throws an `Error` for the user where the environment lacks a secret. */
  constructor(config: TriggerConfig, parts: Parts) {
    this.#parts = parts;
    this.#hooks = this.#openHooks(config);
    this.#tools = config.tools;
    this.#scheduler = new Scheduler(config.schedules, parts);
  }

  get hooks(): readonly Webhook[] {
    return this.#hooks;
  }

  get tools(): readonly ToolConfig[] {
    return this.#tools;
  }

  schedules(): readonly ScheduleView[] {
    return this.#scheduler.list();
  }

  async begin(onStart: (runId: string) => void): Promise<void> {
    this.#onStart = onStart;
    await this.#scheduler.begin(onStart);
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#scheduler.end();
  }

  /**
   * Looks whether another configuration can be taken; nothing has changed yet. Throws as the constructor. What it answers with puts that
   * one in force: schedules go on from where they were.
   */
  prepare(config: TriggerConfig): () => Promise<void> {
    const hooks = this.#openHooks(config);
    return async () => {
      this.#hooks = hooks;
      this.#tools = config.tools;
      // What it is deciding about is written down first, so that it is decided about once.
      await this.#scheduler.end();
      this.#scheduler = new Scheduler(config.schedules, this.#parts);
      if (this.#hasEnded) await this.#scheduler.end();
      else if (this.#onStart !== null) await this.#scheduler.begin(this.#onStart);
    };
  }

  #openHooks({ webhooks }: TriggerConfig): readonly Webhook[] {
    const { env, clock, onProblem } = this.#parts;
    return openWebhooks(webhooks, env, { now: clock.now, onProblem });
  }
}
