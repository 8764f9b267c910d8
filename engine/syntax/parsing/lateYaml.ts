import type { Fragment } from '../tree/Syntax.ts';
import { YamlMissing } from './YamlMissing.ts';

/** The library once it is there: the one state of this module. */
const loaded: { parseAny: ((text: string, depth: number) => Fragment) | null } = { parseAny: null };

/** The YAML library as browsers have it: most texts can be read without it, so it is loaded later. Throws {@link YamlMissing}. */
export function parseAny(text: string, depth: number): Fragment {
  if (loaded.parseAny === null) throw new YamlMissing();
  return loaded.parseAny(text, depth);
}

/** Loads it once. */
export async function loadYaml(): Promise<void> {
  loaded.parseAny ??= (await import('./parseAny.ts')).parseAny;
}
