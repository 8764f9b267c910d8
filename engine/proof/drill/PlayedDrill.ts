import { isJsonObject, type Json } from '../../base/index.ts';
import { type RepeatPolicy, reachesByKey, staysInside } from '../../effects/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { configOf } from '../../model/index.ts';
import { type Call, hasConsequences, type RunEvent, type RunView, startsRun } from '../../run/index.ts';
import type { Findings, TestCase } from '../../testFile/index.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import type { DrillVerdict, Fault } from './Fault.ts';
import type { ToolPlace } from './ToolPlaces.ts';

/** What a run with a fault is worth: why, in a sentence, and the event that shows it. */
export interface DrillJudgement {
  readonly verdict: DrillVerdict;
  readonly why: string;
  /** Index in the events of the run. */
  readonly step: number;
}

/** What a run is judged by. */
export interface DrillCase {
  readonly analysis: Analysis;
  /** Tests of the same workflow: one that expects an error says that it is wanted. */
  readonly tests: readonly TestCase[];
  readonly fault: Fault;
  /** The run without the fault. */
  readonly usual: PlayedDrill;
  readonly run: PlayedDrill;
  /** Variables that are secret. */
  readonly secrets: ReadonlySet<string>;
  /** What the run is given. */
  readonly test: TestCase;
  /** The test of the run with what it expects; null: nothing is expected of it. */
  readonly promised: { readonly test: TestCase; readonly findings: Findings } | null;
  /** The same, where the tool of an agent that the fault strikes fails in this test by itself; null: it foresees no failure. */
  readonly foreseen: { readonly test: TestCase; readonly findings: Findings } | null;
}

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

/** Something that was done to the world. */
export interface Consequence {
  readonly task: string;
  /** Equal for equal requests of one task. */
  readonly request: string;
  /** Equal where the other side knows it is the same; null: it cannot know. */
  readonly identity: string | null;
  /** Index of the event before which it was done. */
  readonly at: number;
  readonly call: Call;
}

/**
 * Whether a call does something to the world that would harm if done twice. Not a question to a model, which costs and changes
 * nothing; not what is kept by Signalbox itself; not a run of another workflow, which its host continues.
 */
export function isConsequence(call: Call): boolean {
  return call.type === 'tool.call' && !startsRun(call) && hasConsequences(call) && !staysInside(call);
}

export function toConsequence(call: Call, at: number): Consequence {
  const request = call.type === 'tool.call' ? JSON.stringify([call.use, call.input]) : '';
  const identity = !reachesByKey(call) ? null : hasOwnKey(call) ? `own ${request}` : (call.onceKey ?? call.key);
  return { task: call.taskId, request, identity, at, call };
}

/** The first consequence that was made more often than without the fault; null where none was. */
export function findRepeated(made: readonly Consequence[], usual: readonly Consequence[]): Consequence | null {
  const allowed = countAll(usual);
  const counts = new Map<string, number>();
  const known = new Set<string>();
  for (const consequence of made) {
    const { identity } = consequence;
    if (identity !== null && known.has(identity)) continue;
    if (identity !== null) known.add(identity);
    const key = keyOf(consequence);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > Math.max(1, allowed.get(key) ?? 0)) return consequence;
  }
  return null;
}

function countAll(all: readonly Consequence[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const consequence of all) counts.set(keyOf(consequence), (counts.get(keyOf(consequence)) ?? 0) + 1);
  return counts;
}

function keyOf({ task, request }: Consequence): string {
  return `${task} ${request}`;
}

/** Whether the workflow itself gives the key, so that it is the same at every attempt. */
function hasOwnKey(call: Call): boolean {
  if (call.type !== 'tool.call') return false;
  const { input, config } = call;
  const given = isJsonObject(input) ? [config['headers'], input['headers']] : [config['headers']];
  return given.some(
    (headers: Json | undefined) =>
      isJsonObject(headers ?? null) &&
      Object.keys(headers as object).some((name) => name.toLowerCase() === 'idempotency-key'),
  );
}
