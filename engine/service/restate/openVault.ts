import { createVault, type Vault } from '../../effects/index.ts';
import type { Variable } from '../../hosts/node/index.ts';

/** The vault of a run, with the values that this process has of its secrets; one without a value is refused where it is used. */
export function openVault(variables: readonly Variable[], names: readonly string[], salt: string): Vault {
  const valueOf = new Map(variables.map(({ name, value }) => [name, value]));
  return createVault(
    names.map((name) => ({ name, value: valueOf.get(name) ?? '' })),
    salt,
  );
}
