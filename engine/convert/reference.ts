/** What another format's reference names: a definition by its id, or the file that holds it. */
export interface ForeignReference {
  readonly kind: 'agent' | 'tool' | 'task';
  readonly id: string | null;
  readonly file: string | null;
}

/** Reads `agent(id=x)`, `tool(local::tools.#(id=="x"))`, `task(file=./x.yaml)`; null for what is not written so. */
export function readReference(text: string): ForeignReference | null {
  const found = /^\s*(agent|tool|task)\((.*)\)\s*$/s.exec(text);
  if (found === null) return null;
  const [, kind, inside = ''] = found;
  const file = /^\s*(?:file|path)\s*=\s*["']?([^"']+?)["']?\s*$/.exec(inside)?.[1] ?? null;
  return { kind: kind as ForeignReference['kind'], id: file === null ? readId(inside) : null, file }; // By the pattern.
}

/** The id in `id=x`, `local::tools.#(id=="x")`, `#(id="x")`; null where there is none. */
export function readId(text: string): string | null {
  return /(?:^|[(\s])id\s*==?\s*["']?([^"')\s]+)["']?/.exec(text)?.[1] ?? null;
}

/** The name of a file without folders and ending. */
export function stemOf(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
}
