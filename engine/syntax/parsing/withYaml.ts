import { loadYaml as load } from '#yaml';
import { YamlMissing } from './YamlMissing.ts';

/** Loads the YAML library, where it is not loaded with everything else. */
export function loadYaml(): Promise<void> {
  return load();
}

/** Does work that reads texts and has no side effects; where it needs the YAML library for the first time, loads it and retries. */
export async function withYaml<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof YamlMissing)) throw error;
    await loadYaml();
    return work();
  }
}
