import { err, ok, type Result } from '../../base/index.ts';
import { type AuthorizeSecret, coversUse, type SecretGrant } from '../../effects/index.ts';
import type { Variable } from '../../hosts/node/index.ts';

/** Where one secret may go. */
export interface NamedGrant {
  readonly name: string;
  readonly grant: SecretGrant;
}

/** Reads `NAME=ORIGIN` of `--allow` and `--allow-content`. The error is one sentence. */
export function parseGrants(
  allow: readonly string[],
  allowContent: readonly string[],
): Result<readonly NamedGrant[], string> {
  const grants: NamedGrant[] = [];
  for (const [option, as, entries] of [
    ['--allow', 'credential', allow],
    ['--allow-content', 'content', allowContent],
  ] as const) {
    for (const entry of entries) {
      const equals = entry.indexOf('=');
      const [name, address] = [entry.slice(0, Math.max(0, equals)), entry.slice(equals + 1)];
      const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
      if (name === '' || !isAddress)
        return err(`${option} takes NAME=ORIGIN, such as API_KEY=https://api.example.com, not "${entry}".`);
      grants.push({ name, grant: { origin: new URL(address).origin, as } });
    }
  }
  return ok(grants);
}

/** Lets the secrets of `--secret` go where the command says; other variables go where the workflow sends them. */
export function createAuthorizer(variables: readonly Variable[], grants: readonly NamedGrant[]): AuthorizeSecret {
  const bound = new Set(variables.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])));
  return async ({ name, origin, as }) => {
    if (origin === null) return false;
    return !bound.has(name) || grants.some((given) => given.name === name && coversUse(given.grant, { origin, as }));
  };
}
