import { err, type Json, ok, type Result, toText } from '../../base/index.ts';
import { fillTemplate, type WebhookConfig } from '../../serveConfig/index.ts';
import { CALLER_HEADER } from '../CallerMarks.ts';
import type { RunStart } from '../RunService.ts';
import { shortHash } from '../retryOf.ts';
import { digestOf, type HookRefusal, type HookRequest, refuseRequest, toSigned } from './proveSender.ts';

/** Headers that are nothing to a workflow: they sign in elsewhere, or mark its own requests. */
const PRIVATE: readonly string[] = ['authorization', 'proxy-authorization', 'cookie', CALLER_HEADER];

/** One webhook, with its secrets. */
export class Webhook {
  readonly config: WebhookConfig;
  readonly #keys: readonly Uint8Array[];
  readonly #now: () => number;
  readonly #onProblem: (message: string) => void;
  /** What keeps it from starting runs, in words; null: nothing does. */
  problem: string | null = null;

  /** @param keys what its requests are signed with; none where nothing is asked for */
  constructor(config: WebhookConfig, keys: readonly Uint8Array[], parts: WebhookParts) {
    this.config = config;
    this.#keys = keys;
    this.#now = parts.now;
    this.#onProblem = parts.onProblem;
  }

  /** Why a request is refused; null where it shows what this webhook asks for. */
  refuse(request: HookRequest): HookRefusal | null {
    return refuseRequest(request, this.config.proof, { keys: this.#keys, now: this.#now() });
  }

  /** The start that a request asks for. The error says what of it cannot be made. */
  toStart(request: HookRequest, body: Json): Result<RunStart, string> {
    const { headers, query } = request;
    const { name, workflow, method, path, proof, input } = this.config;
    const hidden = proof.type === 'none' ? PRIVATE : [...PRIVATE, proof.header];
    const shown = Object.entries(headers).filter(([header]) => !hidden.includes(header));
    const values = { body, headers: Object.fromEntries(shown), query, method, path };
    const filled = fillTemplate(input, values, this.#now());
    if (!filled.ok) return err(`The input cannot be made of the request: ${filled.error}`);
    const key = this.#keyOf(request, values);
    if (!key.ok) return key;
    const start = { workflow, input: filled.value, trigger: `webhook ${name}` };
    return ok(key.value === null ? start : { ...start, runId: `${name}-${shortHash(`${name}\0${key.value}`)}` });
  }

  /** Notes what keeps it from starting runs; null: nothing does any more. */
  note(problem: string | null): void {
    if (problem !== null && problem !== this.problem) this.#onProblem(`webhook ${this.config.name}: ${problem}`);
    this.problem = problem;
  }

  /** What a request has in common with others for its run; null: nothing. */
  #keyOf(request: HookRequest, values: Parameters<typeof fillTemplate>[1]): Result<string | null, string> {
    const { proof, idempotency } = this.config;
    if (idempotency !== null) {
      const key = fillTemplate(idempotency.template, values, this.#now());
      const text = key.ok && key.value !== null ? toText(key.value) : '';
      if (text !== '') return ok(text);
      if (!idempotency.isOptional && !key.ok)
        return err(`The idempotency key cannot be taken from the request: ${key.error}`);
    }
    // What is signed with its time and comes again within the tolerance is the same request.
    if (idempotency?.isOptional !== false && proof.type === 'hmac' && proof.timestamp !== null) {
      const signed = toSigned(request, proof);
      if (signed !== null) return ok(digestOf(signed).toString('hex'));
    }
    return idempotency === null ? ok(null) : err('The request has no idempotency key where this webhook expects it.');
  }
}

/** What a webhook is given. */
export interface WebhookParts {
  /** ms since the epoch. */
  readonly now: () => number;
  readonly onProblem: (message: string) => void;
}
