import type { Diagnostic } from '#engine';

/** Names of variables that a text reads and that have no value, by what its check found; each once, as they come. */
export function findUnset(diagnostics: readonly Diagnostic[], text: string): readonly string[] {
  const places = diagnostics.filter(({ code }) => code === 'UNKNOWN_VARIABLE');
  // `env["NAME"]` is a place with its quotes.
  const names = places.map(({ range }) => text.slice(range.start, range.end).replace(/[^\w$-]/g, ''));
  return [...new Set(names)].filter((name) => name !== '');
}
