import { type Data, isDataMap } from '../base/index.ts';
import { findCredentialVariables, listEnvs, listPlaces } from '../effects/index.ts';
import { type Expression, parseTemplate } from '../expression/index.ts';
import type { Workflow } from '../model/index.ts';
import { keepUsed } from './listNeeds.ts';
import type { Variable } from './RunRequest.ts';

// Loaded with a start, as well.
export { withAgentPrices } from '../model/index.ts';

/**
 * Names of the variables that a workflow sends as credentials and that no one has given. One that is read in any other way
 * than `{{ env.NAME }}` may be omitted on purpose: the expression can say what holds without it.
 */
export function findUnset(workflow: Workflow, given: readonly Pick<Variable, 'name'>[]): readonly string[] {
  const used = keepUsed(workflow);
  const known = new Set([...given.map(({ name }) => name), ...listEnvs(used).flatMap((env) => [...env.keys()])]);
  const unset = [...findCredentialVariables(used)].filter((name) => !known.has(name));
  if (unset.length === 0) return unset;
  const expressions = listPlaces(used)
    .flatMap(textsOf)
    .flatMap((text) => parseTemplate(text).expressions);
  return unset.filter((name) => !expressions.some((expression) => mayGoWithout(expression, name))).sort();
}

/** Variables, with those that are {@link findUnset}: each is a secret that has no value yet, and its calls wait for one. */
export function addUnset(workflow: Workflow, variables: readonly Variable[]): readonly Variable[] {
  const unset = findUnset(workflow, variables);
  return unset.length === 0 ? variables : [...variables, ...unset.map((name) => ({ name, value: '', isSecret: true }))];
}

function textsOf(data: Data): readonly string[] {
  if (typeof data === 'string') return data.includes('{{') ? [data] : [];
  if (isDataMap(data)) return [...data.values()].flatMap(textsOf);
  return Array.isArray(data) ? data.flatMap((item: Data) => textsOf(item)) : [];
}

/** Whether an expression reads a variable and is more than that. */
function mayGoWithout({ source, start, end, references }: Expression, name: string): boolean {
  const whole = source.slice(start, end).trim();
  return references.some(
    (read) => read.root === 'env' && read.path[0] === name && source.slice(read.start, read.end) !== whole,
  );
}
