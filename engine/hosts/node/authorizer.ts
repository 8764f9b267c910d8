import { type AuthorizeSecret, coversUse, type SecretGrant } from '../../effects/index.ts';
import type { Variable } from '../RunRequest.ts';

/** Where one secret may go. */
export interface NamedGrant {
  readonly name: string;
  readonly grant: SecretGrant;
}

/** Lets the variables that are secrets go where the grants say; others go where the workflow sends them. */
export function createAuthorizer(variables: readonly Variable[], grants: readonly NamedGrant[]): AuthorizeSecret {
  const bound = new Set(variables.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])));
  return async ({ name, origin, as }) => {
    if (origin === null) return false;
    return !bound.has(name) || grants.some((given) => given.name === name && coversUse(given.grant, { origin, as }));
  };
}
