/**
 * A free file for a definition: next to the file it is in, in a folder of its kind, named by its id with what no file
 * name may hold as hyphens.
 */
export function proposePath(
  from: string,
  { kind, id }: { readonly kind: string; readonly id: string },
  files: ReadonlyMap<string, string>,
): string {
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  const name = id.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+/, '') || kind;
  const stem = `${folder}${kind}s/${name}`;
  for (let count = 1; ; count += 1) {
    const path = count === 1 ? `${stem}.yaml` : `${stem}-${count}.yaml`;
    if (!files.has(path)) return path;
  }
}
