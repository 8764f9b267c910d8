import type { Json, JsonObject, Result } from '../base/index.ts';
import type { Task } from '../model/index.ts';
import type { ActiveList, Listed } from './ActiveList.ts';
import type { Effect, MemoryAnswer, ModelCall, Outcome, RunError } from './Effect.ts';
import type { EventLog } from './EventLog.ts';
import type { FewSet } from './FewSet.ts';
import type { ResolvedMemory } from './memory/ResolvedMemory.ts';
import type { Level, Program } from './Program.ts';
import type { Queue } from './Queue.ts';
import type { Operation, TaskStatus } from './RunEvent.ts';
import type { Budget, RunStarted } from './RunInput.ts';
import type { Breakpoint, Pin, PinKind } from './RunPlan.ts';
import type { PausedView } from './RunView.ts';
import type { Random } from './random.ts';
import type { Table } from './Table.ts';
import type { TaskProgram } from './TaskProgram.ts';

/**
 * A run's private state. Made by `createRun`, changed in place by `advance` alone; hosts hold it and look at nothing in
 * it. It is what folding the journal gives, so it is never stored.
 */
export interface Run {
  readonly program: Program;
  /** Null until `run.started`. */
  started: RunStarted | null;
  input: Json;
  isFinished: boolean;
  /** ms since the epoch: the time of the input being worked on. */
  now: number;
  nextSeq: number;
  lastActivation: number;
  /** What the input being worked on has led to so far. */
  log: EventLog;
  effects: Effect[];
  /** The scope of the tasks at the top; null until started. */
  top: Scope | null;
  readonly ready: Queue<Job>;
  readonly calls: Map<string, PendingCall>;
  readonly timers: Map<string, PendingTimer>;
  /** Signals nobody has taken, oldest first, and the waits that want one, by name. */
  readonly signals: Map<string, Json[]>;
  readonly listeners: Map<string, Set<() => void>>;
  random: Random;
  controls: Controls;
  /** Variables with the workflow's own `env` over them; null until first read. */
  env: JsonObject | null;
  readonly warned: Set<string>;
  /** How each memory stands, by id, from its first use on. */
  readonly memories: Map<string, MemoryState>;
  /** What its models took so far, and what it may take in all. */
  spent: { readonly tokens: number; readonly cost: number };
  budget: Budget;
  /** True once what expressions read of memories is asked for. */
  hasReadMemories: boolean;
  /** Outputs of activations at the top that led nowhere, by task id, and how many there were. */
  readonly terminals: Map<string, Json>;
  terminalCount: number;
}

/** How a memory stands in a run. */
export interface MemoryState {
  readonly resolved: Result<ResolvedMemory, RunError>;
  /** The last answer of its backend, with what the last search found; null before the first. */
  answer: MemoryAnswer | null;
  /** Why it could not be read; null once it could. */
  error: RunError | null;
}

/** What a person told the run: to pause, where to stop, which results to take as given. */
export interface Controls {
  /** Why it is paused; null while it is not. */
  paused: Pick<PausedView, 'reason' | 'breakpoint'> | null;
  /** What was last told of as next to start, null for nothing; undefined when nothing was told yet. */
  announced: Job | null | undefined;
  /** True while the step that was asked for is made. */
  isStepping: boolean;
  /** A step was asked for, and nothing was there to start yet. */
  hasStep: boolean;
  /** The activation it stopped before, so that it is not stopped before it again. */
  passed: number | null;
  /** Numbers of events: it pauses once each has happened. Ascending. */
  moments: readonly number[];
  /** By place. */
  readonly breakpoints: Map<string, Breakpoint>;
  /** By task id. */
  readonly pins: Map<string, Pin>;
  /** The task the run ends with. */
  readonly until: string | null;
  /** What was held back while paused, in order. */
  readonly held: Queue<() => void>;
}

/** Work the scheduler does in turn, so that no chain of tasks is a chain of calls. */
export interface Job {
  readonly activation: Activation;
  /** `start` begins the activation, `attempt` its next attempt; else it is a container's own next step. */
  readonly work: 'start' | 'attempt' | OwnWork;
  /** Set where its work starts the task's own `use` for this item, a step of a paused run as a start is; or only leads to it. */
  readonly item: { readonly value: Json; readonly isLead: boolean } | null;
}

/** A step that a container takes itself. */
export interface OwnWork {
  perform(): void;
}

/** A call whose outcome has not come; `requestedAt` in ms since the epoch. */
export interface PendingCall {
  readonly activation: Activation;
  /** Whom it asks, when it is a model. */
  readonly model: Pick<ModelCall, 'provider' | 'model'> | null;
  readonly requestedAt: number;
  readonly done: (outcome: Outcome) => void;
}

/** A timer that has not fired, and what it then does. */
export interface PendingTimer {
  readonly activation: Activation;
  readonly fired: () => void;
}

/** Results that expressions read. An overlay's reads fall through to its parent. */
export interface Store {
  readonly parent: Store | null;
  /** By the number of its id in the program. */
  readonly tasks: Table<Activation>;
  readonly agents: Map<string, Json>;
  readonly tools: Map<string, Json>;
  /** False while there are no results of agents and tools: their maps are made when first asked for. */
  readonly hasUses: boolean;
}

