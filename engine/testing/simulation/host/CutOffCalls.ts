import {
  type Driver,
  giveUp,
  planResumption,
  type Resumption,
  type RunInputDraft,
  resumeDecided,
} from '../../../driver/index.ts';
import type { RunInput } from '../../../run/index.ts';
import type { World } from '../World.ts';
import type { Answer } from './CallsUnderWay.ts';

/** The calls of a run that were cut off. As in the hosts, a person decides some time later what is not decided by itself. */
export class CutOffCalls {
  readonly #driver: Driver;
  readonly #world: World;
  /** Those that the person is asked about. */
  readonly #asked = new Set<string>();

  constructor(driver: Driver, world: World) {
    this.#driver = driver;
    this.#world = world;
  }

  /** What the run is fed first, the calls that were never made, and what the person will answer. */
  goOn(): Pick<Resumption, 'inputs' | 'unsent'> & { readonly answers: readonly Answer[] } {
    const { repeat, dice, now } = this.#world;
    const { tracked } = this.#driver;
    const plan = planResumption(tracked, { cause: 'lost', policy: repeat, continuesRuns: true });
    for (const call of [...plan.again.values(), ...plan.asked.values()]) this.#driver.holdCutOff(call);
    const answers = [...plan.asked].map(([key, call]): Answer => {
      this.#asked.add(key);
      const input: RunInputDraft = dice.chance(50)
        ? { type: 'effect.repeated', key, by: 'person' }
        : giveUp(tracked, call);
      return { at: now + dice.roll(100), key, arrival: { input } };
    });
    return { inputs: plan.inputs, unsent: plan.unsent, answers };
  }

  /** What the host feeds after an input: it resumes the run once all is decided. */
  noteDecision(input: RunInput): readonly RunInputDraft[] {
    if (input.type !== 'effect.repeated' && input.type !== 'effect.completed') return [];
    return this.#asked.delete(input.key) && this.#asked.size === 0 ? resumeDecided(this.#driver.tracked) : [];
  }
}
