import type { JsonObject } from '../../base/index.ts';
import { createVault, formatSecretPlaceholder, type Vault } from '../../effects/index.ts';
import type { Variable } from '../../hosts/node/index.ts';

/** Names of the variables that are secrets in the environment that a run recorded when it started. */
export function listSecrets(env: JsonObject, salt: string): readonly string[] {
  return Object.keys(env).filter((name) => env[name] === formatSecretPlaceholder(`${name}.${salt}`));
}

/** The vault of a run, with the values that this process has of its secrets; one without a value is refused where it is used. */
export function openVault(variables: readonly Variable[], names: readonly string[], salt: string): Vault {
  const valueOf = new Map(variables.map(({ name, value }) => [name, value]));
  return createVault(
    names.map((name) => ({ name, value: valueOf.get(name) ?? '' })),
    salt,
  );
}
