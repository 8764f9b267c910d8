import type { Json } from '../../../base/index.ts';
import type { RunEvent } from '../../../run/index.ts';
import type { GatheredFacts } from './RunFacts.ts';
import type { RunTally } from './RunTally.ts';

/** Gathers the facts of one run. What counts them is loaded as the run begins; until then its events wait here. */
export class FactsCollector {
  readonly #loading: Promise<RunTally | null>;
  #tally: RunTally | null = null;
  #early: (readonly RunEvent[])[] = [];
  #isLost = false;

  /** `known`: what `state` gave at the checkpoint that the run is opened from; events before `startedAt` do not count. */
  constructor(startedAt: number, known: Json | undefined) {
    this.#loading = import('./RunTally.ts').then(
      (loaded) => {
        this.#tally = new loaded.RunTally(startedAt, known);
        for (const events of this.#early) this.#tally.add(events);
        this.#early = [];
        return this.#tally;
      },
      () => {
        this.#isLost = true;
        this.#early = [];
        return null;
      },
    );
  }

  add(events: readonly RunEvent[]): void {
    if (this.#tally !== null) this.#tally.add(events);
    else if (!this.#isLost) this.#early.push(events);
  }

  /** For a checkpoint; undefined while nothing is counted yet. */
  get state(): Json | undefined {
    return this.#tally?.toJson();
  }

  /** All that was gathered; null where what counts could not be loaded. */
  async finish(): Promise<GatheredFacts | null> {
    return (await this.#loading)?.gathered ?? null;
  }
}
