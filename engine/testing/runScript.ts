import type { Json, JsonObject } from '../base/index.ts';
import { Driver, noDigest, type RunInputDraft, replay as replayInputs, Schedule, TrackedRun } from '../driver/index.ts';
import { analyze } from '../graph/index.ts';
import { readWorkflow, type Workflow } from '../model/index.ts';
import {
  type Call,
  createRun,
  type Effect,
  EMPTY_VIEW,
  foldRun,
  type MemoryCall,
  type Outcome,
  type RunEvent,
  type RunInput,
  type RunPlan,
  type RunStarted,
  type RunView,
} from '../run/index.ts';
import { parseSyntax } from '../syntax/index.ts';
import { ScriptedMemory } from './ScriptedMemory.ts';
import { findSnapshotMismatch } from './simulation/snapshotProperty.ts';

/** When every scripted run starts: 2026-01-01T00:00:00.000Z, in ms since the epoch. */
export const SCRIPT_START = 1_767_225_600_000;

/** A run of at most so many inputs is made once more, stored and restored after each of them: it must do the same. */
const STORED_INPUTS = 20;

/** The outcome of a call, `after` ms (0 when absent). `never`: nothing, until it is aborted. */
export type ScriptedAnswer =
  | { readonly value: Json; readonly after?: number; readonly simulated?: boolean }
  | { readonly error: string; readonly details?: Json; readonly after?: number; readonly retryAfter?: number }
  | { readonly never: true };

/** Answers a task's calls: always the same, or one by one (the last again and again), or as a function of the call. */
export type ScriptedCalls =
  | ScriptedAnswer
  | readonly ScriptedAnswer[]
  | ((call: Call, count: number) => ScriptedAnswer);

/** What comes to a run from outside, without its time. */
type OutsideInput = RunInput extends infer Input
  ? Input extends { readonly type: 'run.started' | 'run.continued' | `effect.${string}` | 'timer.fired' }
    ? never
    : Omit<Input, 'at'>
  : never;

/** What a scripted run is given, and how its calls are answered. */
export interface Script {
  readonly input?: Json;
  readonly env?: JsonObject;
  readonly seed?: number;
  readonly simulate?: boolean;
  readonly runId?: string;
  /** The version of the engine that records it; absent: the newest. */
  readonly engine?: string;
  /** By task id. A call that is not scripted is answered with its own input, immediately. */
  readonly answers?: Readonly<Record<string, ScriptedCalls>>;
  /** Answers calls to memories; absent: its own memory, empty at first. */
  readonly memory?: ScriptedMemory | ((call: MemoryCall) => ScriptedAnswer);
  readonly budget?: RunStarted['budget'];
  readonly prices?: RunStarted['prices'];
  /** Inputs from outside, at ms after the start. */
  readonly inputs?: readonly ({ readonly after: number } & OutsideInput)[];
  readonly plan?: RunPlan;
  /** What was recorded before a crash: it resumes from there, and requests again what was in flight. */
  readonly journal?: readonly RunInput[];
  /** The other texts of the workspace, by path: what the document imports from them is read. The document itself is `test.yaml`. */
  readonly files?: ReadonlyMap<string, string>;
  /** Inputs after which it is abandoned, for runs that never end. */
  readonly mostInputs?: number;
}

/** A run on a virtual clock, from its first input to its last. */
export interface ScriptResult {
  readonly events: readonly RunEvent[];
  readonly view: RunView;
  /** The journal: feed it to a fresh run and the same events come. */
  readonly journal: readonly RunInput[];
  readonly effects: readonly Effect[];
  readonly calls: readonly Call[];
  /** Status of each task that was activated, by id. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Task ids in the order in which they started. */
  readonly order: readonly string[];
  readonly isFinished: boolean;
}

/** Whether it has more to do immediately, and whether it has ended. */
interface State {
  readonly more: boolean;
  readonly isFinished: boolean;
}

/** Runs a document to its end: answers effects from the script and jumps from one due moment to the next. Nothing sleeps. */
export function runScript(text: string, script: Script = {}): ScriptResult {
  return new ScriptedHost(text, script).drive();
}

/** Feeds a journal to a fresh run of a document and gives its events. */
export function replay(text: string, journal: readonly RunInput[]): readonly RunEvent[] {
  const tracked = TrackedRun.begin(readWorkflow(parseSyntax(text)), noDigest);
  return [...replayInputs(tracked, journal)].flatMap(({ events }) => events);
}

function readScript(text: string, files: Script['files']): Workflow {
  if (files === undefined) return readWorkflow(parseSyntax(text));
  const { workflow, imports } = analyze('test.yaml', text, undefined, files);
  return imports?.workflow ?? workflow;
}

class ScriptedHost {
  readonly #script: Script;
  readonly #driver: Driver;
  readonly #counts = new Map<string, number>();
  readonly #memory = new ScriptedMemory();
  readonly #journal: RunInput[] = [];
  readonly #events: RunEvent[] = [];
  readonly #effects: Effect[] = [];
  readonly #schedule = new Schedule<RunInputDraft>();
  #now = SCRIPT_START;

