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
import type { TestCase } from '../file/TestFile.ts';
import { Agenda } from './Agenda.ts';
import { Answers } from './Answers.ts';
import { describeCall } from './describeCall.ts';
import { TestCalls, type TestPorts } from './TestCalls.ts';

/** A run as a test played it. */
export interface PlayedTest {
  readonly events: readonly RunEvent[];
  readonly view: RunView;
  /** Why it was stopped before its end; null: it has ended. */
  readonly stop: PlayStop | null;
}

/** `UNANSWERED`: a call would have reached the world; `INPUT`: refused; `ENDLESS`: over the bounds; `STUCK`: nothing is left that could happen. */
export interface PlayStop {
  readonly code: 'UNANSWERED' | 'INPUT' | 'ENDLESS' | 'STUCK';
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

class Player {
  readonly #analysis: Analysis;
  readonly #test: TestCase;
  readonly #calls: TestCalls;
  readonly #agenda = new Agenda();
  readonly #events: RunEvent[] = [];
  readonly #run: Run;
  #now = START;

  constructor(analysis: Analysis, test: TestCase, ports: TestPorts) {
    this.#analysis = analysis;
    this.#test = test;
    this.#run = createRun(effectiveWorkflow(analysis));
    this.#calls = new TestCalls(new Answers(analysis.graph, test.answers), ports);
  }

  async play(): Promise<PlayedTest> {
    const stop = await this.#drive();
    return { events: this.#events, view: foldRun(EMPTY_VIEW, this.#events), stop };
  }

  close(): void {
    this.#calls.close();
  }

  async #drive(): Promise<PlayStop | null> {
    const { seed, env, input: given, signals } = this.#test;
    const prepared = prepareInput(effectiveWorkflow(this.#analysis), given);
    if (!prepared.ok) return { code: 'INPUT', message: `${prepared.error.message} Change input.`, task: null };
    for (const { name, payload, at } of signals)
      this.#agenda.add({ type: 'signal.received', at: START + at, name, payload });
    const started = {
      runId: 'test',
      input: prepared.value,
      seed,
      env,
      simulate: false,
      engine: '',
      file: this.#analysis.path,
    };
    let next: RunInput | null = { type: 'run.started', at: START, ...started };
    while (next !== null) {
      this.#now = Math.max(this.#now, next.at);
      const { events, effects, more, isFinished } = advance(this.#run, next);
      for (const event of events) this.#events.push(event);
      for (const effect of effects) {
        const stop = await this.#take(effect);
        if (stop !== null) return stop;
      }
      if (isFinished) return null;
      if (this.#events.length > MOST_EVENTS || this.#now > START + MOST_TIME) return this.#endless();
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
    const answered = await this.#calls.answer(call);
    if (answered === null) {
      const message = `“${call.taskId}” would call ${describeCall(call)}, and the test has no answer for it. Write one under answers, such as ${call.taskId}: { output: … }, or ${call.taskId}: simulate.`;
      return { code: 'UNANSWERED', message, task: call.taskId };
    }
    const { outcome, duration } = answered;
    this.#agenda.add({ type: 'effect.completed', at: this.#now + duration, key: call.key, outcome });
    return null;
  }

  #endless(): PlayStop {
    const days = Math.floor((this.#now - START) / 86_400_000);
    const message = `The run was stopped after ${this.#events.length} events and ${days} days of virtual time: it seems to go on forever. Look for a loop that nothing ends.`;
    return { code: 'ENDLESS', message, task: null };
  }
}
