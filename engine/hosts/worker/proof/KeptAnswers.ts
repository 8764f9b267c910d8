import type { KeyValueStore } from '../../../effects/index.ts';
import { type AnsweredCall, type AnswerStore, formatAnswer, parseAnswer } from '../../../proof/index.ts';
import type { Call } from '../../../run/index.ts';
import { sha256 } from '../../sha256.ts';

interface KeptAnswer {
  /** As in a file of answers. */
  readonly line: string;
  readonly answer: AnsweredCall;
}

/**
 * What was asked for real by the tests of one file, by the hash of what was asked: what a file has, and over it what this device keeps,
 * where each answer is stored before its run continues. So what was answered before the tab was closed is not asked again.
 */
export class KeptAnswers implements AnswerStore {
  readonly #values: KeyValueStore;
  readonly #space: string;
  readonly #known: Map<string, KeptAnswer>;
  readonly #isFresh: boolean;
  readonly #answered = new Set<string>();

  private constructor(
    values: KeyValueStore,
    space: string,
    { known, isFresh }: { known: Map<string, KeptAnswer>; isFresh: boolean },
  ) {
    this.#values = values;
    this.#space = space;
    this.#known = known;
    this.#isFresh = isFresh;
  }

  /**
   * Reads what was kept. Throws an `Error` for the user where this device cannot be read.
   *
   * @param text the file of answers, empty where there is none
   * @param isFresh what was kept is asked for again
   */
  static async open(
    values: KeyValueStore,
    testFile: string,
    { text, isFresh }: { readonly text: string; readonly isFresh: boolean },
  ): Promise<KeptAnswers> {
    const space = `answers ${testFile}`;
    const keys = take(await values.list(space));
    const entries = await Promise.all(keys.map((key) => values.get(space, key)));
    const lines = entries.map((entry) => take(entry)?.['line']);
    const known = new Map(
      [...text.split('\n'), ...lines].flatMap((line): readonly [string, KeptAnswer][] => {
        if (typeof line !== 'string') return [];
        const read = parseAnswer(line);
        return read === null ? [] : [[read[0], { line, answer: read[1] }]];
      }),
    );
    return new KeptAnswers(values, space, { known, isFresh });
  }

  find(request: string): AnsweredCall | undefined {
    const hash = sha256(request);
    return this.#isFresh && !this.#answered.has(hash) ? undefined : this.#known.get(hash)?.answer;
  }

  /** Rejects with an `Error` for the user where it cannot be stored. */
  async keep(request: string, answer: AnsweredCall, call: Call): Promise<void> {
    const hash = sha256(request);
    const line = formatAnswer(hash, answer, call);
    if (line === null) return;
    this.#known.set(hash, { line, answer });
    this.#answered.add(hash);
    take(await this.#values.set(this.#space, hash, { line }));
  }

  /** All that is kept, as a file of answers. */
  toText(): string {
    return [...this.#known.values()].map(({ line }) => `${line}\n`).join('');
  }
}

function take<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }): T {
  if (!result.ok) throw new Error(`Answers cannot be kept on this device. ${result.error}`);
  return result.value;
}
