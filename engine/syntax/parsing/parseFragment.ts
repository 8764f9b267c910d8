import { parseAny } from '#yaml';
import { parseSimple } from '../simple/parseSimple.ts';
import type { Fragment } from '../tree/Syntax.ts';

/**
 * Reads a stretch of text as YAML. `depth` is how many maps and lists it is nested in. Throws {@link YamlMissing} where the
 * text needs the YAML library and that is still to be loaded, and nothing else.
 */
export function parseFragment(text: string, depth: number): Fragment {
  return parseSimple(text, depth) ?? parseAny(text, depth);
}
