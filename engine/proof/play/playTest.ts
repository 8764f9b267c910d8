import { layOver } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import {
  advance,
  type Call,
  createRun,
  type Effect,
  EMPTY_VIEW,
  foldRun,
  prepareInput,
  type Run,
  type RunEvent,
  type RunInput,
  type RunView,
} from '../../run/index.ts';
import type { TestCase, TestSignal } from '../../testFile/index.ts';
import type { Cassette } from '../cassette/Cassette.ts';
import { Agenda } from './Agenda.ts';
import { Answers } from './Answers.ts';
import { branchKey } from './branchKey.ts';
import { describeCall } from './describeCall.ts';
import { RecordedCalls } from './RecordedCalls.ts';
import { TestCalls, type TestPorts } from './TestCalls.ts';

/** A run as a test played it. */
export interface PlayedTest {
  readonly events: readonly RunEvent[];
  readonly view: RunView;
  /** How often branches of expressions went which way, by {@link branchKey}. */
  readonly branches: ReadonlyMap<string, number>;
  /** Why it was stopped before its end; null: it has ended. */
  readonly stop: PlayStop | null;
}

/** `UNANSWERED`: a call would have reached the world; `CASSETTE_MISS`: one that the recorded run did not make; `INPUT`: refused; `ENDLESS`: over the bounds; `STUCK`: nothing is left that could happen. */
export interface PlayStop {
  readonly code: 'UNANSWERED' | 'CASSETTE_MISS' | 'INPUT' | 'ENDLESS' | 'STUCK';
  readonly message: string;
  readonly task: string | null;
}

/** When the virtual clock of every test begins, in ms since the epoch. */
const START = Date.UTC(2026, 0, 1);

/** What a test may take: events, and ms of virtual time. */
const MOST_EVENTS = 100_000;
const MOST_TIME = 400 * 86_400_000;

/** Plays one test: a run of the real machine on a virtual clock, which ends or is stopped. The same each time, everywhere. Patterns must be loaded. */
export async function playTest(analysis: Analysis, test: TestCase, ports: TestPorts = {}): Promise<PlayedTest> {
  const player = new Player(analysis, test, ports);
  try {
    return await player.play();
  } finally {
    player.close();
  }
}

type Sent = Omit<TestSignal, 'path'>;

/** What a run is given: by the test, or by the recorded run that it names. */
interface GivenRun extends Pick<TestCase, 'input' | 'seed' | 'env'> {
  readonly runId: string;
  readonly signals: readonly Sent[];
  /** When it is cancelled, in ms after its start. */
  readonly cancels: readonly number[];
}

class Player {
  readonly #analysis: Analysis;
  readonly #test: TestCase;
  readonly #calls: TestCalls;
  readonly #prices: TestPorts['prices'];
  readonly #agenda = new Agenda();
  readonly #events: RunEvent[] = [];
  readonly #run: Run;
  readonly #branches = new Map<string, number>();
  /** The run that the test plays again. */
  readonly #recording: Cassette | null;
  readonly #recorded: RecordedCalls | null;
  readonly #start: number;
  #now: number;

