import path from 'node:path';
import { err, messageOf, ok, type Result } from '../../base/index.ts';
import {
  type HookSecret,
  listHookSecrets,
  type SecretSource,
  type ToolConfig,
  type WebhookConfig,
} from '../../serveConfig/index.ts';
import { StateFile } from '../StateFile.ts';
import { FAILURES, FailureHook, type FailureMarks, type FailureView } from './FailureHook.ts';
import { toKeys } from './proveSender.ts';
import { type ScheduleControls, Scheduler, type ScheduleView } from './Scheduler.ts';
import { SCHEDULES, type ScheduleStates } from './scheduleStates.ts';
import type { TriggerConfig, TriggerOptions, Triggers } from './Triggers.ts';
import { WALL_CLOCK, type WallClock } from './WallClock.ts';
import { Webhook, type WebhookParts } from './Webhook.ts';

/** What changing triggers work with. */
interface Parts extends TriggerOptions {
  readonly clock: WallClock;
  readonly schedules: StateFile<ScheduleStates>;
  readonly failures: StateFile<FailureMarks>;
}

/** Triggers whose configuration can be replaced as a whole. */
export class ChangingTriggers implements Triggers {
  readonly #parts: Parts;
  #hooks: readonly Webhook[];
  #tools: readonly ToolConfig[];
  #scheduler: Scheduler;
  #onFailure: FailureHook;
  #onStart: ((runId: string) => void) | null = null;
  #hasEnded = false;
  #onCaughtUp: () => void = () => undefined;
  /** Resolves once what failed before has started what it asks for. Until then, no run that failed should be removed. */
  readonly caughtUp = new Promise<void>((resolve) => (this.#onCaughtUp = resolve));

  /** Throws an `Error` for the user where a secret is missing. */
  constructor(config: TriggerConfig, parts: Parts) {
    this.#parts = parts;
    this.#hooks = this.#openHooks(config);
    this.#tools = config.tools;
    this.#scheduler = this.#openScheduler(config);
    this.#onFailure = new FailureHook(config.failures, { ...parts, file: parts.failures });
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

  schedule(name: string): ScheduleControls | null {
    return this.#scheduler.find(name);
  }

  failures(): readonly FailureView[] {
    return this.#onFailure.list();
  }

  follow(runId: string): void {
    this.#onFailure.follow(runId);
  }

  async begin(onStart: (runId: string) => void): Promise<void> {
    this.#onStart = onStart;
    await Promise.all([this.#catchUp(this.#onFailure, onStart), this.#scheduler.begin(onStart)]);
  }

  async #catchUp(hook: FailureHook, onStart: (runId: string) => void): Promise<void> {
    try {
      await hook.begin(onStart);
    } finally {
      // Else the one in its place does that.
      if (hook === this.#onFailure) this.#onCaughtUp();
    }
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    await Promise.all([this.#onFailure.end(), this.#scheduler.end()]);
  }

  /**
   * Looks whether another configuration can be taken; nothing has changed yet. Throws as the constructor. What it answers with puts that
   * one in force: schedules continue from where they were.
   */
  prepare(config: TriggerConfig): () => Promise<void> {
    const hooks = this.#openHooks(config);
    return async () => {
      this.#hooks = hooks;
      this.#tools = config.tools;
      // What they are deciding about is written down first, so that it is decided about once.
      await Promise.all([this.#onFailure.end(), this.#scheduler.end()]);
      this.#scheduler = this.#openScheduler(config);
      this.#onFailure = new FailureHook(config.failures, { ...this.#parts, file: this.#parts.failures });
      if (this.#hasEnded) await this.end();
      // It may have to wait for room, or for a cluster.
      else if (this.#onStart !== null) this.begin(this.#onStart).catch(this.#complain);
    };
  }

  readonly #complain = (error: unknown): void =>
    this.#parts.onProblem(`The triggers could not begin: ${messageOf(error)}`);

  #openScheduler({ schedules }: TriggerConfig): Scheduler {
    return new Scheduler(schedules, { ...this.#parts, file: this.#parts.schedules });
  }

  #openHooks({ webhooks, hookSecrets = new Map() }: TriggerConfig): readonly Webhook[] {
    const { env, clock, onProblem } = this.#parts;
    return openWebhooks(webhooks, { env, values: hookSecrets }, { now: clock.now, onProblem });
  }
}

/** Where the secrets of webhooks are. */
interface HookSecrets {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What was read from files and programs. */
  readonly values: ReadonlyMap<SecretSource, string>;
}

/** The webhooks of a configuration. Throws an `Error` for the user where a secret is missing, or cannot be one. */
export function openWebhooks(
  configs: readonly WebhookConfig[],
  given: HookSecrets,
  parts: WebhookParts,
): readonly Webhook[] {
  return configs.map((config) => {
    const secrets = listHookSecrets(config).map((secret) => {
      const value = readSecret(secret, given);
      if (value.ok) return value.value;
      throw new Error(`signalbox.serve.yaml: ${value.error}`);
    });
    const keys = toKeys(config.proof, secrets);
    if (!keys.ok) throw new Error(`signalbox.serve.yaml: webhooks.${config.name}: ${keys.error}`);
    return new Webhook(config, keys.value, parts);
  });
}

function readSecret({ path, source }: HookSecret, { env, values }: HookSecrets): Result<string, string> {
  const value = source.type === 'environment' ? env[source.name] : values.get(source);
  if (value !== undefined && value !== '') return ok(value);
  const place = path.join('.');
  return source.type === 'environment'
    ? err(`${place} is ${source.name}, and there is no such variable in the environment. Set it.`)
    : err(`${place} has not been read.`);
}

/** The triggers of a configuration. Rejects with an `Error` for the user where what they have noted cannot be read, or a secret is missing. */
export async function openTriggers(config: TriggerConfig, options: TriggerOptions): Promise<ChangingTriggers> {
  const { state } = options;
  const [schedules, failures] = await Promise.all([
    StateFile.open(path.join(state, 'schedules.json'), SCHEDULES, { schedules: {} }),
    StateFile.open(path.join(state, 'failures.json'), FAILURES, { rules: {} }),
  ]);
  return new ChangingTriggers(config, { clock: WALL_CLOCK, ...options, schedules, failures });
}
