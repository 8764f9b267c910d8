import type { RunInputDraft } from '../../../driver/index.ts';
import type { Call, RunInput } from '../../../run/index.ts';
import { promise } from '../SimulationError.ts';
import type { World } from '../World.ts';
import type { Answer } from './CutOffCalls.ts';

/** The calls that one life of a host has made of the world, and the answers on their way. */
export class CallsUnderWay {
  readonly #world: World;
  readonly #keys = new Set<string>();
  readonly #performed = new Set<string>();
  /** What still comes after an abort is kept, too. */
  #answers: Answer[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** Keys of the calls that have no answer. */
  get keys(): ReadonlySet<string> {
    return this.#keys;
  }

  /** When the next answer comes; infinity: none is on its way. */
  get next(): number {
    return Math.min(...this.#answers.map(({ at }) => at));
  }

  /** Makes a call; `recorded`: the inputs in the journal. An answer comes later, or never, and sometimes twice. */
  perform(call: Call, recorded: readonly RunInput[]): void {
    const { dice, now } = this.#world;
    const { key } = call;
    promise(!this.#performed.has(key), `${key} was performed twice in one life`);
    this.#performed.add(key);
    this.#keys.add(key);
    const outcome = this.#world.perform(call, recorded);
    if (outcome === null) return;
    const arrival: RunInputDraft = { type: 'effect.completed', key, outcome };
    const at = now + dice.roll(40);
    this.#answers.push({ at, key, arrival });
    if (dice.chance(8)) this.#answers.push({ at: at + dice.roll(60), key, arrival });
  }

  /** Answers of calls that an earlier life has made. */
  expect(answers: readonly Answer[]): void {
    this.#answers.push(...answers);
  }

  /** A call that was aborted may still be answered. */
  abort(key: string): void {
    this.#keys.delete(key);
    if (this.#world.dice.chance(70)) this.#answers = this.#answers.filter((answer) => answer.key !== key);
  }

  /** Takes the answers that have come by now. */
  take(): readonly RunInputDraft[] {
    const come = this.#answers.filter(({ at }) => at <= this.#world.now);
    this.#answers = this.#answers.filter(({ at }) => at > this.#world.now);
    for (const { key } of come) this.#keys.delete(key);
    return come.map(({ arrival }) => arrival);
  }
}
