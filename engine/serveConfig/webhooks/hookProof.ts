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
