import { MOST_VIRTUAL_TIME, VirtualDriver } from '../../driver/index.ts';
import { describeCall as describeReach } from '../../effects/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import type { Call, RunEvent, RunInput, RunView } from '../../run/index.ts';
import type { TestCase } from '../../testFile/index.ts';
import { agentToolOf } from './Answers.ts';
import { branchKey } from './branchKey.ts';
import { type GivenStart, givenRun, startOf, withPins } from './givenRun.ts';
import type { PastCall } from './RecordedCalls.ts';
import { TestCalls, type TestPorts } from './TestCalls.ts';

/** A run as a test played it. */
export interface PlayedTest {
  readonly events: readonly RunEvent[];
  /** What its machine was given, in order: the journal of the run. */
  readonly inputs: readonly RunInput[];
  readonly view: RunView;
  /** How often branches of expressions went which way, by {@link branchKey}. */
  readonly branches: ReadonlyMap<string, number>;
  /** Why it was stopped before its end; null: it has ended. */
  readonly stop: PlayStop | null;
}

/** Codes of {@link PlayStop}. */
export const STOP_CODES = ['UNANSWERED', 'INPUT', 'ENDLESS', 'STUCK'] as const;

/** What there is to say of a run that is `STUCK`. */
export const STUCK = 'The run has not ended, and nothing is left that could happen: no call, no timer, no signal.';

/** `UNANSWERED`: a call has no answer, neither of the test nor of a recorded run; `INPUT`: refused; `ENDLESS`: over the bounds; `STUCK`: nothing is left that could happen. */
export interface PlayStop {
  readonly code: (typeof STOP_CODES)[number];
  readonly message: string;
  readonly task: string | null;
}

/** What a test may take. */
const MOST = { events: 100_000, time: MOST_VIRTUAL_TIME };

/** Plays one test: a run of the real machine on a virtual clock, which ends or is stopped. The same each time, everywhere. Patterns must be loaded. */
export async function playTest(analysis: Analysis, test: TestCase, ports: TestPorts = {}): Promise<PlayedTest> {
  const player = new Player(analysis, test, ports);
  try {
    return await player.play();
  } finally {
    player.close();
  }
}

class Player {
  readonly #analysis: Analysis;
  readonly #test: TestCase;
  readonly #given: GivenStart;
  readonly #calls: TestCalls;
  readonly #prices: TestPorts['prices'];
  readonly #driver: VirtualDriver<PlayStop>;
  readonly #branches = new Map<string, number>();

  constructor(analysis: Analysis, test: TestCase, ports: TestPorts) {
    const { cassette, prices } = ports;
    this.#analysis = analysis;
    this.#prices = prices;
    this.#test = test;
    this.#given = givenRun(test, cassette?.cassette ?? null);
    this.#calls = new TestCalls(analysis, test, ports);
    const { recorded } = this.#calls;
    this.#driver = new VirtualDriver(
      effectiveWorkflow(analysis),
      this.#given.at,
      { answer: (call) => this.#answer(call), onEvents: (events) => recorded?.take(events) },
      {
        onBranch: (task, node, source, way) => {
          const key = branchKey(task, { source, start: node.start, way });
          this.#branches.set(key, (this.#branches.get(key) ?? 0) + 1);
        },
      },
    );
  }

  async play(): Promise<PlayedTest> {
    const stop = await this.#drive();
    const { events, inputs, view } = this.#driver;
    return { events, inputs, view, branches: this.#branches, stop };
  }

  close(): void {
    this.#calls.close();
  }

  async #drive(): Promise<PlayStop | null> {
    const { at: begin, signals, cancels } = this.#given;
    const started = startOf(this.#analysis, this.#given, {
      plan: withPins(this.#calls.recorded?.plan, this.#test, this.#analysis.graph),
      prices: this.#prices,
    });
    if ('error' in started) return { code: 'INPUT', message: `${started.error} Change input.`, task: null };
    const driver = this.#driver;
    for (const { name, payload, at } of signals) driver.plan(begin + at, { type: 'signal.received', name, payload });
    for (const at of cancels) driver.plan(begin + at, { type: 'run.cancelled' });
    const end = await driver.play(started.start, MOST);
    if (end === 'finished') return null;
    if (end === 'endless') return this.#endless();
    if (end !== 'stuck') return end.stop;
    return { code: 'STUCK', message: STUCK, task: null };
  }

  async #answer(call: Call): Promise<PlayStop | null> {
    const given = await this.#calls.answer(call);
    if (given === null && this.#calls.recorded?.isLeft(call) === true) return null;
    const answered = given ?? (await this.#calls.ask(call));
    if (answered === null) {
      const what =
        this.#calls.recorded === null ? 'the test does not answer it' : tellMiss(this.#calls.recorded.pastOf(call));
      const message = `“${call.taskId}” would call ${describeCall(call)}, and ${what}. Write one under answers, such as ${adviseAnswer(call, this.#analysis)}.`;
      return { code: 'UNANSWERED', message, task: call.taskId };
    }
    if ('refusal' in answered) {
      const message = `“${call.taskId}” would ask ${describeCall(call)} for real, and ${answered.refusal}`;
      return { code: 'UNANSWERED', message, task: call.taskId };
    }
    const { outcome, duration } = answered;
    this.#driver.answer(call, outcome, duration);
    return null;
  }

  #endless(): PlayStop {
    const { played, events } = this.#driver;
    const days = Math.floor(played / 86_400_000);
    const message = `The run was stopped after ${events.length} events and ${days} days of virtual time: it never seems to end. Look for a loop that nothing ends.`;
    return { code: 'ENDLESS', message, task: null };
  }
}

function adviseAnswer(call: Call, analysis: Analysis): string {
  const tool = agentToolOf(analysis, call);
  if (tool !== null) return `${call.taskId}: [{ tool: ${tool}, output: … }]`;
  return `${call.taskId}: { output: … }, or ${call.taskId}: simulate`;
}

/** Why a recorded run has no answer, and what may be done where it asked for something else. */
function tellMiss(past: PastCall | null): string {
  if (past === null) return 'the recorded run did not make this call';
  return `the recorded run asked for something else there: ${past.changes}. If that does not matter, list under match what does`;
}

/** What a call would do, for a message: `GET https://api.example.com/orders`, the model `openai gpt-4.1`. */
export function describeCall(call: Call): string {
  const words = describeReach(call);
  return call.type === 'model.call' ? `the model ${words}` : words;
}
