import type { Json } from '../../base/index.ts';
import { decideRepeat, hasConsequences, startsRun } from '../../effects/index.ts';
import { effectiveWorkflow } from '../../graph/index.ts';
import {
  advance,
  type Call,
  createRun,
  type Effect,
  listSignalWaits,
  type Run,
  type RunEvent,
  type RunInput,
} from '../../run/index.ts';
import { sampleFromSchema } from '../../schema/index.ts';
import { Agenda } from '../play/Agenda.ts';
import { Answers } from '../play/Answers.ts';
import { type GivenRun, givenRun, startOf } from '../play/givenRun.ts';
import type { AnsweredCall } from '../play/LiveAnswers.ts';
import { RecordedCalls } from '../play/RecordedCalls.ts';
import { TestCalls } from '../play/TestCalls.ts';
import { type Consequence, isConsequence, toConsequence } from './consequences.ts';
import { countStarts, type DrillRun, type DrillStop, type DrillSubject } from './DrillRun.ts';
import type { Fault } from './Fault.ts';
import { Strikes } from './Strikes.ts';
import { unknownOutcome } from './strikeOutcome.ts';

/** How long it takes until another host goes on with a run, in ms: no deadline passes meanwhile. */
const AWAY = 1000;
/** How long a person thinks, in ms. */
const MINUTE = 60_000;
const MOST_EVENTS = 50_000;
const MOST_TIME = 400 * 86_400_000;

/** Plays a run on a virtual clock while one thing goes wrong in it, or nothing. Nothing is reached: what has no answer is made up. */
export async function playDrill(
  subject: DrillSubject,
  struck: { readonly fault: Fault; readonly usual: DrillRun } | null,
): Promise<DrillRun> {
  const fault = struck?.fault ?? null;
  const usualStarts = struck === null ? 0 : countStarts(struck.usual, struck.fault.task);
  const player = new DrillPlayer(subject, new Strikes(fault, subject.analysis, usualStarts));
  try {
    return await player.play();
  } finally {
    player.close();
  }
}

class DrillPlayer {
  readonly #subject: DrillSubject;
  readonly #given: GivenRun;
  /** Of the run that the test plays again. */
  readonly #recorded: RecordedCalls | null;
  readonly #strikes: Strikes;
  readonly #run: Run;
  readonly #answers: TestCalls;
  readonly #agenda = new Agenda();
  readonly #events: RunEvent[] = [];
  readonly #pending = new Map<string, Call>();
  readonly #calls = new Map<string, Call>();
  readonly #consequences: Consequence[] = [];
  readonly #signals = new Map<string, string>();
  readonly #heard = new Set<string>();
  #stop: DrillStop | null = null;
  #now: number;
  #hasMore = false;
  #isFinished = false;
  /** The host ends once the input at hand is taken. */
  #isKilled = false;
  /** Calls that the host did not come to make. */
  readonly #unsent = new Set<string>();
  /** The call whose recorded answer the host does not survive. */
  #lastKey: string | null = null;

  constructor(subject: DrillSubject, strikes: Strikes) {
    const { analysis, test, ports } = subject;
    this.#subject = subject;
    this.#strikes = strikes;
    this.#run = createRun(effectiveWorkflow(analysis));
    const { cassette } = ports;
    this.#given = givenRun(test, cassette?.cassette ?? null);
    this.#now = this.#given.at;
    this.#recorded = cassette === undefined ? null : new RecordedCalls(cassette, analysis, test.cassette?.match);
    this.#answers = new TestCalls(new Answers(analysis.graph, test.answers), ports, this.#recorded);
  }

  async play(): Promise<DrillRun> {
    await this.#drive();
    return {
      events: this.#events,
      stop: this.#stop,
      struckAt: this.#strikes.struckAt,
      calls: this.#calls,
      consequences: this.#consequences,
      signals: this.#signals,
    };
  }

  close(): void {
    this.#answers.close();
  }

