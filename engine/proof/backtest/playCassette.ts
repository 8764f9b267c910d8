import { type Due, MOST_VIRTUAL_TIME, type RunInputDraft, VirtualDriver } from '../../driver/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import type { Call, Outcome, RunEvent, RunView } from '../../run/index.ts';
import { Deck } from '../cassette/Deck.ts';
import { fingerprintOf } from '../cassette/fingerprintOf.ts';
import { Places } from '../cassette/listCalls.ts';
import { Renames, renameInput, renameStart } from '../cassette/Renames.ts';
import type { Cassette, Moment, RecordedCall } from '../cassette/recordCassette.ts';
import { isComputed } from '../play/isPure.ts';
import { TestCalls, type TestPorts } from '../play/TestCalls.ts';

/**
 * What becomes of a call that a cassette has no answer for. `stop`: the run ends there; `error`: it fails with `UNANSWERED`;
 * `simulate`: its answer is made up from its schema; `repeat`: it is answered as the call there was, though that asked for something else,
 * and where there was none, as with `simulate`, the same wherever it is in the text.
 */
export type OnMiss = 'stop' | 'error' | 'simulate' | 'repeat';

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
  /** Why it was stopped before its end: `UNANSWERED`, over the bounds, or nothing is left that could happen; null: it ended, or its record does. */
  readonly stop: 'UNANSWERED' | 'ENDLESS' | 'STUCK' | null;
}

/** How many events a run may take, besides those that it took when it was recorded. */
const MOST_EVENTS = 100_000;

/** What may be due besides inputs. `end`: the record ends; `silence`: from here on it is not known what the call answers. */
type Mark = 'end' | 'silence';

