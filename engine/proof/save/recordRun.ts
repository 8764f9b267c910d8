import { isJsonObject, type Json, type JsonObject, jsonObject, ownValue } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { configOf, formatDuration, resolveUse, type Task, type Workflow } from '../../model/index.ts';
import type { Call, RunError, RunEvent } from '../../run/index.ts';
import { answerForm, callsOut } from '../../testFile/index.ts';
import { type CallOutcome, listCalls, type RunCall } from '../cassette/listCalls.ts';
import type { Cassette } from '../cassette/recordCassette.ts';
import { isPure } from '../play/isPure.ts';
import { readTurn } from './shortenAnswers.ts';

/** What a test needs of a run to play it again, as a test file has it. */
export interface RecordedRun {
  readonly input: Json;
  /** By task, in the order of the first call of each. */
  readonly answers: ReadonlyMap<string, TaskRecord>;
  /** What was pinned, by task: it did not run. */
  readonly pins: ReadonlyMap<string, JsonObject>;
  readonly signals: readonly JsonObject[];
}

/** What the calls of one task were answered with, in their order. */
export type TaskRecord = readonly RecordedAnswer[];

/** One answer, and how long it took, in ms. */
export interface RecordedAnswer {
  readonly answer: JsonObject;
  readonly duration: number;
  /** Of an agent the tool that was called; null: the model, or the task's own tool. */
  readonly tool: string | null;
  /** Whether a test could not perform the call itself. */
  readonly isNeeded: boolean;
}

/** What never came, since its run or its task ended first: no timeout is as long. */
export const NEVER = { answer: { error: { code: 'CANCELLED' } }, duration: 365 * 86_400_000 };

/**
 * Reads from the events of a run what its calls were answered with, and what signals it took.
 *
 * @param outside what came from outside, with signals that no wait was content with; null: it is not known
 */
export function recordRun(
  analysis: Analysis,
  events: readonly RunEvent[],
  outside: Cassette['outside'] | null = null,
): RecordedRun {
  const recorder = new Recorder(analysis, events);
  for (const event of events) recorder.take(event);
  const recorded = recorder.end();
  return outside === null ? recorded : { ...recorded, signals: listSignals(events, outside) };
}

/** The signals that came for a wait of a run, each when it came; the only one of its name with the start, where it came before its wait. */
function listSignals(events: readonly RunEvent[], outside: Cassette['outside']): readonly JsonObject[] {
  const [start] = events;
  const began = new Map<string, number>();
  for (const event of events)
    if (event.type === 'task.waiting' && !began.has(event.reason)) began.set(event.reason, event.at - (start?.at ?? 0));
  const came = outside.flatMap(({ input, after }) => (input.type === 'signal.received' ? [{ ...input, after }] : []));
  return came
    .flatMap(({ name, payload, after }) => {
      const since = began.get(`signal ${name}`);
      if (since === undefined) return [];
      const wasThere = after <= since;
      return [{ name, payload, after, wasThere }];
    })
    .map(toSignal);
}

/** An answer of a call that was made. */
type GivenAnswer = { -readonly [Key in keyof RecordedAnswer]: RecordedAnswer[Key] };

/** How far an agent has come in an attempt: what became of the last request to its model; `recalls`: it was not asked yet. */
interface LastTurn {
  readonly kind: 'failed' | 'unanswered' | 'misfit' | 'recalls' | 'tools' | 'answered';
  readonly given: GivenAnswer | null;
}

/** A signal that a wait took, `after` ms, or that was there before the wait began. */
interface TakenSignal {
  readonly name: string;
  readonly payload: Json;
  readonly after: number;
  readonly wasThere: boolean;
}

class Recorder {
  readonly #analysis: Analysis;
  readonly #workflow: Workflow;
  readonly #calls: ReadonlyMap<number, RunCall>;
  readonly #start: Extract<RunEvent, { readonly type: 'run.started' }> | undefined;
  readonly #answers = new Map<string, GivenAnswer[]>();
  readonly #pins = new Map<string, JsonObject>();
  readonly #signals: TakenSignal[] = [];
  /** By activation, of the attempt under way. */
  readonly #turns = new Map<number, LastTurn & { readonly taskId: string }>();

  constructor(analysis: Analysis, events: readonly RunEvent[]) {
    this.#analysis = analysis;
    this.#workflow = effectiveWorkflow(analysis);
    this.#calls = new Map(listCalls(events).map((call) => [call.seq, call]));
    this.#start = events.find((event) => event.type === 'run.started');
  }

  take(event: RunEvent): void {
    const pinned = pinnedAnswer(event);
    if (pinned !== null) this.#takePinned(event, pinned);
    else if (event.type === 'effect.requested') this.#takeCall(this.#calls.get(event.seq));
    else if (event.type === 'task.retrying' || event.type === 'task.failed') this.#failAgent(event);
    else if (event.type === 'task.succeeded') {
      this.#turns.delete(event.activation);
      this.#takeSignal(event);
    }
  }

