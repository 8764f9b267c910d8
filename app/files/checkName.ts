/** Why a file cannot have a name, as a message for the user; null when it can. Paths use `/`, relative to the workspace. */
export function checkName(name: string, current: string, files: ReadonlyMap<string, string>): string | null {
  const path = name.trim();
  if (path === '') return 'A file needs a name.';
  if (!/\.(ya?ml|json)$/.test(path)) return 'The name of a workflow ends in .yaml, .yml or .json.';
  if (path.startsWith('/') || path.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    return 'A path has no empty parts and does not leave the workspace.';
  }
  if (path !== current && files.has(path)) return `${path} is already here.`;
  return null;
}
