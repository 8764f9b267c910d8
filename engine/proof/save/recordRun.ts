import { equalJson, isJsonObject, type Json, type JsonObject, jsonObject, ownValue } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { configOf, formatDuration, resolveUse, type Task, type Workflow } from '../../model/index.ts';
import { type Call, type RunError, type RunEvent, readAnswer, readOutput } from '../../run/index.ts';
import { answerForm, callsOut } from '../../testFile/index.ts';
import type { Cassette } from '../cassette/Cassette.ts';
import { type CallOutcome, listCalls, type RunCall } from '../cassette/listCalls.ts';
import { isPure } from '../play/isPure.ts';

/** What a test needs of a run to play it again, as a test file has it. */
export interface RecordedRun {
  readonly input: Json;
  /** By task, in the order of the first call of each. */
  readonly answers: ReadonlyMap<string, TaskRecord>;
  readonly signals: readonly JsonObject[];
}

/** What the calls of one task were answered with, in their order. */
export interface TaskRecord {
  readonly calls: readonly RecordedAnswer[];
  /** Whether a test could not perform them itself. */
  readonly isNeeded: boolean;
}

/** One answer, and how long it took, in ms. */
export interface RecordedAnswer {
  readonly answer: JsonObject;
  readonly duration: number;
}

/** What never came, since its run or its task ended first: no timeout is as long. */
const NEVER: RecordedAnswer = { answer: { error: { code: 'CANCELLED' } }, duration: 365 * 86_400_000 };

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
interface GivenAnswer {
  answer: JsonObject;
  duration: number;
}

/** How far an agent has come in an attempt: what became of the last request to its model; `under way`: its tools or its memory work. */
interface LastTurn {
  readonly kind: 'failed' | 'unanswered' | 'misfit' | 'under way' | 'answered';
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
  readonly #answers = new Map<string, { calls: GivenAnswer[]; isNeeded: boolean }>();
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
    for (const { kind, taskId } of this.#turns.values()) if (kind === 'under way') this.#give(taskId, NEVER, true);
    return { input: this.#start?.input ?? {}, answers: this.#answers, signals: this.#signals.map(toSignal) };
  }

  /** Calls of memories are made for the test alone; those of an agent's tools are not made by a model whose answer is written. */
  #takeCall(call: RunCall | undefined): void {
    const task = call === undefined ? undefined : this.#taskOf(call.taskId);
    if (call === undefined || task === undefined) return;
    const { taskId, activation, outcome } = call;
    if (call.kind === 'memory') {
      if (this.#isAgent(task) && !this.#turns.has(activation))
        this.#turns.set(activation, { kind: 'under way', given: null, taskId });
      return;
    }
    const isNeeded = !isPure(toCall(call));
    if (call.kind === 'tool') {
      if (this.#isAgent(task)) return;
      this.#give(taskId, outcome === null ? NEVER : answerOf(outcome, outcome.response), isNeeded);
      return;
    }
    if (outcome !== null && outcome.error === null && readAnswer(outcome.response).toolCalls.length > 0) {
      this.#turns.set(activation, { kind: 'under way', given: null, taskId });
      return;
    }
    const { said, fits } = this.#readTurn(task, outcome?.response ?? null);
    const given = this.#give(taskId, outcome === null ? NEVER : answerOf(outcome, said), isNeeded);
    const kind = outcome === null ? 'unanswered' : outcome.error !== null ? 'failed' : fits ? 'answered' : 'misfit';
    this.#turns.set(activation, { kind, given, taskId });
  }

  /**
   * An attempt of an agent that failed although its model did not: it asked for tools too often, a memory failed. In a test its model has to fail in
   * this way.
   */
  #failAgent(event: Extract<RunEvent, { readonly type: 'task.retrying' | 'task.failed' }>): void {
    const { taskId, activation, error } = event;
    const task = this.#taskOf(taskId);
    if (task === undefined || !this.#isAgent(task)) return;
    const last = this.#turns.get(activation);
    this.#turns.delete(activation);
    if (last?.kind === 'failed' || last?.kind === 'unanswered' || last?.kind === 'misfit') return;
    const answer = toErrorAnswer(error);
    if (last?.given == null) this.#give(taskId, { answer, duration: 0 }, true);
    else last.given.answer = answer;
  }

  /** A task that did not run, since its result was pinned or is that of an earlier run: a call of it has to give just that. */
  #takePinned(event: RunEvent, answer: JsonObject): void {
    const taskId = 'taskId' in event ? event.taskId : null;
    const task = taskId === null ? undefined : this.#taskOf(taskId);
    if (taskId !== null && task !== undefined && callsOut(this.#workflow, task))
      this.#give(taskId, { answer, duration: 0 }, true);
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

  #give(taskId: string, { answer, duration }: RecordedAnswer, isNeeded: boolean): GivenAnswer {
    const record = this.#answers.get(taskId) ?? { calls: [], isNeeded: false };
    this.#answers.set(taskId, record);
    const given = { answer, duration };
    record.calls.push(given);
    record.isNeeded ||= isNeeded;
    return given;
  }

  #taskOf(id: string): Task | undefined {
    return this.#analysis.graph.nodes.get(id)?.task;
  }

  #isAgent(task: Task): boolean {
    return resolveUse(this.#workflow, task).kind === 'agent';
  }

  /** What a model said: its answer by the schema; its text where none is asked for, or where it does not fit. */
  #readTurn(task: Task, response: Json): { readonly said: Json; readonly fits: boolean } {
    const answer = readAnswer(response);
    const { value, errors } = readOutput(answer, answerForm(this.#workflow, task)?.schema ?? null);
    return errors.length === 0 ? { said: value, fits: true } : { said: answer.text, fits: false };
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

function answerOf({ error, duration }: CallOutcome, output: Json): RecordedAnswer {
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

/** Answers as a test file has them: one, where all that follow are the same. `timed`: each takes as long as it took. */
export function toAnswers({ calls }: TaskRecord, isTimed: boolean): Json {
  const all = calls.map(({ answer, duration }) =>
    isTimed || answer === NEVER.answer ? { ...answer, after: formatDuration(duration) } : answer,
  );
  while (all.length > 1 && equalJson(all.at(-1) ?? null, all.at(-2) ?? null)) all.pop();
  return all.length === 1 ? (all[0] ?? null) : all;
}
