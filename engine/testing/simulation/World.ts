import type { RepeatPolicy } from '../../driver/index.ts';
import { type Call, hasConsequences, type Outcome, type RunInput } from '../../run/index.ts';
import { ScriptedMemory } from '../ScriptedMemory.ts';
import type { Dice } from './Dice.ts';
import { SimulationError } from './SimulationError.ts';

/** What people and other programs do: an input, without its time, or a change of the clock in ms. */
export type Deed =
  | { readonly type: 'jump'; readonly by: number }
  | { readonly type: 'input'; readonly input: OutsideInput };

/** An input from outside, without its time. */
export type OutsideInput = RunInput extends infer Input
  ? Input extends {
      readonly type: 'run.started' | 'run.continued' | 'run.interrupted' | `effect.${string}` | 'timer.fired';
    }
    ? never
    : Omit<Input, 'at'>
  : never;

/** A moment of the world, in ms since the simulation began: `order` is that of equal moments. */
interface Due<T> {
  readonly at: number;
  readonly what: T;
}

/** What comes back to a call; null where nothing does. Calls to a memory read and write the given one. */
export type OutcomeOf = (call: Call, memory: ScriptedMemory) => Outcome | null;

/** When the clock of every simulation starts: 2026-01-01T00:00:00.000Z. */
export const START = Date.UTC(2026, 0, 1);

/** Everything outside the host, which its crashes leave as it is: time, the server, and the user who watches the run. */
export class World {
  readonly dice: Dice;
  /** What becomes of calls that were cut off. */
  readonly repeat: RepeatPolicy;
  /** ms since the simulation began: advances steadily, whatever the clock says. */
  now = 0;
  /** How many times the server was asked, by key. */
  readonly performs = new Map<string, number>();
  /** The calls that it was asked by. */
  readonly calls = new Map<string, Call>();
  /** What agents remember: it outlives the host. */
  readonly memory = new ScriptedMemory();
  readonly #outcomeOf: OutcomeOf;
  #offset = 0;
  #deeds: Due<Deed>[] = [];
  #isWatching = false;

  constructor(dice: Dice, outcomeOf: OutcomeOf, repeat: RepeatPolicy = 'yes') {
    this.dice = dice;
    this.repeat = repeat;
    this.#outcomeOf = outcomeOf;
  }

  /** What the clock says, in ms since the epoch. */
  clock(): number {
    return START + this.now + this.#offset;
  }

  /** The moment at which the clock says this, unless it is changed before. */
  momentOf(clock: number): number {
    return Math.max(this.now, clock - START - this.#offset);
  }

  /** Someone will do something. */
  plan(after: number, deed: Deed): void {
    this.#deeds.push({ at: this.now + after, what: deed });
  }

  /** The moment of the next deed; infinite when there is none. */
  nextDeed(): number {
    return this.#deeds.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  }

  /** Inputs of the deeds that are due, in their order; clocks are changed here. */
  takeDeeds(): readonly OutsideInput[] {
    const due = this.#deeds.filter(({ at }) => at <= this.now);
    this.#deeds = this.#deeds.filter(({ at }) => at > this.now);
    return due.flatMap(({ what }) => {
      if (what.type === 'input') return [what.input];
      this.#offset += what.by;
      return [];
    });
  }

  /** The user who pauses a run steps through it, and resumes it in the end. */
  watch(isPaused: boolean): void {
    if (!isPaused || this.#isWatching) return;
    this.#isWatching = true;
    const isStep = this.dice.chance(50);
    this.plan(1 + this.dice.roll(20), { type: 'input', input: { type: isStep ? 'run.stepped' : 'run.resumed' } });
  }

  /** Called once an input of the watching user is durable. */
  receive(input: RunInput): void {
    if (input.type !== 'run.stepped' && input.type !== 'run.resumed') return;
    this.#isWatching = false;
    this.watch(input.type === 'run.stepped');
  }

  /** Asks the server or the memory: however often one key is asked, the same is done; null where it hangs. */
  perform(call: Call, journal: readonly RunInput[]): Outcome | null {
    const { key } = call;
    const isKnown = (type: RunInput['type']): boolean =>
      journal.some((input) => input.type === type && 'key' in input && input.key === key);
    if (isKnown('effect.completed')) throw new SimulationError(`${key} was recorded, and performed again`);
    if (hasConsequences(call) && !isKnown('effect.started'))
      throw new SimulationError(`${key} was performed before its intent was durable`);
    this.calls.set(key, call);
    this.performs.set(key, (this.performs.get(key) ?? 0) + 1);
    return this.#outcomeOf(call, this.memory);
  }
}
