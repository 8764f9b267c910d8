import type { JsonObject } from '#engine/values';
import type { Variable } from '#engine/worker';

/** `{{ env.NAME }}` in a setting of a model. */
const READ = /\{\{[^}]*?\benv\.([A-Za-z_]\w*)[^}]*\}\}/gu;

/**
 * Variables that the settings of a model read and that have no value on this device, such as the one with its key; each once. A secret that is set up
 * and has no value is not among them: the person is asked for it.
 */
export function findMissingKeys(config: JsonObject, variables: readonly Variable[]): readonly string[] {
  const names = [...JSON.stringify(config).matchAll(READ)].map(([, name = '']) => name);
  const isSet = (name: string): boolean =>
    variables.some((variable) => variable.name === name && (variable.isSecret || variable.value !== ''));
  return [...new Set(names)].filter((name) => !isSet(name));
}
