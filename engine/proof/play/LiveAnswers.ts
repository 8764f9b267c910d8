import type { Call } from '../../run/index.ts';
import { fingerprintOf } from '../cassette/fingerprintOf.ts';
import { type AnsweredCall, askWithin, type LiveAnswer, type LiveAsk } from './askWithin.ts';

/** Where answers are kept, by what was asked: a text that is equal for equal requests, and may be long. */
export interface AnswerStore {
  readonly find: (request: string) => AnsweredCall | undefined;
  /** Only successes are kept: what failed is asked again. A run continues once it is done; it throws or rejects where the answer cannot be kept. */
  readonly keep: (request: string, answer: AnsweredCall, call: Call) => void | Promise<void>;
}

/** How the calls that are to be asked for real were answered so far. */
export interface AnswerCounts {
  /** For real. */
  readonly asked: number;
  /** With what was kept. */
  readonly kept: number;
  /** By nothing: no answer was kept, and none could be asked for. */
  readonly missing: number;
}

const NOT_KEPT =
  'no answer is kept for it. Ask for one with --live, in the app with “Run with real models”, or write one under answers.';

/** The id of every run of a test. */
const TEST_RUN = 'test';

/**
 * Answers the calls of tests that are to be asked for real: with what was kept for the same request, else by asking, within a budget.
 * The same request that is asked for twice in one run has an answer for each time.
 */
export class LiveAnswers {
  readonly #store: AnswerStore;
  readonly #live: LiveAsk | null;
  /** What is being asked for, so that two runs at a time ask once. */
  readonly #pending = new Map<string, Promise<LiveAnswer>>();
  #counts: AnswerCounts = { asked: 0, kept: 0, missing: 0 };

  /** @param live null: nothing is asked for real */
  constructor(store: AnswerStore, live: LiveAsk | null) {
    this.#store = store;
    this.#live = live;
  }

  /** Of all runs. */
  get counts(): AnswerCounts {
    return this.#counts;
  }

  /** What answers the calls of one run, and counts those that were asked for real. */
  forRun(): RunAnswers {
    const given = new Map<string, number>();
    let asked = 0;
    return {
      answer: async (call) => {
        const fingerprint = fingerprintOf(call, TEST_RUN);
        const count = given.get(fingerprint) ?? 0;
        const request = `${count} ${fingerprint}`;
        const known = this.#store.find(request);
        if (known !== undefined) this.#count('kept');
        const answered = known ?? (await this.#ask(call, request, () => (asked += 1)));
        if ('refusal' in answered) this.#count('missing');
        else if (answered.outcome.ok) given.set(fingerprint, count + 1);
        return answered;
      },
      countAsked: () => asked,
    };
  }

  #ask(call: Call, request: string, onAsk: () => void): Promise<LiveAnswer> {
    const pending = this.#pending.get(request);
    if (pending !== undefined) return pending;
    const asking = this.#askNow(call, request, onAsk).finally(() => this.#pending.delete(request));
    this.#pending.set(request, asking);
    return asking;
  }

  async #askNow(call: Call, request: string, onAsk: () => void): Promise<LiveAnswer> {
    if (this.#live === null) return { refusal: NOT_KEPT };
    const { ask, budget } = this.#live;
    const counted = (asked: Call): Promise<AnsweredCall> => {
      onAsk();
      this.#count('asked');
      return ask(asked);
    };
    const answer = await askWithin({ ask: counted, budget }, call);
    if ('outcome' in answer && answer.outcome.ok) await this.#store.keep(request, answer, call);
    return answer;
  }

  #count(kind: keyof AnswerCounts): void {
    this.#counts = { ...this.#counts, [kind]: this.#counts[kind] + 1 };
  }
}

/** What answers the calls of one run. */
export interface RunAnswers {
  readonly answer: (call: Call) => Promise<LiveAnswer>;
  /** How many calls were asked for real so far. */
  readonly countAsked: () => number;
}
