import type { MadeCall, RunInputDraft } from '../../../driver/index.ts';
import type { RunInput } from '../../../run/index.ts';
import { promise } from '../SimulationError.ts';
import type { World } from '../World.ts';

/** What has arrived at a host. */
export type Arrival =
  | {
      readonly input: RunInputDraft;
      /** The call that answers it; absent: it comes from elsewhere. */
      readonly made?: MadeCall;
    }
  /** What a person has decided about a call that was cut off, by its key. */
  | { readonly decided: string; readonly again: boolean };

/** What is on its way: `at` is the moment at which it comes. */
export interface PendingArrival {
  readonly at: number;
  readonly key: string;
  readonly arrival: Arrival;
}

/** The answers on their way to the calls that one life of a host has made of the world. */
export class CallsUnderWay {
  readonly #world: World;
  readonly #performed = new Set<string>();
  /** What still comes after an abort is kept, too. */
  #answers: PendingArrival[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** When the next answer comes; infinity: none is on its way. */
  get next(): number {
    return Math.min(...this.#answers.map(({ at }) => at));
  }

  /** Makes a call; `recorded`: the inputs in the journal. An answer comes later, or never, and sometimes twice. */
  perform(made: MadeCall, recorded: readonly RunInput[]): void {
    const { dice, now } = this.#world;
    const { call } = made;
    const { key } = call;
    promise(!this.#performed.has(key), `${key} was performed twice in one life`);
    this.#performed.add(key);
    const outcome = this.#world.perform(call, recorded);
    if (outcome === null) return;
    const arrival: Arrival = { input: { type: 'effect.completed', key, outcome }, made };
    const at = now + dice.roll(40);
    this.#answers.push({ at, key, arrival });
    if (dice.chance(8)) this.#answers.push({ at: at + dice.roll(60), key, arrival });
  }

  /** Answers of calls that an earlier life has made. */
  expect(answers: readonly PendingArrival[]): void {
    this.#answers.push(...answers);
  }

  /** A call that was aborted may still be answered. */
  abort(key: string): void {
    if (this.#world.dice.chance(70)) this.#answers = this.#answers.filter((answer) => answer.key !== key);
  }

  /** Takes the answers that have come by now. */
  take(): readonly Arrival[] {
    const come = this.#answers.filter(({ at }) => at <= this.#world.now);
    this.#answers = this.#answers.filter(({ at }) => at > this.#world.now);
    return come.map(({ arrival }) => arrival);
  }
}
