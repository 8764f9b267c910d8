import type { HookRefusal, Webhook } from '../../service/index.ts';
import { expectPermit } from './Access.ts';
import type { ApiLimits } from './ApiLimits.ts';
import { ApiProblem, type ProblemCode } from './ApiProblem.ts';
import type { Metrics } from './Metrics.ts';
import { RateLimit } from './RateLimit.ts';

const TOKEN_CODES = { needed: 'TOKEN_NEEDED', refused: 'TOKEN_REFUSED', expired: 'TOKEN_REFUSED' } as const;

const SIGNATURE_CODES = {
  needed: 'SIGNATURE_NEEDED',
  refused: 'SIGNATURE_REFUSED',
  expired: 'SIGNATURE_EXPIRED',
} as const;

/** Between two lines about one webhook, in ms: whoever sends forged requests must not fill the log. */
const QUIET = 60_000;

/**
 * Counts requests to webhooks that are not believed, tells of them, and holds each address that sends them to some. What is signed well is
 * let in all the same, since behind a proxy all senders have one address; a secret that is sent as it is can be guessed, and is not
 * even looked at.
 */
export class HookGuard {
  readonly #failures: RateLimit;
  readonly #metrics: Metrics;
  readonly #now: () => number;
  /** By webhook: when it was told of last, and how many were refused since. */
  readonly #told = new Map<string, { readonly at: number; readonly since: number }>();

  /** @param now a clock that never goes back, in ms */
  constructor({ failuresPerSecond }: ApiLimits, metrics: Metrics, now: () => number) {
    this.#failures = new RateLimit({ perSecond: failuresPerSecond, burst: failuresPerSecond * 10 }, now);
    this.#metrics = metrics;
    this.#now = now;
  }

  /** Throws an {@link ApiProblem} where an address has guessed too often. */
  expectPermit({ config: { proof } }: Webhook, address: string): void {
    if (proof.type === 'token') expectPermit(this.#failures.look(address));
  }

  /** Throws an {@link ApiProblem}: why a request is refused, or that there were too many. */
  refuse(hook: Webhook, { type, message }: HookRefusal, address: string): never {
    const { name, proof } = hook.config;
    const code: ProblemCode = proof.type === 'token' ? TOKEN_CODES[type] : SIGNATURE_CODES[type];
    this.#metrics.countRefusal(name, code);
    this.#tell(hook, `${code} of ${address}. ${message}`);
    expectPermit(this.#failures.take(address));
    throw new ApiProblem(code, message);
  }

  #tell(hook: Webhook, message: string): void {
    const { name } = hook.config;
    const last = this.#told.get(name);
    if (last !== undefined && this.#now() - last.at < QUIET) {
      this.#told.set(name, { ...last, since: last.since + 1 });
      return;
    }
    const others = last === undefined || last.since === 0 ? '' : ` ${last.since} others were refused before.`;
    hook.tell(`A request was refused: ${message}${others}`);
    this.#told.set(name, { at: this.#now(), since: 0 });
  }
}
