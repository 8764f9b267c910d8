import type { Json } from '../../base/index.ts';
import { MOST_VIRTUAL_TIME, type RunInputDraft, VirtualDriver } from '../../driver/index.ts';
import { decideRepeat } from '../../effects/index.ts';
import { effectiveWorkflow } from '../../graph/index.ts';
import { type Call, hasConsequences, listSignalWaits, startsRun } from '../../run/index.ts';
import { sampleFromSchema } from '../../schema/index.ts';
import type { AnsweredCall } from '../play/askWithin.ts';
import { type GivenStart, givenRun, startOf } from '../play/givenRun.ts';
import { TestCalls } from '../play/TestCalls.ts';
import type { Fault } from './Fault.ts';
import {
  type Consequence,
  countStarts,
  type DrillStop,
  type DrillSubject,
  isConsequence,
  type MadeToolCall,
  type PlayedDrill,
  toConsequence,
} from './PlayedDrill.ts';
import { Strikes } from './Strikes.ts';
import { unknownOutcome } from './strikeOutcome.ts';
import { placeName, type ToolPlace, ToolPlaces } from './ToolPlaces.ts';

/** How long it takes until another host continues a run, in ms: no deadline passes meanwhile. */
const AWAY = 1000;
/** How long a person thinks, in ms. */
const MINUTE = 60_000;
/** What a run may take. */
const MOST = { events: 50_000, time: MOST_VIRTUAL_TIME };