  end(): RecordedRun {
    for (const { kind, taskId } of this.#turns.values())
      if (kind === 'recalls') this.#give(taskId, { ...NEVER, isNeeded: true });
    const signals = this.#signals.map(toSignal);
    return { input: this.#start?.input ?? {}, answers: this.#answers, pins: this.#pins, signals };
  }

  /** Calls of memories are made for the test alone. */
  #takeCall(call: RunCall | undefined): void {
    const task = call === undefined ? undefined : this.#taskOf(call.taskId);
    if (call === undefined || task === undefined) return;
    const { taskId, activation, outcome, name } = call;
    const isAgent = this.#isAgent(task);
    if (call.kind === 'memory') {
      if (isAgent && !this.#turns.has(activation))
        this.#turns.set(activation, { kind: 'recalls', given: null, taskId });
      return;
    }
    const isNeeded = !isPure(toCall(call));
    if (call.kind === 'tool') {
      const came = outcome === null ? NEVER : answerOf(outcome, outcome.response);
      this.#give(taskId, { ...came, isNeeded, tool: isAgent ? name : null });
      return;
    }
    const turn = this.#readTurn(task, outcome);
    const came = outcome === null ? NEVER : { answer: turn.answer, duration: outcome.duration };
    this.#turns.set(activation, { kind: turn.kind, given: this.#give(taskId, { ...came, isNeeded }), taskId });
  }

  /**
   * An attempt of an agent that failed although its model did not: its memory failed. In a test its model has to fail in this way. That it asked for tools too often, or that a tool never answered, happens by itself.
   */
  #failAgent(event: Extract<RunEvent, { readonly type: 'task.retrying' | 'task.failed' }>): void {
    const { taskId, activation, error } = event;
    const task = this.#taskOf(taskId);
    if (task === undefined || !this.#isAgent(task)) return;
    const last = this.#turns.get(activation);
    this.#turns.delete(activation);
    if (last !== undefined && last.kind !== 'recalls' && last.kind !== 'answered') return;
    const answer = toErrorAnswer(error);
    if (last?.given == null) this.#give(taskId, { answer, duration: 0, isNeeded: true });
    else last.given.answer = answer;
  }

  /** A task that did not run, since its result was pinned or is that of an earlier run: a call of it has to give just that. */
  #takePinned(event: RunEvent, answer: JsonObject): void {
    const taskId = 'taskId' in event ? event.taskId : null;
    if (taskId !== null && 'pinned' in event && event.pinned !== 'reused') {
      this.#pins.set(taskId, answer);
      return;
    }
    const task = taskId === null ? undefined : this.#taskOf(taskId);
    if (taskId !== null && task !== undefined && callsOut(this.#workflow, task))
      this.#give(taskId, { answer, duration: 0, isNeeded: true });
  }

  /** A wait that a signal has ended says which. */
  #takeSignal({ taskId, output, at }: Extract<RunEvent, { readonly type: 'task.succeeded' }>): void {
    const task = this.#taskOf(taskId);
    const { signal: awaited = null } = task === undefined ? {} : configOf(task);
    if (awaited === null || !isJsonObject(output)) return;
    const signal = ownValue(output, 'signal') ?? null;
    if (!isJsonObject(signal)) return;
    const { name = null, payload = null } = signal;
    if (typeof name !== 'string') return;
    const after = at - (this.#start?.at ?? at);
    this.#signals.push({ name, payload, after, wasThere: ownValue(output, 'waited') === 0 });
  }

  #give(taskId: string, given: Omit<GivenAnswer, 'tool'> & { readonly tool?: string | null }): GivenAnswer {
    const record = this.#answers.get(taskId) ?? [];
    this.#answers.set(taskId, record);
    const answer = { tool: null, ...given };
    record.push(answer);
    return answer;
  }

  #taskOf(id: string): Task | undefined {
    return this.#analysis.graph.nodes.get(id)?.task;
  }

  #isAgent(task: Task): boolean {
    return resolveUse(this.#workflow, task).kind === 'agent';
  }

  #readTurn(task: Task, outcome: CallOutcome | null): { readonly kind: LastTurn['kind']; readonly answer: JsonObject } {
    if (outcome === null) return { kind: 'unanswered', answer: NEVER.answer };
    if (outcome.error !== null) return { kind: 'failed', answer: toErrorAnswer(outcome.error) };
    return readTurn(outcome.response, answerForm(this.#workflow, task)?.schema ?? null);
  }
}

/** A signal that was there before its wait comes with the start, where no other wait can take it. */
function toSignal(
  { name, payload, after, wasThere }: TakenSignal,
  _index: number,
  all: readonly TakenSignal[],
): JsonObject {
  const isEarly = wasThere && all.filter((other) => other.name === name).length === 1;
  return { name, at: formatDuration(isEarly ? 0 : after), ...(payload === null ? {} : { payload }) };
}

function answerOf({ error, duration }: CallOutcome, output: Json): Pick<RecordedAnswer, 'answer' | 'duration'> {
  return { answer: error === null ? { output } : toErrorAnswer(error), duration };
}

function pinnedAnswer(event: RunEvent): JsonObject | null {
  switch (event.type) {
    case 'task.reused':
      return event.error === null ? { output: event.used ?? event.output } : toErrorAnswer(event.error);
    case 'task.succeeded':
      return event.pinned === undefined ? null : { output: event.output };
    case 'task.failed':
      return event.pinned === undefined ? null : toErrorAnswer(event.error);
    default:
      return null;
  }
}

/** As much of a call as tells whether a test performs it. */
function toCall({ kind, request }: RunCall): Call {
  const asked = isJsonObject(request) ? request : {};
  const type = kind === 'model' ? 'model.call' : 'tool.call';
  return { ...asked, type } as unknown as Call;
}

/** Only what a test would say of it: what kind of error it was follows from its code. */
function toErrorAnswer({ code, message, details }: RunError): JsonObject {
  const more = isJsonObject(details)
    ? Object.entries(details).filter(([key]) => key !== 'type' && key !== 'reason')
    : [];
  const isPlain = more.every(([key]) => !['code', 'message', 'details'].includes(key));
  if (isPlain) return { error: { code, message, ...jsonObject(more) } };
  return { error: { code, message, details: jsonObject(more) } };
}
