import { parseReference } from './parseReference.ts';
import { pickVersion } from './pickVersion.ts';

/** Texts by workspace path. */
export type Texts = ReadonlyMap<string, string>;

/** Where an `import` leads: a file of the workspace, and the id of one of its definitions (null: the file is the definition). */
export interface ImportPlace {
  readonly file: string;
  readonly id: string | null;
  /** Whether it is a package reference, which may also be found elsewhere some day. */
  readonly isPackage: boolean;
}

/**
 * Reads an `import` (format.md 3), seen from the file it stands in. A value that starts with `.` or `/`, or ends in
 * .yaml, .yml or .json, is a path beside that file (`/`: from the workspace's root); `#id` alone is the same file; all
 * else is a reference, found at `packages/<repo>/<package>[@version].yaml`. `null` when it is neither, `outside` when
 * the path leaves the workspace.
 */
export function findImportPlace(value: string, from: string, texts: Texts | null): ImportPlace | 'outside' | null {
  const hash = value.indexOf('#');
  const target = (hash === -1 ? value : value.slice(0, hash)).trim();
  const id = hash === -1 ? null : value.slice(hash + 1).trim();
  if (id === '') return null;
  if (target === '') return id === null ? null : { file: from, id, isPackage: false };
  if (/^[./]/.test(target) || /\.(?:ya?ml|json)$/i.test(target)) {
    const file = joinPath(from, target);
    return file === null ? 'outside' : { file, id, isPackage: false };
  }
  const reference = parseReference(target);
  if (reference === null) return null;
  const base = `packages/${reference.repo}/${reference.package}`;
  if (/(?:^|\/)\.{1,2}(?:\/|$)/.test(base)) return 'outside';
  return { file: findPackage(base, reference.version, texts), id, isPackage: true };
}

/** A path seen from the file it stands in, without `.` and `..`; null when it leads out of the workspace. */
function joinPath(from: string, path: string): string | null {
  const isAbsolute = from.startsWith('/') && !path.startsWith('/');
  const steps = path.startsWith('/') ? [] : from.split('/').filter((step) => step !== '' && step !== '.');
  steps.pop();
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.length === 0 || steps.pop() === '..') return null;
  }
  return (isAbsolute ? '/' : '') + steps.join('/');
}

/** The file of a package: of the version asked for, else the newest there is; where there is none, the file it would be. */
function findPackage(base: string, version: string | null, texts: Texts | null): string {
  const exact = `${base}${version === null ? '' : `@${version}`}.yaml`;
  if (texts === null || texts.has(exact)) return exact;
  const start = `${base}@`;
  const versions = [...texts.keys()]
    .filter((path) => path.startsWith(start) && path.endsWith('.yaml') && !path.slice(start.length).includes('/'))
    .map((path) => path.slice(start.length, -'.yaml'.length));
  const picked = pickVersion(versions, version);
  return picked === null ? exact : `${start}${picked}.yaml`;
}