  constructor(analysis: Analysis, test: TestCase, ports: TestPorts) {
    this.#analysis = analysis;
    this.#test = test;
    this.#run = createRun(effectiveWorkflow(analysis), {
      onBranch: (task, node, source, way) => {
        const key = branchKey(task, { source, start: node.start, way });
        this.#branches.set(key, (this.#branches.get(key) ?? 0) + 1);
      },
    });
    const { cassette, prices } = ports;
    this.#prices = prices;
    this.#recording = cassette?.cassette ?? null;
    this.#recorded = cassette === undefined ? null : new RecordedCalls(cassette, analysis);
    this.#calls = new TestCalls(new Answers(analysis.graph, test.answers), ports, this.#recorded);
    this.#start = this.#recording?.start.at ?? START;
    this.#now = this.#start;
  }

  async play(): Promise<PlayedTest> {
    const stop = await this.#drive();
    return { events: this.#events, view: foldRun(EMPTY_VIEW, this.#events), branches: this.#branches, stop };
  }

  close(): void {
    this.#calls.close();
  }

  async #drive(): Promise<PlayStop | null> {
    const given = this.#given();
    const prepared = prepareInput(effectiveWorkflow(this.#analysis), given.input);
    if (!prepared.ok) return { code: 'INPUT', message: `${prepared.error.message} Change input.`, task: null };
    for (const { name, payload, at } of given.signals)
      this.#agenda.add({ type: 'signal.received', at: this.#start + at, name, payload });
    for (const at of given.cancels) this.#agenda.add({ type: 'run.cancelled', at: this.#start + at });
    const { runId, seed, env } = given;
    const plan = this.#recorded?.plan;
    const started = {
      runId,
      input: prepared.value,
      seed,
      env,
      simulate: false,
      engine: '',
      file: this.#analysis.path,
      ...(plan === undefined ? {} : { plan }),
      ...(this.#prices === undefined ? {} : { prices: this.#prices }),
    };
    let next: RunInput | null = { type: 'run.started', at: this.#start, ...started };
    while (next !== null) {
      this.#now = Math.max(this.#now, next.at);
      const { events, effects, more, isFinished } = advance(this.#run, next);
      for (const event of events) this.#events.push(event);
      this.#recorded?.take(events);
      for (const effect of effects) {
        const stop = await this.#take(effect);
        if (stop !== null) return stop;
      }
      if (isFinished) return null;
      if (this.#events.length > MOST_EVENTS || this.#now > this.#start + MOST_TIME) return this.#endless();
      next = more ? { type: 'run.continued', at: this.#now } : this.#agenda.next();
    }
    const message = 'The run has not ended, and nothing is left that could happen: no call, no timer, no signal.';
    return { code: 'STUCK', message, task: null };
  }

  /** What the test says, and for what it does not, what the recorded run was given. */
  #given(): GivenRun {
    const { seed, env, input, signals, cassette } = this.#test;
    if (this.#recording === null || cassette === null) return { runId: 'test', seed, env, input, signals, cancels: [] };
    const { start, outside } = this.#recording;
    const { takes } = cassette;
    const sent = outside.flatMap(({ input: came, after }) =>
      came.type === 'signal.received' ? [{ name: came.name, payload: came.payload, at: after }] : [],
    );
    return {
      runId: start.runId,
      seed: takes.seed ? start.seed : seed,
      env: layOver(start.env, env),
      input: takes.input ? start.input : input,
      signals: takes.signals ? sent : signals,
      cancels: outside.flatMap(({ input: came, after }) => (came.type === 'run.cancelled' ? [after] : [])),
    };
  }

  async #take(effect: Effect): Promise<PlayStop | null> {
    switch (effect.type) {
      case 'timer.start':
        this.#agenda.add({ type: 'timer.fired', at: effect.at, id: effect.id });
        return null;
      case 'timer.cancel':
        this.#agenda.dropTimer(effect.id);
        return null;
      case 'effect.abort':
        this.#agenda.dropCall(effect.key);
        return null;
      default:
        return this.#call(effect);
    }
  }

  async #call(call: Call): Promise<PlayStop | null> {
    const answered = await this.#calls.answer(call);
    if (answered === null) {
      if (this.#recorded?.isLeft(call) === true) return null;
      const what =
        this.#recorded === null ? 'the test has no answer for it' : 'the recorded run did not make this call';
      const message = `“${call.taskId}” would call ${describeCall(call)}, and ${what}. Write one under answers, such as ${call.taskId}: { output: … }, or ${call.taskId}: simulate.`;
      return { code: this.#recorded === null ? 'UNANSWERED' : 'CASSETTE_MISS', message, task: call.taskId };
    }
    if ('refusal' in answered) {
      const message = `“${call.taskId}” would ask ${describeCall(call)} for real, and ${answered.refusal}`;
      return { code: 'UNANSWERED', message, task: call.taskId };
    }
    const { outcome, duration } = answered;
    this.#agenda.add({ type: 'effect.completed', at: this.#now + duration, key: call.key, outcome });
    return null;
  }

  #endless(): PlayStop {
    const days = Math.floor((this.#now - this.#start) / 86_400_000);
    const message = `The run was stopped after ${this.#events.length} events and ${days} days of virtual time: it seems to go on forever. Look for a loop that nothing ends.`;
    return { code: 'ENDLESS', message, task: null };
  }
}
