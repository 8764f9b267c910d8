import type { SecretSource, ServeConfig, ToolConfig } from '../../serveConfig/index.ts';
import type { RunService } from '../RunService.ts';
import type { FailureView } from './FailureHook.ts';
import type { ScheduleControls, ScheduleView } from './Scheduler.ts';
import type { WallClock } from './WallClock.ts';
import type { Webhook } from './Webhook.ts';

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
