import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import {
  advance,
  type Call,
  createRun,
  type Effect,
  EMPTY_VIEW,
  foldRun,
  type Outcome,
  type Run,
  type RunEvent,
  type RunInput,
  type RunView,
} from '../../run/index.ts';
import type { Cassette, RecordedCall } from '../cassette/Cassette.ts';
import { Deck } from '../cassette/Deck.ts';
import { fingerprintOf } from '../cassette/fingerprintOf.ts';
import { Places } from '../cassette/Places.ts';
import { Renames, renameInput, renameStart } from '../cassette/Renames.ts';
import { Answers } from '../play/Answers.ts';
import { isComputed } from '../play/isPure.ts';
import { TestCalls, type TestPorts } from '../play/TestCalls.ts';
import { type Due, Schedule } from './Schedule.ts';

/**
 * What becomes of a call that a cassette has no answer for. `stop`: the run ends there; `error`: it fails with `UNANSWERED`;
 * `simulate`: its answer is made up from its schema.
 */
export type OnMiss = 'stop' | 'error' | 'simulate';

/** How a cassette is played. */
export interface PlayOptions extends TestPorts {
  /** The workflow that it was recorded with; absent: that which plays it. */
  readonly recorded?: Analysis;
  /** `stop` when absent. */
  readonly onMiss?: OnMiss;
}

/** A call that the cassette has no answer for. */
export interface Miss {
  readonly call: Call;
  readonly fingerprint: string;
  /** What was asked there when it was recorded; null: nothing was, or nothing was answered in the time. */
  readonly asked: string | null;
}

/** A run that was played from a cassette. */
export interface PlayedCassette {
  readonly events: readonly RunEvent[];
  readonly view: RunView;
  /** In the order of the calls; with `stop` at most one. */
  readonly misses: readonly Miss[];
  /** Why it was stopped before its end: `MISS`, over the bounds, or nothing is left that could happen; null: it ended, or its record does. */
  readonly stop: 'MISS' | 'ENDLESS' | 'STUCK' | null;
}

/** What a run may take: events, and ms of virtual time, each beside what it took when it was recorded. */
const MOST_EVENTS = 100_000;
const MOST_TIME = 400 * 86_400_000;

/**
 * Plays a cassette on a workflow: the run that was recorded, as it goes with this text. With the text that it was recorded with it gives
 * the same events, byte for byte. Nothing is reached; what gives the same for the same is performed where its request is another one.
 * Patterns must be loaded.
 */
export async function playCassette(
  analysis: Analysis,
  cassette: Cassette,
  options: PlayOptions = {},
): Promise<PlayedCassette> {
  const player = new CassettePlayer(analysis, cassette, options);
  try {
    return await player.play();
  } finally {
    player.close();
  }
}

class CassettePlayer {
  readonly #analysis: Analysis;
  readonly #cassette: Cassette;
  readonly #onMiss: OnMiss;
  readonly #ports: TestPorts;
  readonly #run: Run;
  readonly #renames: Renames;
  readonly #places: Places;
  readonly #deck: Deck;
  readonly #schedule = new Schedule();
  readonly #asked = new Map<string, Call>();
  readonly #events: RunEvent[] = [];
  readonly #misses: Miss[] = [];
  #performing: TestCalls | null = null;
  #slice = 0;
  #isSliced = false;
  #now: number;

  constructor(analysis: Analysis, cassette: Cassette, { recorded = analysis, onMiss = 'stop', ...ports }: PlayOptions) {
    const workflow = effectiveWorkflow(analysis);
    this.#analysis = analysis;
    this.#cassette = cassette;
    this.#onMiss = onMiss;
    this.#ports = ports;
    this.#run = createRun(workflow);
    const renames = new Renames(effectiveWorkflow(recorded), workflow);
    this.#renames = renames;
    this.#places = new Places((id) => renames.before(id));
    this.#deck = new Deck(cassette, renames);
    this.#now = cassette.start.at;
  }