  async #drive(): Promise<void> {
    const { at: begin, signals, cancels } = this.#given;
    const started = startOf(this.#subject.analysis, this.#given, { plan: this.#recorded?.plan });
    if ('error' in started) {
      this.#stop = { code: 'input', message: started.error };
      return;
    }
    for (const { name, payload, at } of signals) this.#send(name, payload, begin + at);
    for (const at of cancels) this.#agenda.add({ type: 'run.cancelled', at: begin + at });
    let next: RunInput | null = started.start;
    while (next !== null) {
      if (next.type === 'effect.completed' && next.key === this.#lastKey) this.#isKilled = true;
      await this.#feed({ ...next, at: Math.max(this.#strikes.delay(next.at), this.#now) });
      if (this.#isKilled && !this.#isFinished) await this.#goOn();
      if (this.#isFinished || this.#stop !== null) return;
      if (this.#events.length > MOST_EVENTS || this.#now > this.#given.at + MOST_TIME)
        return this.#endless(`The run has ${this.#events.length} events`);
      next = this.#hasMore ? { type: 'run.continued', at: this.#now } : this.#agenda.next();
    }
    this.#stop = { code: 'stuck', waitsFor: [...new Set([...this.#pending.values()].map(({ taskId }) => taskId))] };
  }

  async #feed(input: RunInput): Promise<void> {
    this.#now = Math.max(this.#now, input.at);
    if (input.type === 'effect.completed') this.#pending.delete(input.key);
    if (input.type === 'signal.received') this.#noteSignal(input.name);
    const { events, effects, more, isFinished } = advance(this.#run, input);
    for (const event of events) this.#events.push(event);
    this.#recorded?.take(events);
    this.#hasMore = more;
    this.#isFinished = isFinished;
    for (const effect of effects) await this.#take(effect);
    if (this.#subject.isSimulated) this.#makeSignals();
  }

  async #take(effect: Effect): Promise<void> {
    switch (effect.type) {
      case 'timer.start':
        this.#strikes.setTimer(effect, this.#now, this.#events.length);
        this.#agenda.add({ type: 'timer.fired', at: effect.at, id: effect.id });
        return;
      case 'timer.cancel':
        return this.#agenda.dropTimer(effect.id);
      case 'effect.abort':
        this.#pending.delete(effect.key);
        return this.#agenda.dropCall(effect.key);
      default:
        return this.#call(effect);
    }
  }

  async #call(call: Call): Promise<void> {
    this.#pending.set(call.key, call);
    // A host that ends as it records an answer makes none of the calls that follow.
    if (this.#isKilled) {
      this.#unsent.add(call.key);
      return;
    }
    if (call.type !== 'memory.call' && !this.#calls.has(call.taskId)) this.#calls.set(call.taskId, call);
    const strike = this.#strikes.strike(call, this.#events.length);
    switch (strike.type) {
      case 'usual':
        return this.#answer(call, await this.#usual(call));
      case 'cancelled':
        this.#note(call);
        if (strike.isFirst) this.#agenda.add({ type: 'run.cancelled', at: this.#now + 1 });
        return;
      case 'killed':
        return this.#kill(call, strike.when);
      case 'answered':
        if (strike.mayHaveReached) this.#note(call);
        return this.#answer(call, strike.answer);
      case 'endless':
        return this.#endless(strike.what);
    }
  }

  async #kill(call: Call, when: 'before' | 'after'): Promise<void> {
    if (when === 'before') {
      this.#note(call);
      this.#isKilled = true;
      return;
    }
    this.#lastKey = call.key;
    this.#answer(call, await this.#usual(call));
  }

  /** Null: no answer ever came to it in the recorded run. */
  async #usual(call: Call): Promise<AnsweredCall | null> {
    const given = await this.#answers.answer(call);
    if (given === null && this.#recorded?.isLeft(call) === true) return null;
    const answered = given === null || 'refusal' in given ? await this.#answers.simulate(call) : given;
    if (answered.outcome.ok) this.#note(call);
    return answered;
  }

  /** Null: no answer ever comes. */
  #answer({ key }: Call, answered: AnsweredCall | null): void {
    if (answered === null) return;
    const { outcome, duration } = answered;
    this.#agenda.add({ type: 'effect.completed', at: this.#now + duration, key, outcome });
  }

  #note(call: Call): void {
    if (isConsequence(call)) this.#consequences.push(toConsequence(call, this.#events.length));
  }

  /** Another host goes on with the run: calls that were under way are decided about (decision 40). */
  async #goOn(): Promise<void> {
    this.#isKilled = false;
    const cutOff = [...this.#pending.values()];
    for (const { key } of cutOff) this.#agenda.dropCall(key);
    for (const call of cutOff)
      if (hasConsequences(call) && !this.#unsent.has(call.key))
        await this.#feed({ type: 'effect.started', at: this.#now, key: call.key });
    await this.#feed({ type: 'run.interrupted', at: this.#now + AWAY, since: this.#now, cause: 'lost' });
    for (const call of cutOff) {
      const { key } = call;
      if (!this.#pending.has(key) || this.#isFinished) continue;
      if (this.#unsent.delete(key)) {
        await this.#call(call);
        continue;
      }
      const isSafe = !hasConsequences(call) || startsRun(call);
      const by = isSafe ? 'safe' : decideRepeat(call, this.#subject.repeat);
      if (by === 'ask') {
        this.#stop = { code: 'asked', call };
        return;
      }
      if (by === 'no') {
        this.#answer(call, { outcome: unknownOutcome(), duration: 0 });
        continue;
      }
      await this.#feed({ type: 'effect.repeated', at: this.#now, key, by });
      this.#answer(call, await this.#usual(call));
    }
  }

  #send(name: string, payload: Json, at: number): void {
    const count = this.#strikes.countArrivals(name);
    for (let arrival = 0; arrival < count; arrival += 1)
      this.#agenda.add({ type: 'signal.received', at: at + arrival * 1000, name, payload });
  }

  #makeSignals(): void {
    for (const { taskId, signal, since, schema } of listSignalWaits(this.#run)) {
      const wait = `${taskId} ${since}`;
      if (this.#heard.has(wait)) continue;
      this.#heard.add(wait);
      const payload = schema === null ? {} : sampleFromSchema(schema, this.#subject.test.seed);
      this.#send(signal, payload, this.#now + MINUTE);
    }
  }

  #noteSignal(name: string): void {
    for (const { taskId, signal } of listSignalWaits(this.#run)) if (signal === name) this.#signals.set(taskId, name);
  }

  #endless(what: string): void {
    const days = Math.floor((this.#now - this.#given.at) / 86_400_000);
    this.#stop = { code: 'endless', message: `${what} in ${days} days of virtual time, and goes on.` };
  }
}
