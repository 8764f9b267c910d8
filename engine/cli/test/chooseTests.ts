import { err, ok, type Result } from '../../base/index.ts';
import type { TestCase } from '../../testFile/index.ts';
import type { ReadTests } from './readTests.ts';

/** Which tests are played, and with what in place of their own. */
export interface TestChoice {
  /** What their names hold, whatever its case; null: any. */
  readonly name: string | null;
  /** Of all tests, in the order of files and lines, each `count`-th one, from the `index`-th on; from 1. Null: all. */
  readonly shard: { readonly index: number; readonly count: number } | null;
  /** The seed of all of them; null: their own. */
  readonly seed: number | null;
}

/** The options that make a choice, for `parseArgs`. */
export const CHOICE_OPTIONS = {
  name: { type: 'string' },
  shard: { type: 'string' },
  seed: { type: 'string' },
} as const;

/** Reads them. */
export function parseChoice(values: {
  readonly name?: string | undefined;
  readonly shard?: string | undefined;
  readonly seed?: string | undefined;
}): Result<TestChoice, string> {
  const { name, shard, seed } = values;
  if (name === '') return err('--name needs a part of the name of a test. Is a variable of your shell unset?');
  const [, index, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(shard ?? '') ?? [];
  if (shard !== undefined && (index === undefined || Number(index) > Number(count)))
    return err(`--shard takes which part of how many, such as 1/4, and not “${shard}”.`);
  if (seed !== undefined && !(/^\d{1,10}$/.test(seed) && Number(seed) < 2 ** 32))
    return err(`--seed takes a whole number from 0 to 4294967295, and not “${seed}”.`);
  return ok({
    name: name ?? null,
    shard: index === undefined ? null : { index: Number(index), count: Number(count) },
    seed: seed === undefined ? null : Number(seed),
  });
}

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
