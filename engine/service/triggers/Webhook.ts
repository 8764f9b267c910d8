import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { err, type Json, type JsonObject, ok, type Result, toText } from '../../base/index.ts';
import type { HookProof, WebhookConfig } from '../../serveConfig/index.ts';
import { fillTemplate } from '../../serveConfig/index.ts';
import type { RunStart } from '../RunService.ts';

/** What came to the address of a webhook. Names of headers are in lower case. */
export interface HookRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: JsonObject;
  /** As it was sent. */
  readonly bytes: Uint8Array;
}

/** Why a request is not believed: it shows nothing, something else, or something of another time. */
export interface HookRefusal {
  readonly type: 'needed' | 'refused' | 'expired';
  readonly message: string;
}

/** Headers that sign in elsewhere, which are nothing to a workflow. */
const PRIVATE: readonly string[] = ['authorization', 'proxy-authorization', 'cookie'];

/** One webhook, with its secret. */
export class Webhook {
  readonly config: WebhookConfig;
  readonly #secret: string;
  readonly #now: () => number;
  readonly #onProblem: (message: string) => void;
  /** What keeps it from starting runs, in words; null: nothing does. */
  problem: string | null = null;

  /** @param secret empty where none is asked for */
  constructor(config: WebhookConfig, secret: string, parts: WebhookParts) {
    this.config = config;
    this.#secret = secret;
    this.#now = parts.now;
    this.#onProblem = parts.onProblem;
  }

  /** Why a request is refused; null where it shows what this webhook asks for. */
  refuse(request: HookRequest): HookRefusal | null {
    const { proof } = this.config;
    switch (proof.type) {
      case 'none':
        return null;
      case 'token':
        return this.#refuseToken(request, proof);
      case 'hmac':
        return this.#refuseSignature(request, proof);
    }
  }

  /** The start that a request asks for. The error says what of it cannot be made. */
  toStart({ headers, query, bytes }: HookRequest, body: Json): Result<RunStart, string> {
    const { name, workflow, method, path, proof, input, idempotency } = this.config;
    const hidden = proof.type === 'none' ? PRIVATE : [...PRIVATE, proof.header];
    const shown = Object.entries(headers).filter(([header]) => !hidden.includes(header));
    const values = { body, headers: Object.fromEntries(shown), query, method, path };
    const now = this.#now();
    const filled = fillTemplate(input, values, now);
    if (!filled.ok) return err(`The input cannot be made of the request: ${filled.error}`);
    const start = { workflow, input: filled.value, trigger: `webhook ${name}` };
    if (idempotency !== null) {
      const key = fillTemplate(idempotency, values, now);
      if (!key.ok) return err(`The key of idempotency cannot be made of the request: ${key.error}`);
      const text = key.value === null ? '' : toText(key.value);
      if (text === '') return err('The request has nothing where the key of idempotency is looked for.');
      return ok({ ...start, runId: this.#idOf(text) });
    }
    // What is signed with its time and comes again within the tolerance is the same request.
    if (proof.type !== 'hmac' || proof.timestamp === null) return ok(start);
    return ok({ ...start, runId: this.#idOf(digestOf(this.#signed(headers, bytes, proof)).toString('hex')) });
  }

  /** Notes what keeps it from starting runs; null: nothing does any more. */
  note(problem: string | null): void {
    if (problem !== null && problem !== this.problem) this.#onProblem(`webhook ${this.config.name}: ${problem}`);
    this.problem = problem;
  }

  #idOf(key: string): string {
    const { name } = this.config;
    return `${name}-${digestOf(Buffer.from(`${name}\0${key}`))
      .toString('hex')
      .slice(0, 32)}`;
  }

  #refuseToken({ headers }: HookRequest, { header }: HookProof & { readonly type: 'token' }): HookRefusal | null {
    const given = headers[header];
    if (given === undefined) return { type: 'needed', message: `Send the secret of this webhook in ${header}.` };
    const token = header === 'authorization' ? given.replace(/^Bearer +/i, '') : given;
    const isSame = timingSafeEqual(digestOf(Buffer.from(token)), digestOf(Buffer.from(this.#secret)));
    return isSame ? null : { type: 'refused', message: `What ${header} has is not the secret of this webhook.` };
  }

  #refuseSignature({ headers, bytes }: HookRequest, proof: HookProof & { readonly type: 'hmac' }): HookRefusal | null {
    const { header, prefix, encoding, timestamp } = proof;
    for (const name of timestamp === null ? [header] : [header, timestamp.header])
      if (headers[name] === undefined)
        return { type: 'needed', message: `The header ${name} is missing: requests to this webhook are signed.` };
    const given = headers[header] ?? '';
    const signature = given.startsWith(prefix) ? Buffer.from(given.slice(prefix.length), encoding) : Buffer.alloc(0);
    const expected = createHmac('sha256', this.#secret)
      .update(this.#signed(headers, bytes, proof))
      .digest();
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
      return { type: 'refused', message: `The signature in ${header} is not that of this body with the secret.` };
    if (timestamp === null) return null;
    const at = readTime(headers[timestamp.header] ?? '');
    if (at !== null && Math.abs(this.#now() - at) <= timestamp.tolerance) return null;
    const limit = `${timestamp.tolerance / 1000} s`;
    return {
      type: 'expired',
      message: `The time in ${timestamp.header} is over ${limit} from now. Sign the request anew.`,
    };
  }

  #signed(
    headers: HookRequest['headers'],
    bytes: Uint8Array,
    { timestamp }: HookProof & { readonly type: 'hmac' },
  ): Uint8Array {
    if (timestamp === null) return bytes;
    const time = headers[timestamp.header] ?? '';
    const parts = timestamp.signed.split(/(\{timestamp\}|\{body\})/);
    return Buffer.concat(
      parts.map((part) => (part === '{body}' ? bytes : Buffer.from(part === '{timestamp}' ? time : part))),
    );
  }
}

/** What a webhook is given. */
export interface WebhookParts {
  /** ms since the epoch. */
  readonly now: () => number;
  readonly onProblem: (message: string) => void;
}

/** ms since the epoch of a time in seconds or milliseconds; null where it is none. */
function readTime(text: string): number | null {
  if (!/^\d{1,16}$/.test(text)) return null;
  const value = Number(text);
  return value > 1e11 ? value : value * 1000;
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