/** Why a play is stopped; with `END` its record ends, as it does where the run was not at its end. */
type Stop = 'UNANSWERED' | 'END';

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
  readonly #renames: Renames;
  readonly #places: Places;
  readonly #deck: Deck;
  readonly #driver: VirtualDriver<Stop, Mark>;
  readonly #asked = new Map<string, Call>();
  readonly #misses: Miss[] = [];
  #performing: TestCalls | null = null;
  #slice = 0;

  constructor(analysis: Analysis, cassette: Cassette, { recorded = analysis, onMiss = 'stop', ...ports }: PlayOptions) {
    const workflow = effectiveWorkflow(analysis);
    this.#analysis = analysis;
    this.#cassette = cassette;
    this.#onMiss = onMiss;
    this.#ports = ports;
    const renames = new Renames(effectiveWorkflow(recorded), workflow);
    const places = new Places((id) => renames.before(id));
    this.#renames = renames;
    this.#places = places;
    this.#deck = new Deck(cassette, renames);
    this.#driver = new VirtualDriver(workflow, cassette.start.at, {
      answer: (call) => this.#answer(call),
      onEvents: (events) => places.take(events),
      placeTimer: ({ id, at: due }) => {
        const { order, after } = cassette.timers[places.placeOf(id)] ?? { order: Infinity, after: 0 };
        return { at: Math.max(this.#driver.now, due + after), order };
      },
      placeSlice: () => this.#placeSlice(),
      toInput: (due) => this.#toInput(due),
      reach: (due) => this.#reach(due),
    });
  }

  async play(): Promise<PlayedCassette> {
    const stop = await this.#drive();
    const { events, view } = this.#driver;
    return { events, view, misses: this.#misses, stop };
  }

  close(): void {
    this.#performing?.close();
  }

  async #drive(): Promise<PlayedCassette['stop']> {
    const { start, outside, end, events: size } = this.#cassette;
    for (const { order, after, input } of outside)
      this.#driver.add({ at: start.at + after, order, id: null, what: input });
    if (end !== null) this.#driver.addMark({ at: start.at + end.after, order: end.order, id: null, what: 'end' });
    const time = MOST_VIRTUAL_TIME + (outside.at(-1)?.after ?? 0);
    const ended = await this.#driver.play(renameStart(start, this.#renames), { events: MOST_EVENTS + 2 * size, time });
    if (ended === 'finished') return null;
    if (ended === 'endless') return 'ENDLESS';
    if (ended === 'stuck') return 'STUCK';
    return ended.stop === 'END' ? null : ended.stop;
  }

  /** The input that is due, as this run takes it; null where there is nothing that it is for. */
  #toInput({ what, order }: Due<RunInputDraft>): RunInputDraft | null {
    const input = renameInput(what, this.#renames);
    if (!('activation' in input)) return input;
    const place = this.#cassette.outside.find((outside) => outside.order === order)?.place;
    // Of a step that was not there either, only that it is not is told, in an event.
    if (place === undefined) return this.#places.placeOfActivation(input.activation) === undefined ? input : null;
    const activation = this.#places.activationAt(place);
    return activation === undefined ? null : { ...input, activation };
  }

  async #reach({ order, id, what }: Due<Mark>): Promise<Stop | null> {
    if (what === 'end') return 'END';
    const call = this.#asked.get(id ?? '');
    const outcome = call === undefined ? null : await this.#miss(call, null);
    if (call === undefined || outcome === null) return 'UNANSWERED';
    this.#complete(call, outcome, { order, after: 0 });
    return null;
  }

  /** A step that was interrupted is continued once it is its turn. */
  #placeSlice(): { readonly at: number; readonly order: number } {
    const { order, after } = this.#cassette.slices[this.#slice] ?? { order: -1, after: 0 };
    this.#slice += 1;
    return { at: this.#driver.now + after, order };
  }

  async #answer(call: Call): Promise<Stop | null> {
    // One that is asked for again is answered by what came for it later.
    if (this.#asked.has(call.key)) return null;
    this.#asked.set(call.key, call);
    const fingerprint = this.#fingerprintOf(call);
    const place = this.#places.placeOf(call.key);
    const found = this.#deck.take({ place, taskId: this.#renames.before(call.taskId), fingerprint });
    if ('recorded' in found) this.#repeat(call, found.recorded);
    else if (isComputed(call)) {
      const { outcome, duration } = await this.#performer().perform(call);
      this.#complete(call, outcome, { order: Infinity, after: duration });
    } else if (this.#onMiss === 'repeat' && found.asked !== null) {
      this.#misses.push({ call, fingerprint, asked: found.asked.fingerprint });
      this.#repeat(call, found.asked);
    } else {
      const outcome = await this.#miss(call, found.asked?.fingerprint ?? null);
      if (outcome === null) return 'UNANSWERED';
      this.#complete(call, outcome, { order: Infinity, after: 0 });
    }
    return null;
  }

  #repeat({ key }: Call, { inputs, until }: RecordedCall): void {
    const { now } = this.#driver;
    for (const { order, after, input } of inputs)
      this.#driver.add({ at: now + after, order, id: key, what: { ...input, key } });
    if (until !== null) this.#driver.addMark({ at: now + until.after, order: until.order, id: key, what: 'silence' });
  }

  #complete({ key }: Call, outcome: Outcome, { order, after }: Moment): void {
    const what = { type: 'effect.completed', key, outcome } as const;
    this.#driver.add({ at: this.#driver.now + after, order, id: key, what });
  }

  /** What a call is answered with that was not recorded; null: the run ends. */
  async #miss(call: Call, asked: string | null): Promise<Outcome | null> {
    this.#misses.push({ call, fingerprint: this.#fingerprintOf(call), asked });
    if (this.#onMiss === 'stop') return null;
    if (this.#onMiss === 'simulate') return (await this.#performer().simulate(call)).outcome;
    // The seed of a call has its place in the text.
    if (this.#onMiss === 'repeat')
      return (await this.#performer().simulate({ ...call, seed: this.#cassette.start.seed })).outcome;
    const message = `What “${call.taskId}” asks for was not recorded.`;
    const details = { type: 'cassette', reason: message };
    return { ok: false, error: { code: 'UNANSWERED', message, details }, retryAfter: null };
  }

  #fingerprintOf(call: Call): string {
    return this.#renames.inText(fingerprintOf(call, this.#cassette.start.runId));
  }

  #performer(): TestCalls {
    this.#performing ??= new TestCalls(this.#analysis, { answers: [], cassette: null }, this.#ports);
    return this.#performing;
  }
}