  async play(): Promise<PlayedCassette> {
    const stop = await this.#drive();
    return { events: this.#events, view: foldRun(EMPTY_VIEW, this.#events), misses: this.#misses, stop };
  }

  close(): void {
    this.#performing?.close();
  }

  async #drive(): Promise<PlayedCassette['stop']> {
    const { start, outside, end, events: size } = this.#cassette;
    for (const { order, after, input } of outside)
      this.#schedule.add({ at: start.at + after, order, id: null, what: input });
    if (end !== null) this.#schedule.add({ at: start.at + end.after, order: end.order, id: null, what: 'end' });
    const latest = start.at + MOST_TIME + (outside.at(-1)?.after ?? 0);
    let due: Due | undefined = { at: start.at, order: 0, id: null, what: renameStart(start, this.#renames) };
    for (; due !== undefined; due = this.#schedule.next()) {
      if (due.what === 'end') return null;
      this.#now = Math.max(this.#now, due.at);
      if (due.what === 'silence') {
        const call = this.#asked.get(due.id ?? '');
        const outcome = call === undefined ? null : await this.#miss(call, null);
        if (outcome === null) return 'MISS';
        this.#schedule.add({ at: this.#now, order: due.order, id: due.id, what: this.#answerTo(due.id, outcome) });
        continue;
      }
      const input = this.#toInput(due);
      if (input === null) continue;
      const { events, effects, more, isFinished } = advance(this.#run, input);
      for (const event of events) this.#events.push(event);
      this.#places.take(events);
      for (const effect of effects) if (!(await this.#take(effect))) return 'MISS';
      if (isFinished) return null;
      if (this.#events.length > MOST_EVENTS + 2 * size || this.#now > latest) return 'ENDLESS';
      this.#goOn(more);
    }
    return 'STUCK';
  }

  /** The input that is due, as this run takes it; null where there is nothing that it is for. */
  #toInput({ what, order }: Due): RunInput | null {
    if (what === 'end' || what === 'silence') return null;
    if (what.type === 'run.continued') this.#isSliced = false;
    const input = { ...renameInput(what, this.#renames), at: this.#now };
    if (!('activation' in input)) return input;
    const place = this.#cassette.outside.find((outside) => outside.order === order)?.place;
    // Of a step that was not there either, only that it is not is told, in an event.
    if (place === undefined) return this.#places.placeOfActivation(input.activation) === undefined ? input : null;
    const activation = this.#places.activationAt(place);
    return activation === undefined ? null : { ...input, activation };
  }

  /** A step that was interrupted is gone on with once it is its turn. */
  #goOn(more: boolean): void {
    if (!more) {
      if (this.#isSliced) this.#schedule.drop(SLICE);
      this.#isSliced = false;
      return;
    }
    if (this.#isSliced) return;
    const { order, after } = this.#cassette.slices[this.#slice] ?? { order: -1, after: 0 };
    this.#slice += 1;
    this.#isSliced = true;
    const at = this.#now + after;
    this.#schedule.add({ at, order, id: SLICE, what: { type: 'run.continued', at } });
  }

  /** False where the run ends here. */
  async #take(effect: Effect): Promise<boolean> {
    switch (effect.type) {
      case 'timer.start': {
        const { id } = effect;
        const { order, after } = this.#cassette.timers[this.#places.placeOf(id)] ?? { order: Infinity, after: 0 };
        const at = Math.max(this.#now, effect.at + after);
        this.#schedule.add({ at, order, id, what: { type: 'timer.fired', at, id } });
        return true;
      }
      case 'timer.cancel':
        this.#schedule.drop(effect.id);
        return true;
      case 'effect.abort':
        this.#schedule.drop(effect.key);
        return true;
      default:
        return this.#asked.has(effect.key) || this.#call(effect);
    }
  }

  async #call(call: Call): Promise<boolean> {
    this.#asked.set(call.key, call);
    const fingerprint = this.#fingerprintOf(call);
    const place = this.#places.placeOf(call.key);
    const found = this.#deck.take({ place, taskId: this.#renames.before(call.taskId), fingerprint });
    if ('recorded' in found) {
      this.#answer(call, found.recorded);
      return true;
    }
    if (isComputed(call)) {
      const { outcome, duration } = await this.#performer().perform(call);
      this.#complete(call, outcome, duration);
      return true;
    }
    const outcome = await this.#miss(call, found.asked?.fingerprint ?? null);
    if (outcome === null) return false;
    this.#complete(call, outcome, 0);
    return true;
  }

  #answer({ key }: Call, { inputs, until }: RecordedCall): void {
    for (const { order, after, input } of inputs)
      this.#schedule.add({ at: this.#now + after, order, id: key, what: { ...input, key } });
    if (until !== null)
      this.#schedule.add({ at: this.#now + until.after, order: until.order, id: key, what: 'silence' });
  }

  #complete({ key }: Call, outcome: Outcome, duration: number): void {
    this.#schedule.add({
      at: this.#now + duration,
      order: Infinity,
      id: key,
      what: this.#answerTo(key, outcome),
    });
  }

  #answerTo(key: string | null, outcome: Outcome): RunInput {
    return { type: 'effect.completed', at: this.#now, key: key ?? '', outcome };
  }

  /** What a call is answered with that was not recorded; null: the run ends. */
  async #miss(call: Call, asked: string | null): Promise<Outcome | null> {
    this.#misses.push({ call, fingerprint: this.#fingerprintOf(call), asked });
    if (this.#onMiss === 'stop') return null;
    if (this.#onMiss === 'simulate') return (await this.#performer().simulate(call)).outcome;
    const message = `What “${call.taskId}” asks for was not recorded.`;
    const details = { type: 'cassette', reason: message };
    return { ok: false, error: { code: 'UNANSWERED', message, details }, retryAfter: null };
  }

  #fingerprintOf(call: Call): string {
    return this.#renames.inText(fingerprintOf(call, this.#cassette.start.runId));
  }

  #performer(): TestCalls {
    this.#performing ??= new TestCalls(new Answers(this.#analysis.graph, []), this.#ports);
    return this.#performing;
  }
}

/** What interrupts a long step has one place in the schedule. */
const SLICE = 'slice';
