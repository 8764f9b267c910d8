import { type Data, isDataMap } from '../base/index.ts';
import { findCredentialVariables, listEnvs, listPlaces } from '../effects/index.ts';
import type { Workflow } from '../model/index.ts';
import type { Variable } from './RunRequest.ts';

/**
 * Names of the variables that a workflow sends as credentials and that nobody has given. One that is read in any other way
 * than `{{ env.NAME }}` may be left out on purpose: the expression can say what holds without it.
 */
export function findUnset(workflow: Workflow, given: readonly Pick<Variable, 'name'>[]): readonly string[] {
  const known = new Set([...given.map(({ name }) => name), ...listEnvs(workflow).flatMap((env) => [...env.keys()])]);
  const unset = [...findCredentialVariables(workflow)].filter((name) => !known.has(name));
  if (unset.length === 0) return unset;
  const texts = listPlaces(workflow).flatMap(textsOf);
  return unset.filter((name) => texts.every((text) => !isOptional(text, name))).sort();
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

/** Whether a text reads a variable within an expression of more than its name. */
function isOptional(text: string, name: string): boolean {
  return [...text.matchAll(/\{\{(.*?)\}\}/gs)].some(([, inside = '']) => {
    return new RegExp(`\\benv\\b.*\\b${name}\\b`, 's').test(inside) && inside.trim() !== `env.${name}`;
  });
}
