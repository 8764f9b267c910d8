import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import {
  advance,
  type Call,
  createRun,
  type Effect,
  EMPTY_VIEW,
  foldRun,
  type Run,
  type RunEvent,
  type RunInput,
  type RunView,
} from '../../run/index.ts';
import type { TestCase } from '../../testFile/index.ts';
import { Agenda } from './Agenda.ts';
import { Answers } from './Answers.ts';
import { branchKey } from './branchKey.ts';
import { describeCall } from './describeCall.ts';
import { type GivenRun, givenRun, startOf, withPins } from './givenRun.ts';
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

/** `UNANSWERED`: a call has no answer, neither of the test nor of a recorded run; `INPUT`: refused; `ENDLESS`: over the bounds; `STUCK`: nothing is left that could happen. */
export interface PlayStop {
  readonly code: 'UNANSWERED' | 'INPUT' | 'ENDLESS' | 'STUCK';
  readonly message: string;
  readonly task: string | null;
}

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

class Player {
  readonly #analysis: Analysis;
  readonly #test: TestCase;
  readonly #given: GivenRun;
  readonly #calls: TestCalls;
  readonly #prices: TestPorts['prices'];
  readonly #agenda = new Agenda();
  readonly #events: RunEvent[] = [];
  readonly #run: Run;
  readonly #branches = new Map<string, number>();
  /** Of the run that the test plays again. */
  readonly #recorded: RecordedCalls | null;
  #now: number;

  constructor(analysis: Analysis, test: TestCase, ports: TestPorts) {
    this.#analysis = analysis;
    this.#run = createRun(effectiveWorkflow(analysis), {
      onBranch: (task, node, source, way) => {
        const key = branchKey(task, { source, start: node.start, way });
        this.#branches.set(key, (this.#branches.get(key) ?? 0) + 1);
      },
    });
    const { cassette, prices } = ports;
    this.#prices = prices;
    this.#test = test;
    this.#given = givenRun(test, cassette?.cassette ?? null);
    this.#recorded = cassette === undefined ? null : new RecordedCalls(cassette, analysis, test.cassette?.match);
    this.#calls = new TestCalls(new Answers(analysis.graph, test.answers), ports, this.#recorded);
    this.#now = this.#given.at;
  }

  async play(): Promise<PlayedTest> {
    const stop = await this.#drive();
    return { events: this.#events, view: foldRun(EMPTY_VIEW, this.#events), branches: this.#branches, stop };
  }

  close(): void {
    this.#calls.close();
  }

  async #drive(): Promise<PlayStop | null> {
    const { at: begin, signals, cancels } = this.#given;
    const started = startOf(this.#analysis, this.#given, {
      plan: withPins(this.#recorded?.plan, this.#test, this.#analysis.graph),
      prices: this.#prices,
    });
    if ('error' in started) return { code: 'INPUT', message: `${started.error} Change input.`, task: null };
    for (const { name, payload, at } of signals)
      this.#agenda.add({ type: 'signal.received', at: begin + at, name, payload });
    for (const at of cancels) this.#agenda.add({ type: 'run.cancelled', at: begin + at });
    let next: RunInput | null = started.start;
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
      if (this.#events.length > MOST_EVENTS || this.#now > this.#given.at + MOST_TIME) return this.#endless();
      next = more ? { type: 'run.continued', at: this.#now } : this.#agenda.next();
    }
    const message = 'The run has not ended, and nothing is left that could happen: no call, no timer, no signal.';
    return { code: 'STUCK', message, task: null };
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
    const given = await this.#calls.answer(call);
    if (given === null && this.#recorded?.isLeft(call) === true) return null;
    const answered = given ?? (await this.#calls.ask(call));
    if (answered === null) {
      const what = this.#recorded === null ? 'the test has no answer for it' : tellMiss(this.#recorded.changesOf(call));
      const message = `“${call.taskId}” would call ${describeCall(call)}, and ${what}. Write one under answers, such as ${call.taskId}: { output: … }, or ${call.taskId}: simulate.`;
      return { code: 'UNANSWERED', message, task: call.taskId };
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
    const days = Math.floor((this.#now - this.#given.at) / 86_400_000);
    const message = `The run was stopped after ${this.#events.length} events and ${days} days of virtual time: it seems to go on forever. Look for a loop that nothing ends.`;
    return { code: 'ENDLESS', message, task: null };
  }
}

/** Why a recorded run has no answer, and what may be done where it asked for something else. */
function tellMiss(changes: string | null): string {
  if (changes === null) return 'the recorded run did not make this call';
  return `the recorded run asked for something else there: ${changes}. If that does not matter, list under match what does`;
}
