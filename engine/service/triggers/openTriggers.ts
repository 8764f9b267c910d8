import type { SecretSource, ServeConfig, ToolConfig } from '../../serveConfig/index.ts';
import type { RunService } from '../RunService.ts';
import { ChangingTriggers } from './ChangingTriggers.ts';
import { FailureFile } from './FailureFile.ts';
import type { FailureView } from './FailureHook.ts';
import { ScheduleFile } from './ScheduleFile.ts';
import type { ScheduleControls, ScheduleView } from './Scheduler.ts';
import { WALL_CLOCK, type WallClock } from './WallClock.ts';
import type { Webhook } from './Webhook.ts';

/** What starts runs besides callers of the API. */
export interface Triggers {
  schedules(): readonly ScheduleView[];
  /** What can be done with a schedule; null where there is none of this name. */
  schedule(name: string): ScheduleControls | null;
  readonly hooks: readonly Webhook[];
  /** Workflows that are tools for agents. */
  readonly tools: readonly ToolConfig[];
  /** What is started when runs fail. */
  failures(): readonly FailureView[];
  /** Told of each run that is started: it may fail. */
  follow(runId: string): void;
  /** Begins to start runs, and notifies of each. */
  begin(onStart: (runId: string) => void): Promise<void>;
  /** Starts nothing more. */
  end(): Promise<void>;
}

/** None at all. */
export const NO_TRIGGERS: Triggers = {
  schedules: () => [],
  schedule: () => null,
  hooks: [],
  tools: [],
  failures: () => [],
  follow: () => undefined,
  begin: () => Promise.resolve(),
  end: () => Promise.resolve(),
};

/** What triggers are given. */
export interface TriggerOptions {
  readonly service: RunService;
  /** The state folder. Absolute. */
  readonly state: string;
  /** Where secrets of webhooks are that are named alone. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock?: WallClock;
  /** Told in words what keeps a trigger from its work. */
  readonly onProblem: (message: string) => void;
}

/** What of a configuration is about triggers. */
export interface TriggerConfig extends Pick<ServeConfig, 'schedules' | 'webhooks' | 'tools' | 'failures'> {
  /** What was read from files and programs with secrets of webhooks; none where it is absent. */
  readonly hookSecrets?: ReadonlyMap<SecretSource, string>;
}

/** The triggers of a configuration. Rejects with an `Error` for the user where what they have noted cannot be read, or a secret is missing. */
export async function openTriggers(config: TriggerConfig, options: TriggerOptions): Promise<ChangingTriggers> {
  const { state } = options;
  const [schedules, failures] = await Promise.all([ScheduleFile.open(state), FailureFile.open(state)]);
  return new ChangingTriggers(config, { clock: WALL_CLOCK, ...options, schedules, failures });
}
