import type { TestCase } from '../../testFile/index.ts';
import { SEED, type Values, value } from '../arguments/options.ts';
import type { ReadTests } from './readTests.ts';

/** The options that choose which tests are played, and with what in place of their own. */
export const CHOICE = {
  /** What their names hold, whatever its case; null: any. */
  name: value((written) => (written === '' ? undefined : written), 'a part of the name of a test'),
  /** Of all tests, in the order of files and lines, each `count`-th one, from the `index`-th on; from 1. Null: all. */
  shard: value((written) => {
    const [, index, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(written)?.map(Number) ?? [];
    return index === undefined || count === undefined || index > count ? undefined : { index, count };
  }, 'which part of how many, such as 1/4'),
  /** The seed of all of them; null: their own. */
  seed: SEED,
} as const;

type TestChoice = Values<typeof CHOICE>;

/** What can be played of a file. */
type Playable = Pick<ReadTests, 'subjects' | 'datasets'>;

/** Chooses among the tests and datasets of files, one file after the other. */
export class ChosenTests {
  readonly #choice: TestChoice;
  /** How many had the name. */
  #named = 0;
  #chosen = 0;

  constructor(choice: TestChoice) {
    this.#choice = choice;
  }

  take({ subjects, datasets }: Playable): Playable {
    return {
      subjects: subjects.filter(({ test }) => this.#wants(test)).map((subject) => this.#seeded(subject)),
      datasets: datasets
        .filter(({ dataset }) => this.#wants(dataset.test))
        .map((subject) => ({ ...subject, dataset: this.#seeded(subject.dataset) })),
    };
  }

  /** Why none was chosen; null where some were, or all are wanted. */
  get problem(): string | null {
    const { name, shard } = this.#choice;
    if (this.#chosen > 0) return null;
    if (name !== null && this.#named === 0) return `No test has “${name}” in its name.`;
    return shard === null || this.#named === 0 ? null : `There are ${this.#named} tests, so this part is empty.`;
  }

  #wants(test: TestCase): boolean {
    const { name, shard } = this.#choice;
    if (name !== null && !test.name.toLowerCase().includes(name.toLowerCase())) return false;
    const nth = this.#named;
    this.#named += 1;
    if (shard !== null && nth % shard.count !== shard.index - 1) return false;
    this.#chosen += 1;
    return true;
  }

  #seeded<Item extends { readonly test: TestCase }>(item: Item): Item {
    const { seed } = this.#choice;
    if (seed === null) return item;
    const { cassette } = item.test;
    const takes = cassette === null ? null : { ...cassette, takes: { ...cassette.takes, seed: false } };
    return { ...item, test: { ...item.test, seed, cassette: takes } };
  }
}
