import type { HookRefusal, Webhook } from '../../service/index.ts';
import { expectPermit } from './Access.ts';
import { ApiProblem, type ProblemCode } from './ApiProblem.ts';
import { type ApiLimits, RateLimit } from './RateLimit.ts';
import type { RefusalLog } from './refused/RefusalCounts.ts';

const TOKEN_CODES = { needed: 'TOKEN_NEEDED', refused: 'TOKEN_REFUSED', expired: 'TOKEN_REFUSED' } as const;

const SIGNATURE_CODES = {
  needed: 'SIGNATURE_NEEDED',
  refused: 'SIGNATURE_REFUSED',
  expired: 'SIGNATURE_EXPIRED',
} as const;

/** What a guard works with. */
interface GuardParts {
  readonly limits: ApiLimits;
  readonly refusals: RefusalLog;
  /** A clock that never goes back, in ms. */
  readonly now: () => number;
}

/**
 * Tells of requests to webhooks that are not believed, and holds each address that sends them to some. What is signed well is
 * accepted all the same, since behind a proxy all senders have one address; a secret that is sent as it is can be guessed, and is not
 * even looked at.
 */
export class HookGuard {
  readonly #failures: RateLimit;
  readonly #refusals: RefusalLog;

  constructor({ limits: { failuresPerSecond }, refusals, now }: GuardParts) {
    this.#failures = new RateLimit({ perSecond: failuresPerSecond, burst: failuresPerSecond * 10 }, now);
    this.#refusals = refusals;
  }

  /** Throws an {@link ApiProblem} where an address has guessed too often. */
  expectPermit({ config: { name, proof } }: Webhook, address: string): void {
    if (proof.type !== 'token') return;
    expectPermit(this.#failures.look(address), { rule: 'guesses', name, code: 'TOO_MANY_REQUESTS' });
  }

  /** Throws an {@link ApiProblem}: why a request is refused, or that there were too many. */
  refuse(hook: Webhook, { type, message }: HookRefusal, address: string): never {
    const { name, proof } = hook.config;
    const code: ProblemCode = proof.type === 'token' ? TOKEN_CODES[type] : SIGNATURE_CODES[type];
    this.#refusals.note('webhook.refused', { what: `A request to the webhook ${name}`, code, address });
    const refusedBy = { rule: 'webhooks', name, code } as const;
    expectPermit(this.#failures.take(address), refusedBy);
    throw new ApiProblem(code, message, { refusedBy });
  }
}
