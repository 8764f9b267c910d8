import type { KeepConfig, LimitRule } from '../serveConfig/index.ts';

/** How many unfinished runs there are, without those that other runs have started. */
interface RunCounts {
  readonly active: number;
  /** Not begun, also those that somebody has paused before. */
  readonly queued: number;
}

/** The unfinished runs of a workflow. */
export interface WorkflowLoad extends RunCounts {
  readonly workflow: string;
  /** Begun, and only waiting for signals or times, or for their turn to continue. */
  readonly waiting: number;
  /** Begun, and paused. */
  readonly paused: number;
  /** How many starts were refused since the server began, since there was no room in the queue. */
  readonly refused: number;
}

/** A rule of `limits`, and how much of it is taken. */
export interface RuleLoad extends RunCounts {
  readonly rule: LimitRule;
}

/** What a server allows its runs, and how much of that is taken. */
export interface ServiceLoad extends RunCounts {
  /** How many may be active, and queued, of all workflows together. */
  readonly most: RunCounts;
  /** Those with unfinished runs, or refused starts; by name. */
  readonly workflows: readonly WorkflowLoad[];
  /** In the order of the configuration. */
  readonly rules: readonly RuleLoad[];
  /** Which runs are kept once they have ended; null: all of them. */
  readonly keep: KeepConfig | null;
}
