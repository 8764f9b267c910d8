import { isJsonObject } from '../../base/index.ts';
import { type Call, type ModelCall, type ModelPrice, type Outcome, readAnswer } from '../../run/index.ts';

/** What came of a call, after how many ms. */
export interface AnsweredCall {
  readonly outcome: Outcome;
  readonly duration: number;
}

/** What came of a call, after how many ms; or why it was not made: the end of a sentence. */
export type LiveAnswer = AnsweredCall | { readonly refusal: string };

/** What asks for real, within which budget. */
export interface LiveAsk {
  readonly ask: (call: Call) => Promise<AnsweredCall>;
  readonly budget: LiveBudget;
}

/** Makes a call for real within a budget; or says why it was not made, which may be that the host lacks something. */
export async function askWithin({ ask, budget }: LiveAsk, call: Call): Promise<LiveAnswer> {
  const refusal = budget.take(call);
  if (refusal !== null) return { refusal };
  const answer = await ask(call);
  const { outcome } = answer;
  if (!outcome.ok && outcome.missing !== undefined) {
    budget.giveBack();
    return { refusal: `something is missing. ${outcome.error.message}` };
  }
  budget.count(call, outcome);
  return answer;
}

/** What calls that are made for real may take in all; what is absent has no bound. */
export interface LiveLimits {
  readonly calls?: number;
  readonly tokens?: number;
  /** In the currency of the prices. */
  readonly cost?: number;
}

/** A million tokens: what prices are for. */
const PRICED_TOKENS = 1_000_000;

/** Counts what calls that were made for real have taken, and refuses further ones once that is as much as they may. */
export class LiveBudget {
  readonly #limits: LiveLimits;
  readonly #prices: readonly ModelPrice[];
  readonly #takesOwnPrices: boolean;
  #calls = 0;
  #tokens = 0;
  #cost = 0;

  /** `takesOwnPrices`: whether a model costs what its workflow says, where it says so; not where another than the person who pays writes it. */
  constructor(limits: LiveLimits, prices: readonly ModelPrice[], { takesOwnPrices = true } = {}) {
    this.#limits = limits;
    this.#prices = prices;
    this.#takesOwnPrices = takesOwnPrices;
  }

  /** What was taken so far; of models without a known price, the cost is not in it. */
  get spent(): Required<LiveLimits> {
    return { calls: this.#calls, tokens: this.#tokens, cost: this.#cost };
  }

  /** Takes one call; or says why it must not be made: the end of a sentence. */
  take(call: Call): string | null {
    const { calls, tokens, cost } = this.#limits;
    if (calls !== undefined && this.#calls >= calls) return `the budget of ${calls} calls is used up.`;
    if (tokens !== undefined && this.#tokens >= tokens)
      return `the budget of ${tokens} tokens is used up: ${this.#tokens} were.`;
    if (cost !== undefined && this.#cost >= cost)
      return `the budget of ${cost} is used up: ${Number(this.#cost.toPrecision(6))} was.`;
    if (cost !== undefined && call.type === 'model.call' && this.#priceOf(call) === undefined)
      return `no price is known of ${call.provider} ${call.model}, so that no budget of cost holds. Give one of tokens or of calls.`;
    this.#calls += 1;
    return null;
  }

  /** Gives back a call that was taken and not made. */
  giveBack(): void {
    this.#calls -= 1;
  }

  /** Counts what the answer of a call took. */
  count(call: Call, outcome: Outcome): void {
    if (call.type !== 'model.call' || !outcome.ok) return;
    const { input_tokens, output_tokens } = readAnswer(outcome.value).usage;
    const price = this.#priceOf(call);
    this.#tokens += input_tokens + output_tokens;
    if (price !== undefined) this.#cost += (input_tokens * price.input + output_tokens * price.output) / PRICED_TOKENS;
  }

  #priceOf({ provider, model, config }: ModelCall): Pick<ModelPrice, 'input' | 'output'> | undefined {
    const own = config['price'];
    if (
      this.#takesOwnPrices &&
      isJsonObject(own) &&
      typeof own['input'] === 'number' &&
      typeof own['output'] === 'number'
    )
      return { input: own['input'], output: own['output'] };
    return this.#prices.find((price) => price.provider === provider && price.model === model);
  }
}
