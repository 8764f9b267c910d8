/** A path of a file, seen from another one: `../b/c.yaml`, `c.yaml`. */
function relativePath(from: string, to: string): string {
  const source = from.split('/').slice(0, -1);
  const target = to.split('/');
  let shared = 0;
  while (shared < source.length && shared < target.length - 1 && source[shared] === target[shared]) shared += 1;
  return [...source.slice(shared).map(() => '..'), ...target.slice(shared)].join('/');
}

/**
 * The `import` of a file, seen from another one, in the style of `like`: from the root of the workspace where that begins with
 * `/`, bare where that is; else next to the file. What follows `#` is `id`'s.
 */
export function formatImport(
  place: { readonly from: string; readonly to: string; readonly id: string | null },
  like: string,
): string {
  const { from, to, id } = place;
  const hash = id === null ? '' : `#${id}`;
  if (from === to && like.trim().startsWith('#')) return hash;
  if (like.startsWith('/')) return `/${to}${hash}`;
  const path = relativePath(from, to);
  const isBare = !like.startsWith('.') && /\.(?:ya?ml|json)$/i.test(path);
  return `${isBare || path.startsWith('../') ? path : `./${path}`}${hash}`;
}

/** The reference a package file is found by (format.md 3), separated as in `like`; null where a path is no package's. */
export function formatPackageImport(path: string, like: string, id: string | null): string | null {
  const match = /^packages\/(.+)\/([^/@]+)(@[^/]+)?\.yaml$/.exec(path);
  if (match === null) return null;
  const [, repo = '', name = '', version = ''] = match;
  const separator = like.includes(':') ? ':' : '/';
  const kept = /@[^/:#]+(?:#|$)/.test(like.slice(1)) ? version : '';
  return `${repo}${separator}${name}${kept}${id === null ? '' : `#${id}`}`;
}