  constructor(text: string, script: Script) {
    this.#script = script;
    this.#driver = new Driver(new TrackedRun(createRun(readScript(text, script.files)), noDigest), {
      onEvents: (events) => {
        for (const event of events) this.#events.push(event);
      },
      timers: {
        set: ({ id, at }) => this.#plan(at, id, { type: 'timer.fired', id }),
        cancel: (id) => this.#schedule.drop(id),
      },
    });
  }

  drive(): ScriptResult {
    const script = this.#script;
    for (const { after, ...input } of script.inputs ?? [])
      this.#schedule.add({ at: SCRIPT_START + after, order: 0, id: null, what: input });
    let state = script.journal === undefined ? this.#start() : this.#restore(script.journal);
    while (!state.isFinished && this.#journal.length < (script.mostInputs ?? 20_000)) {
      if (state.more) {
        state = this.#feed({ type: 'run.continued' });
        continue;
      }
      const next = this.#schedule.next();
      if (next === undefined) break;
      this.#now = Math.max(this.#now, next.at);
      state = this.#feed(next.what);
    }
    return this.#finish(state.isFinished);
  }

  #start(): State {
    const script = this.#script;
    return this.#feed({
      type: 'run.started',
      runId: script.runId ?? 'run',
      input: script.input ?? {},
      seed: script.seed ?? 1,
      env: script.env ?? {},
      simulate: script.simulate ?? false,
      engine: script.engine ?? 'test',
      file: 'test.yaml',
      ...(script.plan === undefined ? {} : { plan: script.plan }),
      ...(script.budget === undefined ? {} : { budget: script.budget }),
      ...(script.prices === undefined ? {} : { prices: script.prices }),
    });
  }

  /** Timers that have not fired are set again, calls without an outcome made again. */
  #restore(journal: readonly RunInput[]): State {
    const { tracked } = this.#driver;
    let state: State = { more: false, isFinished: false };
    for (const { input, events, more, isFinished } of replayInputs(tracked, journal)) {
      this.#journal.push(input);
      state = { more, isFinished };
      this.#events.push(...events);
      this.#now = Math.max(this.#now, input.at);
    }
    this.#driver.begin();
    for (const { call } of tracked.pending.calls) {
      this.#effects.push(call);
      this.#answer(call);
    }
    return state;
  }

  #feed(draft: RunInputDraft): State {
    const input = this.#driver.stamp(draft, this.#now);
    this.#journal.push(input);
    const { effects, steps, more, isFinished } = this.#driver.feed(input);
    this.#effects.push(...effects);
    for (const step of steps) {
      if (step.type === 'call') this.#answer(step.call);
      else this.#schedule.drop(step.key);
    }
    return { more, isFinished };
  }

  #answer(call: Call): void {
    const answer = call.type === 'memory.call' ? this.#recall(call) : this.#choose(call);
    if ('never' in answer) return;
    const outcome = toOutcome(answer);
    this.#plan(this.#now + (answer.after ?? 0), call.key, { type: 'effect.completed', key: call.key, outcome });
  }

  #choose(call: Call): ScriptedAnswer {
    const count = this.#counts.get(call.taskId) ?? 0;
    this.#counts.set(call.taskId, count + 1);
    return chooseAnswer(this.#script.answers?.[call.taskId], call, count);
  }

  #recall(call: MemoryCall): ScriptedAnswer {
    const { memory } = this.#script;
    if (typeof memory === 'function') return memory(call);
    return { value: (memory ?? this.#memory).answer(call) };
  }

  #plan(at: number, id: string, what: RunInputDraft): void {
    this.#schedule.add({ at, order: 0, id, what });
  }

  #finish(isFinished: boolean): ScriptResult {
    if (this.#journal.length <= STORED_INPUTS) {
      const mismatch = findSnapshotMismatch(this.#driver.tracked.run.program.workflow, this.#journal, () => false);
      if (mismatch !== null) throw new Error(mismatch);
    }
    const view = foldRun(EMPTY_VIEW, this.#events);
    return {
      events: this.#events,
      view,
      journal: this.#journal,
      effects: this.#effects,
      calls: this.#effects.filter((effect) => 'simulate' in effect),
      statuses: Object.fromEntries([...view.tasks].map(([id, { status }]) => [id, status])),
      order: this.#events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : [])),
      isFinished,
    };
  }
}

function chooseAnswer(calls: ScriptedCalls | undefined, call: Call, count: number): ScriptedAnswer {
  if (calls === undefined) return { value: call.type === 'tool.call' ? call.input : null };
  if (typeof calls === 'function') return calls(call, count);
  if (!isList(calls)) return calls;
  return calls[Math.min(count, calls.length - 1)] ?? { never: true };
}

function isList(calls: ScriptedAnswer | readonly ScriptedAnswer[]): calls is readonly ScriptedAnswer[] {
  return Array.isArray(calls);
}

function toOutcome(answer: Exclude<ScriptedAnswer, { never: true }>): Outcome {
  if ('value' in answer) return { ok: true, value: answer.value, simulated: answer.simulated ?? false, warnings: [] };
  const error = { code: answer.error, message: `scripted ${answer.error}`, details: answer.details ?? null };
  return { ok: false, error, retryAfter: answer.retryAfter ?? null };
}