/** Roots that a place adds to what its expressions read. */
export interface Roots extends Iterable<readonly [string, Json]> {
  get(name: string): Json | undefined;
}

/** Roots that an activation's type may add to. */
export interface OwnRoots extends Roots {
  set(name: string, value: Json): this;
}

/** Where activations of one level live together: the run itself, a container's children, an item, a hook call. */
export interface Scope {
  /** The activation whose part it is; null for the run itself. */
  readonly container: Activation | null;
  readonly depth: number;
  readonly level: Level;
  readonly store: Store;
  /** Roots it adds for what runs in it: `item`, `operation_id`, … */
  readonly roots: Roots;
  readonly operation: Operation | null;
  readonly owner: ScopeOwner;
  /** Queued, held and running activations, in order of arrival. */
  readonly active: ActiveList<Activation>;
  /** How many of them are not held by a join. */
  liveCount: number;
  /** Of the tasks that something arrived at, by their place in the level. */
  readonly lanes: Table<Lane>;
  /** Held by `join: all`, by task id, in order of first arrival. */
  readonly held: Map<string, Activation>;
  readonly hasHeld: boolean;
  /** Activations caused by transitions. */
  arrivals: number;
  /** The first error nothing handled. */
  failure: ScopeFailure | null;
  isEnded: boolean;
}

/** A task in a scope: of its activations one runs at a time, the others wait in line. */
export interface Lane {
  readonly scope: Scope;
  readonly program: TaskProgram;
  /** Whose turn it is. */
  running: Activation | null;
  /** The last that was settled, in a sequence. */
  settled: Activation | null;
  /** The one that a join holds, and one that was seen to be able to reach it: as long as it is active, nothing is freed. */
  held: Activation | null;
  blocker: Activation | null;
  /** Null until one had to wait. */
  waiting: Queue<Activation> | null;
  /** Activations caused by transitions. */
  arrivals: number;
}

/** The first error of a scope that nothing handled, and whose it was. */
export interface ScopeFailure {
  readonly taskId: string;
  readonly error: RunError;
}

/** What a scope's maker wants to know. */
export interface ScopeOwner {
  /** True where a failed child does not end the scope (`error_handling: continue`). */
  readonly continuesOnError: boolean;
  /** Told of before an activation begins and after it is settled. Null: it goes on at once. An error that nothing handles is `isUnhandled`. */
  readonly onStarting?: (activation: Activation) => Hindrance | null;
  readonly onSettled?: (activation: Activation, isUnhandled: boolean) => Hindrance | null;
  /** Called once, when nothing in it is live or held; never after it was cancelled. */
  readonly onEnd: (scope: Scope) => void;
}

/** Does what goes before, then calls `proceed`. */
export type Hindrance = (proceed: () => void) => void;

/** How an activation was reached. */
export interface Arrival {
  /** Evaluated `with` of the handler. */
  readonly with: JsonObject;
  readonly event: Json;
  /** Set when an error handler led here. */
  readonly error: RunError | null;
}

/** One run of one task. */
export interface Activation extends Listed<Activation> {
  readonly id: number;
  readonly lane: Lane;
  readonly program: TaskProgram;
  readonly task: Task;
  readonly scope: Scope;
  readonly operation: Operation | null;
  arrival: Arrival;
  /** Its whole input, where a person gave it one. */
  given: { readonly value: Json } | null;
  phase: 'held' | 'queued' | 'running' | 'settled';
  /** True once an event has told of it. */
  isKnown: boolean;
  status: TaskStatus;
  input: Json;
  output: Json;
  error: RunError | null;
  startedAt: number | null;
  endedAt: number | null;
  /** 1 for the first run; 0 before it. */
  attempt: number;
  /** Which part of the activation this is, for keys of effects; empty for the whole. */
  readonly part: string;
  /** Effects asked for in this attempt. */
  step: number;
  /** True once `on_start` led to another task. */
  hasForked: boolean;
  simulated: boolean;
  /** Set when it answers with a pin. */
  pinned: PinKind | null;
  env: JsonObject | null;
  /** Roots its type adds while it runs: `value`, `items`, … */
  readonly roots: OwnRoots;
  /** False while nothing is in the five below; each is made when first asked for. */
  readonly hasUnderWay: boolean;
  /** What is under way for it, to be stopped with it. */
  readonly calls: FewSet<string>;
  readonly timers: FewSet<string>;
  readonly scopes: FewSet<Scope>;
  /** Those of its parts that are not stopped. */
  readonly parts: ActiveList<Activation>;
  /** Undoes what its type set up beside those. */
  readonly releases: FewSet<() => void>;
  /** Closes a container's attempt: merges what its parts wrote and gives the output so far. */
  close: (() => Json) | null;
  /** Fields a type adds to `tasks.<id>`. */
  extras: (() => JsonObject) | null;
  /** `tasks.<id>` as a value, once it can change no more. */
  state: JsonObject | null;
}
