import { YamlMissing } from '../../syntax/index.ts';
import type { ImportSource } from './DefinitionReader.ts';
import type { ResolvedImports } from './resolveImports.ts';

/** What resolves imports once it is there: the one state of this module. */
const loaded: { resolveImports: ((source: ImportSource) => ResolvedImports) | null } = { resolveImports: null };

/**
 * Reads a document with its imports, as the page has it, to which the build gives this in place of `resolveImports.ts` (`vite.config.ts`): most
 * workflows import nothing, so the code for it is loaded later. Throws {@link YamlMissing} until then.
 */
export function resolveImports(source: ImportSource): ResolvedImports {
  if (loaded.resolveImports === null) throw new YamlMissing();
  return loaded.resolveImports(source);
}

/** Loads it once. */
export async function loadImports(): Promise<void> {
  loaded.resolveImports ??= (await import('./resolveImports.ts')).resolveImports;
}
