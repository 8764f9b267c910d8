import { type JsonObject, jsonObject } from '../base/index.ts';
import { createVault, findCredentialVariables, type Vault } from '../effects/index.ts';
import type { Workflow } from '../model/index.ts';
import type { Variable } from './RunRequest.ts';

/**
 * The variables as the machine may see them: secrets, and whatever reaches a credential field of the workflow, as
 * placeholders. The vault has the values.
 */
export function prepareEnv(
  workflow: Workflow,
  variables: readonly Variable[],
  salt: string,
): { readonly env: JsonObject; readonly vault: Vault } {
  const credentials = findCredentialVariables(workflow);
  const secrets = variables.filter(({ name, value, isSecret }) => isSecret || (value !== '' && credentials.has(name)));
  const vault = createVault(secrets, salt);
  const env = jsonObject(variables.map(({ name, value }) => [name, vault.placeholderOf(name) ?? value]));
  return { env, vault };
}
