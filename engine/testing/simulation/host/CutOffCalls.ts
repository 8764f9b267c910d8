import type { RunInputDraft, TrackedRun } from '../../../driver/index.ts';
import { giveUp, planResumption, type Resumption, resumeDecided } from '../../../hosts/planResumption.ts';
import type { Call, RunEvent, RunInput } from '../../../run/index.ts';
import type { World } from '../World.ts';

/** An input on its way: `at` is the moment at which it comes. */
export interface Answer {
  readonly at: number;
  readonly key: string;
  readonly arrival: RunInputDraft;
}

/** The calls of a run that were cut off. As in the hosts, a person decides some time later what is not decided by itself. */
export class CutOffCalls {
  readonly #tracked: TrackedRun;
  readonly #world: World;
  readonly #calls = new Map<string, Call>();
  /** Those that the person is asked about. */
  readonly #asked = new Set<string>();

  constructor(tracked: TrackedRun, world: World) {
    this.#tracked = tracked;
    this.#world = world;
  }

  /** What the run is fed first, the calls that were never made, and what the person will answer. */
  goOn(): Pick<Resumption, 'inputs' | 'unsent'> & { readonly answers: readonly Answer[] } {
    const { repeat, dice, now } = this.#world;
    const plan = planResumption(this.#tracked, { cause: 'lost', policy: repeat, continuesRuns: true });
    for (const [key, call] of [...plan.again, ...plan.asked]) this.#calls.set(key, call);
    const answers = [...plan.asked].map(([key, call]): Answer => {
      this.#asked.add(key);
      const arrival: RunInputDraft = dice.chance(50)
        ? { type: 'effect.repeated', key, by: 'person' }
        : giveUp(this.#tracked, call);
      return { at: now + dice.roll(100), key, arrival };
    });
    return { inputs: plan.inputs, unsent: plan.unsent, answers };
  }

  /** The call that an input, which was fed, makes again. */
  repeatedBy(input: RunInput, events: readonly RunEvent[]): Call | undefined {
    if (input.type !== 'effect.repeated' || !events.some(({ type }) => type === 'effect.repeated')) return undefined;
    return this.#calls.get(input.key);
  }

  /** What the host feeds after an input: it resumes the run once all is decided. */
  noteDecision(input: RunInput): readonly RunInputDraft[] {
    if (input.type !== 'effect.repeated' && input.type !== 'effect.completed') return [];
    return this.#asked.delete(input.key) && this.#asked.size === 0 ? resumeDecided(this.#tracked) : [];
  }
}
