/**
 * The YAML library as programs outside of a browser have it: loaded with everything else. `#yaml` in package.json chooses
 * between this file and `lateYaml.ts`, which has the same exports.
 */
export { parseAny } from './parseAny.ts';

/** Nothing is left to load. */
export async function loadYaml(): Promise<void> {}
