import { type JsonObject, jsonObject } from '../base/index.ts';
import { createVault, findCredentialVariables, findSentVariables, type Vault } from '../effects/index.ts';
import type { Workflow } from '../model/index.ts';
import type { Variable } from './RunRequest.ts';

/** Shorter values are not masked in what comes back (see `createRedactor`): what is sent for all to see is no secret then. */
const SHORTEST_MASKED = 4;

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
  const sent = variables.some(({ mayBeSecret }) => mayBeSecret) ? findSentVariables(workflow) : new Set();
  const isTaken = ({ name, value, mayBeSecret }: Variable): boolean =>
    value !== '' &&
    (credentials.has(name) || (mayBeSecret === true && value.length >= SHORTEST_MASKED && sent.has(name)));
  const secrets = variables.filter((variable) => variable.isSecret || isTaken(variable));
  const vault = createVault(secrets, salt);
  const env = jsonObject(variables.map(({ name, value }) => [name, vault.placeholderOf(name) ?? value]));
  return { env, vault };
}
