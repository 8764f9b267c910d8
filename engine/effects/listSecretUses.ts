import type { EgressRequest } from './EgressRequest.ts';
import type { SecretUse } from './ports.ts';
import type { Address } from './readAddress.ts';
import { base64ToText } from './secrets/base64.ts';
import { listTokens } from './secrets/placeholder.ts';

/** Names that headers and parameters with credentials have: what a service reads there it neither stores nor shows. */
const CREDENTIAL_NAME = /auth|token|key|secret|passw|pwd|credential|cookie|session|signature|^sig$|^api/i;

/** A secret that a request carries, and as what; each at most once as each. */
export interface CarriedSecret {
  readonly token: string;
  readonly as: Exclude<SecretUse, 'derived'>;
}

/**
 * What a request does with each secret in it: one in a header or parameter of a credential's name signs it; any other is a
 * part of the content, which the service may keep and show.
 */
export function listSecretUses(request: EgressRequest, address: Address): readonly CarriedSecret[] {
  const uses = new Map<string, CarriedSecret>();
  const note = (token: string, as: CarriedSecret['as']): void => void uses.set(`${as} ${token}`, { token, as });
  for (const token of address.inPath) note(token, 'content');
  for (const [name, token] of address.inQuery) note(token, usualFor(name));
  for (const [name, value] of request.headers) {
    for (const token of [...listTokens(value), ...listTokens(readBasic(value) ?? '')]) note(token, usualFor(name));
  }
  for (const token of listTokens(request.body ?? '')) note(token, 'content');
  return [...uses.values()];
}

/** The `user:password` in a header with `Basic` credentials; null for any other. */
export function readBasic(header: string): string | null {
  const basic = /^Basic\s+(\S+)$/i.exec(header)?.[1];
  return basic === undefined ? null : base64ToText(basic);
}

/** Whether a header or parameter of this name holds a credential. */
export function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAME.test(name);
}

function usualFor(name: string): CarriedSecret['as'] {
  return isCredentialName(name) ? 'credential' : 'content';
}
