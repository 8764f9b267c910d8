import { type Json, type JsonObject, ok } from '../../base/index.ts';
import {
  createMemoryHome,
  createPerformer,
  type KeyValueStore,
  type Performer,
  type RunScript,
} from '../../effects/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Call, ModelCall, ModelPrice, Outcome } from '../../run/index.ts';
import { sampleFromSchema, validateJson } from '../../schema/index.ts';
import type { Answer, AskedTool, TestCase } from '../../testFile/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import { Answers } from './Answers.ts';
import type { AnsweredCall, LiveAnswer } from './askWithin.ts';
import { isComputed, isPure } from './isPure.ts';
import { type GivenCassette, type PastCall, RecordedCalls } from './RecordedCalls.ts';

/** What a host gives to tests. */
export interface TestPorts {
  /** Absent: `core:javascript` cannot run. */
  readonly runScript?: RunScript;
  /** Answers a call for real, for an answer `live`; absent: such a call has no answer. */
  readonly live?: (call: Call, answer: Answer) => Promise<LiveAnswer>;
  /** Answers what nothing else answers; absent: the test ends there. `past`: what the recorded run asked instead. */
  readonly ask?: (call: Call, past: PastCall | null) => Promise<LiveAnswer>;
  /** What models cost; absent: nothing is known of it. */
  readonly prices?: readonly ModelPrice[];
  /** The recorded run that the test names (`TestCase.cassette`). */
  readonly cassette?: GivenCassette | undefined;
}

/** How a call of a test was answered, with how long that took in ms of virtual time; or why it was not: null, by nothing. */
type TestOutcome = LiveAnswer | null;

/** Answers the calls of one test: from what it says, and by performing what is pure. */
export class TestCalls {
  /** Of the run that the test plays again. */
  readonly recorded: RecordedCalls | null;
  readonly #answers: Answers;
  readonly #performer: Performer;
  readonly #live: TestPorts['live'];
  readonly #ask: TestPorts['ask'];
  #waited = 0;

  constructor(analysis: Analysis, test: Pick<TestCase, 'answers' | 'cassette'>, ports: TestPorts) {
    const { runScript, live, ask, cassette } = ports;
    this.recorded = cassette === undefined ? null : new RecordedCalls(cassette, analysis, test.cassette?.match);
    this.#answers = new Answers(analysis, test.answers);
    this.#live = live;
    this.#ask = ask;
    this.#performer = createPerformer({
      baseUrl: '',
      resolveSecret: () => undefined,
      fetch: () => Promise.reject(new Error('A test makes no requests.')),
      delay: async (ms) => {
        this.#waited += ms;
      },
      keyValues: createTestStore(),
      memory: createMemoryHome(),
      ...(runScript === undefined ? {} : { runScript }),
    });
  }

  async answer(call: Call): Promise<TestOutcome> {
    const answer = call.type === 'memory.call' ? undefined : this.#answers.next(call);
    if (answer === undefined)
      return this.recorded?.answer(call) ?? (this.#isPerformed(call) ? this.#performPure(call) : null);
    switch (answer.kind) {
      case 'output':
        return { outcome: toOutcome(call, answer.output), duration: answer.after };
      case 'error':
        return { outcome: { ok: false, error: answer.error, retryAfter: null }, duration: answer.after };
      case 'tools':
        return { outcome: toTurn(call, answer.toolCalls), duration: answer.after };
      case 'simulate':
        return this.simulate(call);
      default:
        return this.#askLive(call, answer);
    }
  }

  /** Skips the answer of a call that something else answers, so that the calls after it have their own. */
  pass(call: Call): void {
    if (call.type === 'memory.call' || this.#answers.next(call) === undefined) this.recorded?.answer(call);
  }

  /** Answers a call that has no answer, where the host does. */
  async ask(call: Call): Promise<TestOutcome> {
    if (this.#ask === undefined) return null;
    return isPure(call) ? this.#performPure(call) : this.#ask(call, this.recorded?.pastOf(call) ?? null);
  }

  /** Performs a call that reaches nothing. */
  async perform(call: Call): Promise<AnsweredCall> {
    this.#waited = 0;
    // Memories of servers are kept here instead.
    const own = call.type === 'memory.call' ? { ...call, simulate: true } : call;
    const outcome = await this.#performer.perform(own, new AbortController().signal);
    return { outcome, duration: this.#waited };
  }

  /** An answer that is made up from the schema of the call. Built-in tools are performed in a simulated run, too: here they are made up. */
  async simulate(call: Call): Promise<AnsweredCall> {
    const tool = call.type === 'tool.call' ? findBuiltIn(call.use) : undefined;
    if (call.type !== 'tool.call' || tool === undefined) return this.perform({ ...call, simulate: true });
    const value = sampleFromSchema(call.outputSchema ?? tool.schema.output, call.seed);
    return { outcome: { ok: true, value, simulated: true, warnings: [] }, duration: 0 };
  }

  close(): void {
    this.#performer.close();
  }

  /** Null where it needs something of the world: a script that is a file of the workspace. */
  async #performPure(call: Call): Promise<TestOutcome> {
    const { outcome, duration } = await this.perform(call);
    return !outcome.ok && outcome.missing !== undefined ? null : { outcome, duration };
  }

  /** What was kept when a cassette was recorded is not known. */
  #isPerformed(call: Call): boolean {
    return this.recorded === null ? isPure(call) : isComputed(call);
  }

  /** What gives the same for the same needs not be asked. */
  async #askLive(call: Call, answer: Answer): Promise<TestOutcome> {
    if (isPure(call)) return this.#performPure(call);
    return this.#live === undefined ? null : this.#live(call, answer);
  }
}

