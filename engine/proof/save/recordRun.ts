import { equalJson, isJsonObject, type Json, type JsonObject, jsonObject, ownValue } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { configOf, formatDuration } from '../../model/index.ts';
import type { RunError, RunEvent } from '../../run/index.ts';
import { callsOut } from '../../testFile/index.ts';

/** What a test needs of a run to play it again, as a test file has it. */
export interface RecordedRun {
  readonly input: Json;
  /** By task: its answers in the order of its calls, or the only one. */
  readonly answers: ReadonlyMap<string, Json>;
  readonly signals: readonly JsonObject[];
}

/** Which run of which task. */
interface ActivationRef {
  readonly taskId: string;
  readonly activation: number;
}

/** What came of one attempt; null: nothing yet. */
interface Attempt {
  readonly activation: number;
  answer: JsonObject | null;
}

/** What never came: its run or its task ended before. */
const NEVER: JsonObject = { error: { code: 'CANCELLED' }, after: '1d' };

/** Reads from the events of a run what its calls were answered with, and what signals it took. */
export function recordRun(analysis: Analysis, events: readonly RunEvent[]): RecordedRun {
  const recorder = new Recorder(analysis);
  for (const event of events) recorder.take(event);
  return recorder.end();
}

class Recorder {
  readonly #analysis: Analysis;
  readonly #attempts = new Map<string, Attempt[]>();
  readonly #signals: JsonObject[] = [];
  #input: Json = {};
  #start = 0;

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
  }

  take(event: RunEvent): void {
    switch (event.type) {
      case 'run.started':
        this.#input = event.input;
        this.#start = event.at;
        break;
      case 'effect.requested':
        this.#begin(event);
        break;
      case 'task.reused':
        this.#begin(event);
        this.#answer(event, event.error === null ? { output: event.used ?? event.output } : toErrorAnswer(event.error));
        break;
      case 'task.retrying':
        this.#answer(event, toErrorAnswer(event.error));
        break;
      case 'task.failed':
        if (event.pinned !== undefined) this.#begin(event);
        this.#answer(event, toErrorAnswer(event.error));
        break;
      case 'task.succeeded':
        if (event.pinned !== undefined) this.#begin(event);
        this.#answer(event, { output: event.output });
        this.#takeSignal(event);
        break;
      default:
    }
  }

  end(): RecordedRun {
    const answers = [...this.#attempts].map(([task, attempts]) => {
      const all = attempts.map(({ answer }) => answer ?? NEVER);
      const [first] = all;
      const isOne = first !== undefined && all.every((answer) => equalJson(answer, first));
      return [task, isOne ? first : all] as const;
    });
    return { input: this.#input, answers: new Map(answers), signals: this.#signals };
  }

  /** A call is made: the first of an attempt, or a further one of an agent, whose answer is that of the attempt. */
  #begin({ taskId, activation }: ActivationRef): void {
    const node = this.#analysis.graph.nodes.get(taskId);
    if (node === undefined || !callsOut(effectiveWorkflow(this.#analysis), node.task)) return;
    const attempts = this.#attempts.get(taskId) ?? [];
    this.#attempts.set(taskId, attempts);
    const isUnderWay = attempts.some((attempt) => attempt.activation === activation && attempt.answer === null);
    if (!isUnderWay) attempts.push({ activation, answer: null });
  }

  #answer({ taskId, activation }: ActivationRef, answer: JsonObject): void {
    const last = this.#attempts.get(taskId)?.findLast((attempt) => attempt.activation === activation);
    if (last !== undefined) last.answer ??= answer;
  }

  /** A wait that a signal has ended says which. */
  #takeSignal({ taskId, output, at }: Extract<RunEvent, { readonly type: 'task.succeeded' }>): void {
    const task = this.#analysis.graph.nodes.get(taskId)?.task;
    const { signal: awaited = null } = task === undefined ? {} : configOf(task);
    if (awaited === null || !isJsonObject(output)) return;
    const signal = ownValue(output, 'signal');
    if (!isJsonObject(signal ?? null)) return;
    const { name = null, payload = null } = signal as JsonObject;
    if (typeof name !== 'string') return;
    this.#signals.push({
      name,
      at: formatDuration(at - this.#start),
      ...(payload === null ? {} : { payload }),
    });
  }
}

/** Only what a test would say of it: what kind of error it was follows from its code. */
function toErrorAnswer({ code, message, details }: RunError): JsonObject {
  const more = isJsonObject(details)
    ? Object.entries(details).filter(([key]) => key !== 'type' && key !== 'reason')
    : [];
  return { error: { code, message, ...(more.length === 0 ? {} : { details: jsonObject(more) }) } };
}
