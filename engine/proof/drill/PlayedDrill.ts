import type { RepeatPolicy } from '../../effects/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { configOf } from '../../model/index.ts';
import type { Call, RunEvent, RunView } from '../../run/index.ts';
import type { TestCase } from '../../testFile/index.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import type { Consequence } from './consequences.ts';
import type { ToolPlace } from './ToolPlaces.ts';

/** What is drilled: a workflow with what a run of it is given. */
export interface DrillSubject {
  readonly analysis: Analysis;
  readonly test: TestCase;
  /** Whether signals are made up for tasks that wait. */
  readonly isSimulated: boolean;
  /** What becomes of a call that was cut off, where its tool does not say it. */
  readonly repeat: RepeatPolicy;
  readonly ports: TestPorts;
}

/** A run as the drill played it, with or without a fault. */
export interface PlayedDrill {
  readonly events: readonly RunEvent[];
  readonly view: RunView;
  /** Why it was stopped before its end; null: it has ended. */
  readonly stop: DrillStop | null;
  /** Index of the first event after the fault has struck; null: it never did. */
  readonly struckAt: number | null;
  /** The first call of each task, memories and tools of agents aside. */
  readonly calls: ReadonlyMap<string, Call>;
  /** The calls of tools of agents: of each place the first, by its name. */
  readonly tools: ReadonlyMap<string, MadeToolCall>;
  /** What was done to the world, and may have been. */
  readonly consequences: readonly Consequence[];
  /** Names of signals that came while a task waited for them, by its id. */
  readonly signals: ReadonlyMap<string, string>;
}

/** A call of a tool of an agent. */
export interface MadeToolCall {
  readonly task: string;
  readonly of: ToolPlace;
  readonly call: Call;
  /** Whether it failed, here or wherever else it was made in the run. */
  readonly hasFailed: boolean;
}

/** Why a run was stopped. */
export type DrillStop =
  /** Nothing is left that could happen. `waitsFor`: tasks whose calls have no answer. */
  | { readonly code: 'stuck'; readonly waitsFor: readonly string[] }
  /** One task was tried, or the run continued, beyond all bounds. */
  | { readonly code: 'endless'; readonly message: string }
  /** A person is asked whether a call is made again. */
  | { readonly code: 'asked'; readonly call: Call }
  /** The input does not fit. */
  | { readonly code: 'input'; readonly message: string };

/** How often a task starts in a run. */
export function countStarts({ events }: PlayedDrill, task: string): number {
  return events.filter((event) => event.type === 'task.started' && event.taskId === task).length;
}

/** The name of the signal that a task waits for, where it is written as it is. */
export function signalOf({ graph }: Analysis, id: string): string | null {
  const task = graph.nodes.get(id)?.task;
  const signal = task === undefined ? null : configOf(task).signal;
  return typeof signal === 'string' ? signal : null;
}
