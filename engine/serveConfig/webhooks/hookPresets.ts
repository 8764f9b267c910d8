import type { SecretSource } from '../secretSource.ts';

/** How a request shows that its sender knows a secret. Headers are in lower case. */
export type HookProof = { readonly type: 'none' } | TokenProof | SignedProof;

/** The secret is sent as it is. */
export interface TokenProof {
  readonly type: 'token';
  /** Where it is, as below. */
  readonly secrets: readonly SecretSource[];
  readonly header: string;
}

/** A signature is sent: HMAC by SHA-256. */
export interface SignedProof {
  readonly type: 'hmac';
  /** Where the secret is: several while it is changed, each of which is valid. */
  readonly secrets: readonly SecretSource[];
  /** `base64`: the key is what the secret is the Base64 of, after `whsec_` where it begins so. */
  readonly secretEncoding: 'text' | 'base64';
  readonly header: string;
  readonly prefix: string;
  readonly encoding: 'hex' | 'base64';
  /** What is between several signatures of the header, of which those with the prefix count; null: it has one. */
  readonly separator: string | null;
  /** The header with the id of the request; null: none is signed. */
  readonly id: string | null;
  readonly timestamp: HookTimestamp | null;
}

export interface HookTimestamp {
  readonly header: string;
  /** What is before the time, in one part of a header that has several. */
  readonly prefix: string;
  /** In ms. */
  readonly tolerance: number;
  /** What is signed, of `{id}`, `{timestamp}` and `{body}`. */
  readonly signed: string;
}

/** Who sends: how each of them signs is known, so that nothing but the secret has to be written. */
export type HookPreset = 'github' | 'stripe' | 'slack' | 'standard';

/** How a sender signs, and what its requests are known by. */
export interface PresetFacts {
  readonly proof: Omit<SignedProof, 'type' | 'secrets'>;
  /** The `idempotency` of its requests where the webhook says none. */
  readonly idempotency: string;
}

const HEX = {
  prefix: '',
  encoding: 'hex',
  separator: null,
  id: null,
  timestamp: null,
  secretEncoding: 'text',
} as const;

const TOLERANCE = 5 * 60_000;

/**
 * Each as its documentation has it.
 *
 * | preset | headers | what is signed |
 * |---|---|---|
 * | `github` | `X-Hub-Signature-256: sha256=HEX` | the body |
 * | `stripe` | `Stripe-Signature: t=SECONDS,v1=HEX,v1=HEX` | `SECONDS.BODY` |
 * | `slack` | `X-Slack-Signature: v0=HEX`, `X-Slack-Request-Timestamp: SECONDS` | `v0:SECONDS:BODY` |
 * | `standard` | `webhook-signature: v1,BASE64 v1,BASE64`, `webhook-id: ID`, `webhook-timestamp: SECONDS` | `ID.SECONDS.BODY` |
 */
export const HOOK_PRESETS = {
  github: {
    proof: { ...HEX, header: 'x-hub-signature-256', prefix: 'sha256=' },
    idempotency: "{{ headers['x-github-delivery'] }}",
  },
  stripe: {
    proof: {
      ...HEX,
      header: 'stripe-signature',
      prefix: 'v1=',
      separator: ',',
      timestamp: { header: 'stripe-signature', prefix: 't=', tolerance: TOLERANCE, signed: '{timestamp}.{body}' },
    },
    idempotency: '{{ body.id }}',
  },
  slack: {
    proof: {
      ...HEX,
      header: 'x-slack-signature',
      prefix: 'v0=',
      timestamp: {
        header: 'x-slack-request-timestamp',
        prefix: '',
        tolerance: TOLERANCE,
        signed: 'v0:{timestamp}:{body}',
      },
    },
    idempotency: '{{ body.event_id }}',
  },
  standard: {
    proof: {
      ...HEX,
      header: 'webhook-signature',
      prefix: 'v1,',
      separator: ' ',
      encoding: 'base64',
      id: 'webhook-id',
      timestamp: {
        header: 'webhook-timestamp',
        prefix: '',
        tolerance: TOLERANCE,
        signed: '{id}.{timestamp}.{body}',
      },
      secretEncoding: 'base64',
    },
    idempotency: "{{ headers['webhook-id'] }}",
  },
} as const satisfies Readonly<Record<HookPreset, PresetFacts>>;

/** The facts of a preset; null where there is none of that name. */
export function presetOf(name: unknown): PresetFacts | null {
  return typeof name === 'string' && Object.hasOwn(HOOK_PRESETS, name) ? HOOK_PRESETS[name as HookPreset] : null;
}