/** Plays a run on a virtual clock while one thing goes wrong in it, or nothing. Nothing is reached: what has no answer is made up. */
export async function playDrill(
  subject: DrillSubject,
  struck: { readonly fault: Fault; readonly usual: PlayedDrill } | null,
): Promise<PlayedDrill> {
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
  readonly #given: GivenStart;
  readonly #strikes: Strikes;
  readonly #driver: VirtualDriver<DrillStop>;
  readonly #answers: TestCalls;
  readonly #calls = new Map<string, Call>();
  readonly #tools = new Map<string, MadeToolCall>();
  readonly #toolPlaces: ToolPlaces;
  readonly #consequences: Consequence[] = [];
  readonly #signals = new Map<string, string>();
  readonly #heard = new Set<string>();
  #stop: DrillStop | null = null;
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
    this.#toolPlaces = new ToolPlaces(analysis);
    const { cassette } = ports;
    this.#given = givenRun(test, cassette?.cassette ?? null);
    this.#answers = new TestCalls(analysis, test, ports);
    const { recorded } = this.#answers;
    this.#driver = new VirtualDriver(effectiveWorkflow(analysis), this.#given.at, {
      answer: (call) => this.#call(call),
      onEvents: (events) => recorded?.take(events),
      placeTimer: (timer) => {
        strikes.setTimer(timer, this.#driver.now, this.#driver.events.length);
        return null;
      },
      delay: (at) => strikes.delay(at),
      toInput: ({ what }) => this.#note(what),
      after: () => this.#after(),
    });
  }

  async play(): Promise<PlayedDrill> {
    await this.#drive();
    return {
      events: this.#driver.events,
      view: this.#driver.view,
      stop: this.#stop,
      struckAt: this.#strikes.struckAt,
      calls: this.#calls,
      tools: this.#tools,
      consequences: this.#consequences,
      signals: this.#signals,
    };
  }

  close(): void {
    this.#answers.close();
  }

  async #drive(): Promise<void> {
    const { at: begin, signals, cancels } = this.#given;
    const started = startOf(this.#subject.analysis, this.#given, { plan: this.#answers.recorded?.plan });
    if ('error' in started) {
      this.#stop = { code: 'input', message: started.error };
      return;
    }
    for (const { name, payload, at } of signals) this.#send(name, payload, begin + at);
    for (const at of cancels) this.#driver.plan(begin + at, { type: 'run.cancelled' });
    const end = await this.#driver.play(started.start, MOST);
    if (end === 'endless') this.#endless(`The run has ${this.#driver.events.length} events`);
    if (end !== 'stuck') return;
    this.#stop = { code: 'stuck', waitsFor: [...new Set(this.#driver.pending.map(({ taskId }) => taskId))] };
  }

  /** Notes an input before it is fed. */
  #note(input: RunInputDraft): RunInputDraft {
    if (input.type === 'effect.completed' && input.key === this.#lastKey) this.#isKilled = true;
    if (input.type === 'signal.received') this.#noteSignal(input.name);
    return input;
  }

  async #after(): Promise<DrillStop | null> {
    if (this.#subject.isSimulated) this.#makeSignals();
    if (this.#isKilled && !this.#driver.isFinished) await this.#goOn();
    return this.#stop;
  }

  async #feed(input: RunInputDraft, after = 0): Promise<void> {
    await this.#driver.feed(input, after);
    if (this.#subject.isSimulated) this.#makeSignals();
  }

  /** What stops the run does so once all that follows from the input was done. */
  async #call(call: Call): Promise<null> {
    // A host that ends as it records an answer makes none of the calls that follow.
    if (this.#isKilled) this.#unsent.add(call.key);
    else await this.#make(call);
    return null;
  }

  async #make(call: Call): Promise<void> {
    const events = this.#driver.events.length;
    const place = this.#toolPlaces.placeOf(call);
    this.#noteCall(call, place);
    const strike = this.#strikes.strike(call, { place, events });
    switch (strike.type) {
      case 'usual':
        return this.#answer(call, await this.#usual(call));
      case 'cancelled':
        this.#noteConsequence(call);
        if (strike.isFirst) this.#driver.plan(this.#driver.now + 1, { type: 'run.cancelled' });
        return;
      case 'killed':
        return this.#kill(call, strike.when);
      case 'answered':
        if (strike.mayHaveReached) this.#noteConsequence(call);
        if (place !== null) this.#answers.pass(call);
        return this.#answer(call, strike.answer);
      case 'endless':
        return this.#endless(strike.what);
    }
  }

  async #kill(call: Call, when: 'before' | 'after'): Promise<void> {
    if (when === 'before') {
      this.#noteConsequence(call);
      this.#isKilled = true;
      return;
    }
    this.#lastKey = call.key;
    this.#answer(call, await this.#usual(call));
  }

  /** Null: no answer ever came to it in the recorded run. */
  async #usual(call: Call): Promise<AnsweredCall | null> {
    const given = (await this.#answers.answer(call)) ?? this.#saidBefore(call);
    if (given === null && this.#answers.recorded?.isLeft(call) === true) return null;
    const answered = given === null || 'refusal' in given ? await this.#answers.simulate(call) : given;
    if (answered.outcome.ok) this.#noteConsequence(call);
    else this.#noteFailure(call);
    return answered;
  }

  /** What a model that is told of the failure of a tool said in the recorded run, as a test that lists its turns has it; null: nothing. */
  #saidBefore(call: Call): AnsweredCall | null {
    if (call.type !== 'model.call' || !this.#strikes.hasStruckTool(call.taskId)) return null;
    return this.#answers.recorded?.pastOf(call)?.answer ?? null;
  }

  #noteCall(call: Call, of: ToolPlace | null): void {
    const { taskId: task } = call;
    if (of === null) {
      if (call.type !== 'memory.call' && !this.#calls.has(task)) this.#calls.set(task, call);
      return;
    }
    const name = placeName({ task, of });
    if (!this.#tools.has(name)) this.#tools.set(name, { task, of, call, hasFailed: false });
  }

  /** Notes that a tool of an agent failed. */
  #noteFailure(call: Call): void {
    const of = this.#toolPlaces.placeOf(call);
    const name = placeName({ task: call.taskId, of });
    const made = this.#tools.get(name);
    if (of !== null && made !== undefined) this.#tools.set(name, { ...made, hasFailed: true });
  }

  /** Null: no answer ever comes. */
  #answer(call: Call, answered: AnsweredCall | null): void {
    if (answered !== null) this.#driver.answer(call, answered.outcome, answered.duration);
  }

  #noteConsequence(call: Call): void {
    if (isConsequence(call)) this.#consequences.push(toConsequence(call, this.#driver.events.length));
  }

  /** Another host continues the run: calls that were under way are decided about (decision 40). */
  async #goOn(): Promise<void> {
    this.#isKilled = false;
    const driver = this.#driver;
    const cutOff = driver.pending;
    for (const { key } of cutOff) driver.drop(key);
    for (const call of cutOff)
      if (hasConsequences(call) && !this.#unsent.has(call.key))
        await this.#feed({ type: 'effect.started', key: call.key });
    await this.#feed({ type: 'run.interrupted', since: driver.now, cause: 'lost' }, AWAY);
    for (const call of cutOff) {
      const { key } = call;
      if (driver.isFinished || !driver.pending.some((other) => other.key === key)) continue;
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
      await this.#feed({ type: 'effect.repeated', key, by });
      this.#answer(call, await this.#usual(call));
    }
  }

  #send(name: string, payload: Json, at: number): void {
    const count = this.#strikes.countArrivals(name);
    for (let arrival = 0; arrival < count; arrival += 1)
      this.#driver.plan(at + arrival * 1000, { type: 'signal.received', name, payload });
  }

  #makeSignals(): void {
    for (const { taskId, signal, since, schema } of listSignalWaits(this.#driver.run)) {
      const wait = `${taskId} ${since}`;
      if (this.#heard.has(wait)) continue;
      this.#heard.add(wait);
      const payload = schema === null ? {} : sampleFromSchema(schema, this.#subject.test.seed);
      this.#send(signal, payload, this.#driver.now + MINUTE);
    }
  }

  #noteSignal(name: string): void {
    for (const { taskId, signal } of listSignalWaits(this.#driver.run))
      if (signal === name) this.#signals.set(taskId, name);
  }

  #endless(what: string): void {
    const days = Math.floor(this.#driver.played / 86_400_000);
    this.#stop = { code: 'endless', message: `${what} in ${days} days of virtual time, and keeps running.` };
  }
}
