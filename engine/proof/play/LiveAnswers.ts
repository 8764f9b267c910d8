import type { Call, Outcome } from '../../run/index.ts';
import { fingerprintOf } from '../cassette/fingerprintOf.ts';
import type { LiveBudget } from './LiveBudget.ts';

/** What came of a call, after how many ms; or why it was not made: the end of a sentence. */
export type LiveAnswer = AnsweredCall | { readonly refusal: string };

/** What came of a call, after how many ms. */
export interface AnsweredCall {
  readonly outcome: Outcome;
  readonly duration: number;
}

/** Where answers are kept, by what was asked: a text that is equal for equal requests, and may be long. */
export interface AnswerStore {
  readonly find: (request: string) => AnsweredCall | undefined;
  /** Only successes are kept: what failed is asked again. */
  readonly keep: (request: string, answer: AnsweredCall, call: Call) => void;
}

/** What asks for real, within which budget. */
export interface LiveAsk {
  readonly ask: (call: Call) => Promise<AnsweredCall>;
  readonly budget: LiveBudget;
}

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

  /** @param live null: nothing is asked for real */
  constructor(store: AnswerStore, live: LiveAsk | null) {
    this.#store = store;
    this.#live = live;
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
        const answered = this.#store.find(request) ?? (await this.#ask(call, request, () => (asked += 1)));
        if (!('refusal' in answered) && answered.outcome.ok) given.set(fingerprint, count + 1);
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
    if (this.#live === null)
      return { refusal: 'no answer is kept for it. Ask for one with --live, or write one under answers.' };
    const { ask, budget } = this.#live;
    const refusal = budget.take(call);
    if (refusal !== null) return { refusal };
    onAsk();
    const answer = await ask(call);
    budget.count(call, answer.outcome);
    if (answer.outcome.ok) this.#store.keep(request, answer, call);
    return answer;
  }
}

/** What answers the calls of one run. */
export interface RunAnswers {
  readonly answer: (call: Call) => Promise<LiveAnswer>;
  /** How many calls were asked for real so far. */
  readonly countAsked: () => number;
}