function toOutcome(call: Call, output: Json): Outcome {
  const value = call.type === 'model.call' ? toModelAnswer(call, output) : output;
  return { ok: true, value, simulated: true, warnings: [] };
}

/** A model that calls tools. Their ids are others in each turn of the conversation. */
function toTurn(call: Call, asked: readonly AskedTool[]): Outcome {
  const { model, messages } = call.type === 'model.call' ? call : { model: '', messages: [] };
  const toolCalls = asked.map(({ name, input }, index) => ({ id: `test-${messages.length}-${index}`, name, input }));
  return { ok: true, value: modelAnswer(model, { toolCalls }), simulated: true, warnings: [] };
}

/** A text that the schema refuses is what the model said, which the run then reads as it reads any model's. */
function toModelAnswer({ model, outputSchema }: ModelCall, output: Json): Json {
  const isSaid =
    typeof output === 'string' && outputSchema !== null && validateJson(outputSchema, output).errors.length > 0;
  return modelAnswer(model, {
    text: typeof output === 'string' ? output : JSON.stringify(output),
    object: outputSchema === null || isSaid ? null : output,
  });
}

function modelAnswer(
  model: string,
  { text = '', object = null, toolCalls = [] }: { text?: string; object?: Json; toolCalls?: readonly Json[] },
): Json {
  const usage = { input_tokens: 0, output_tokens: 0 };
  return { text, object, toolCalls, model, usage, simulated: true };
}

/** A store of `core:kv` that is empty when a test begins, and gone when it has ended. */
function createTestStore(): KeyValueStore {
  const spaces = new Map<string, Map<string, JsonObject>>();
  const open = (namespace: string): Map<string, JsonObject> => {
    const known = spaces.get(namespace) ?? new Map<string, JsonObject>();
    spaces.set(namespace, known);
    return known;
  };
  return {
    get: async (namespace, key) => ok(open(namespace).get(key) ?? null),
    set: async (namespace, key, entry) => {
      open(namespace).set(key, entry);
      return ok(null);
    },
    remove: async (namespace, key) => {
      open(namespace).delete(key);
      return ok(null);
    },
    list: async (namespace) => ok([...open(namespace).keys()].sort()),
  };
}
