import { RecentMap } from '../../../base/index.ts';
import { readRate } from '../../../serveConfig/index.ts';
import type { CountRefusal, Webhook } from '../../../service/index.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { RateLimit } from '../RateLimit.ts';
import type { RefusalLog } from '../refused/RefusalCounts.ts';

/** A token, as far as its rate is concerned. */
interface RatedToken {
  readonly id: string;
  readonly name: string;
  /** Absent: none. */
  readonly rate?: string;
}

/** A rate that somebody asked for more than. */
export interface ExceededRate {
  /** `token` or `webhook`, with its name. */
  readonly by: string;
  readonly rate: string;
  /** How many of its requests were refused. */
  readonly refused: number;
}

/** Of how many it is kept that they asked for more than their rate. */
const MOST_EXCEEDED = 100;

/** What rates are held with. */
interface RateParts {
  readonly refusals: RefusalLog;
  readonly countRefusal: CountRefusal;
  /** A clock that never goes back, in ms. */
  readonly now: () => number;
}

/** Holds tokens and webhooks to the rates that were written for them, and tells of what is beyond, once a minute. */
export class ChangeRates {
  readonly #limit: RateLimit;
  readonly #refusals: RefusalLog;
  readonly #countRefusal: CountRefusal;
  /** Who asked for more, by name, with the rate and how often. The one that asked the longest ago is forgotten first. */
  readonly #exceeded = new RecentMap<string, ExceededRate>(MOST_EXCEEDED);

  constructor({ refusals, countRefusal, now }: RateParts) {
    this.#limit = new RateLimit({ perSecond: 0, burst: 0 }, now);
    this.#refusals = refusals;
    this.#countRefusal = countRefusal;
  }

  /** Takes a permit of a token to change something. Throws an {@link ApiProblem} where there is none. */
  takeOfToken({ id, name, rate }: RatedToken, address: string): void {
    const read = rate === undefined ? null : readRate(rate);
    if (read === null) return;
    const seconds = this.#limit.take(`token ${id}`, read);
    if (seconds === 0) return;
    this.#count(`token ${name}`, read.text);
    this.#countRefusal({ rule: 'token.rate', name, code: 'TOO_MANY_REQUESTS' });
    const problem = toProblem(`The rate of this token is ${read.text}.`, seconds);
    this.#refusals.note('request.refused', { what: `A change by the token ${name}`, code: problem.code, address });
    throw problem;
  }

  /** Takes a permit of a webhook to start a run. Throws an {@link ApiProblem} where there is none. */
  takeOfHook({ config: { name, rate } }: Webhook, address: string): void {
    if (rate === null) return;
    const seconds = this.#limit.take(`webhook ${name}`, rate);
    if (seconds === 0) return;
    this.#count(`webhook ${name}`, rate.text);
    this.#countRefusal({ rule: 'webhooks.rate', name, code: 'TOO_MANY_REQUESTS' });
    const problem = toProblem(`The rate of this webhook is ${rate.text}.`, seconds);
    this.#refusals.note('webhook.refused', { what: `A request to the webhook ${name}`, code: problem.code, address });
    throw problem;
  }

  /** Who asked for more than their rate since the server began, the latest last. */
  exceeded(): readonly ExceededRate[] {
    return [...this.#exceeded.entries()].map(([, exceeded]) => exceeded);
  }

  #count(by: string, rate: string): void {
    this.#exceeded.set(by, { by, rate, refused: (this.#exceeded.get(by)?.refused ?? 0) + 1 });
  }
}

function toProblem(what: string, seconds: number): ApiProblem {
  const headers = { 'Retry-After': String(seconds) };
  return new ApiProblem('TOO_MANY_REQUESTS', `${what} Wait ${seconds} s before the next request.`, {
    headers,
    isTold: true,
    // A tool, or a request for many runs, answers it in a way of its own.
    refusedBy: null,
  });
}
