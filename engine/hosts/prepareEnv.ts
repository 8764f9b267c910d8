import { type JsonObject, jsonObject } from '../base/index.ts';
import {
  createVault,
  findCredentialVariables,
  findSentVariables,
  formatSecretPlaceholder,
  readSecret,
  type Vault,
} from '../effects/index.ts';
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
  const secrets = takeSent(workflow, variables).filter(({ isSecret, isTaken }) => isSecret || isTaken === true);
  const vault = createVault(secrets, salt);
  const env = jsonObject(variables.map(({ name, value }) => [name, vault.placeholderOf(name) ?? value]));
  return { env, vault };
}

/** Variables, those marked as taken that reach a credential field of a workflow, or that it sends and no one called plain. */
export function takeSent(workflow: Workflow, variables: readonly Variable[]): readonly Variable[] {
  const credentials = findCredentialVariables(workflow);
  const sent = variables.some(({ mayBeSecret }) => mayBeSecret) ? findSentVariables(workflow) : new Set();
  return variables.map((variable) => {
    const { name } = variable;
    const isSent = (credentials.has(name) && readSecret(variable) !== '') || (sent.has(name) && canBeTaken(variable));
    return isSent ? take(variable) : variable;
  });
}

/** Variables, those of some names marked as taken unless they are called plain, or are too short to be masked. */
export function takeNamed(variables: readonly Variable[], names: ReadonlySet<string>): readonly Variable[] {
  return variables.map((variable) => (names.has(variable.name) && canBeTaken(variable) ? take(variable) : variable));
}

/** Variables, those marked as taken that are secrets in the environment that a run recorded when it started. */
export function takeRecorded(variables: readonly Variable[], env: JsonObject, salt: string): readonly Variable[] {
  const recorded = new Set(listRecorded(env, salt));
  return variables.map((variable) => (recorded.has(variable.name) ? take(variable) : variable));
}

/** Names of the secrets in the environment that a run recorded when it started. */
export function listRecorded(env: JsonObject, salt: string): readonly string[] {
  return Object.keys(env).filter((name) => env[name] === formatSecretPlaceholder(`${name}.${salt}`));
}

/** Variables, with the secrets that a run recorded and that are not among them: they have no value yet. */
export function addRecorded(variables: readonly Variable[], env: JsonObject, salt: string): readonly Variable[] {
  const given = new Set(variables.map(({ name }) => name));
  const missing = listRecorded(env, salt).filter((name) => !given.has(name));
  return [...variables, ...missing.map((name) => ({ name, value: '', isSecret: true }))];
}

/** Variables, those marked as taken that a run around has as secrets. */
export function takeHeld(variables: readonly Variable[], { placeholderOf }: Vault): readonly Variable[] {
  return variables.map((variable) => (placeholderOf(variable.name) === undefined ? variable : take(variable)));
}

function take(variable: Variable): Variable {
  return { ...variable, isTaken: true };
}

function canBeTaken(variable: Variable): boolean {
  return variable.mayBeSecret === true && readSecret(variable).length >= SHORTEST_MASKED;
}
