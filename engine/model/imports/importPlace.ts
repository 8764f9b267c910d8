import type { Path } from '../../text/index.ts';
import { parseReference, type Reference } from '../workflow/parseReference.ts';
import { pickVersion } from './pickVersion.ts';

/** Texts by workspace path. */
export type Texts = ReadonlyMap<string, string>;

/** Where an `import` leads: a file of the workspace, and the id of one of its definitions (null: the file is the definition). */
export interface ImportPlace {
  readonly file: string;
  readonly id: string | null;
  /** The reference where it is one: a package, which may also be found elsewhere some day. */
  readonly reference: Reference | null;
}

/** The folder of a workspace in which packages are looked for. */
const PACKAGES = 'packages/';

/**
 * Reads an `import` (format.md 3), seen from the file it is written in. A value that starts with `.` or `/`, or ends in
 * .yaml, .yml or .json, is a path next to that file (`/`: from the workspace's root); `#id` alone is the same file; all
 * else is a reference, found at `packages/<repo>/<package>[@version].yaml`.
 */
export function findImportPlace(value: string, from: string, texts: Texts | null): ImportPlace | ImportProblem {
  const hash = value.indexOf('#');
  const target = (hash === -1 ? value : value.slice(0, hash)).trim();
  const id = hash === -1 ? null : value.slice(hash + 1).trim();
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(target)) {
    const message = `"${value}" is an address of the web, and nothing is loaded from there. Save it as a file of the workspace and import that.`;
    return toProblem('missing', message);
  }
  if (id === '' || (target === '' && id === null)) return neither(value);
  if (target === '') return { file: from, id, reference: null };
  if (target.includes('\\')) {
    const slashed = value.replaceAll('\\', '/');
    return toProblem('missing', `"${value}" is not a path here: write it with "/", as "${slashed}".`, slashed);
  }
  if (/^[./]/.test(target) || /\.(?:ya?ml|json)$/i.test(target)) {
    const file = joinPath(from, target);
    return file === null ? outside(value) : { file, id, reference: null };
  }
  const reference = parseReference(target);
  return reference === null ? neither(value) : findPackagePlace(reference, id, texts);
}

/** Where the package of a reference is: the file of the requested version, or where that would be. */
export function findPackagePlace(
  reference: Reference,
  id: string | null,
  texts: Texts | null,
): ImportPlace | ImportProblem {
  const base = baseOf(reference);
  if (/(?:^|[/\\])\.{1,2}(?:[/\\]|$)/.test(base)) return outside(reference.text);
  return { file: findPackage(base, reference.version, texts), id, reference };
}

/** The version in the name of a package's file; null for the file without one. */
export function versionOf(file: string, reference: Reference): string | null {
  const start = `${baseOf(reference)}@`;
  return file.startsWith(start) ? file.slice(start.length, -'.yaml'.length) : null;
}

/** The packages that were to be had in place of one that is not there: its other versions, else those next to it. */
export function listPackages(reference: Reference, texts: Texts): readonly string[] {
  const base = baseOf(reference);
  const folder = `${PACKAGES}${reference.repo}/`;
  const beside = [...texts.keys()].filter((path) => path.startsWith(folder) && path.endsWith('.yaml')).sort();
  const versions = beside.filter((path) => path === `${base}.yaml` || path.startsWith(`${base}@`));
  return versions.length > 0 ? versions : beside;
}

/** The reference that a package's file is found by. */
export function referenceTo(file: string, { repo }: Reference): string {
  return `${repo}:${file.slice(PACKAGES.length + repo.length + 1, -'.yaml'.length)}`;
}

function baseOf(reference: Reference): string {
  return `${PACKAGES}${reference.repo}/${reference.package}`;
}

function neither(value: string): ImportProblem {
  const message = `"${value}" is neither a path such as "./agents.yaml#triage" nor a package such as "acme:triage".`;
  return toProblem('missing', message);
}

function outside(value: string): ImportProblem {
  return toProblem('outside', `"${value}" leads out of the workspace.`);
}

/** A path seen from the file it is written in, without `.` and `..`; null when it leads out of the workspace. */
export function joinPath(from: string, path: string): string | null {
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

/** The file of a package: of the requested version, else the newest there is; where there is none, the file it would be. */
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

/** A definition as chains of imports name it. */
export function nameOf(file: string, id: string | null): string {
  return id === null || id === '' ? file : `${file}#${id}`;
}

/** One `import`, or one `use` that names a package, of a document or of what it imports. */
export interface ImportSite {
  /** The file it is written in: the document, or one that it imports. */
  readonly from: string;
  /** Path of the importing definition in the merged document; one that a task's `use` brings in, after all others. */
  readonly path: Path;
  /** The path of the `import` or `use` itself; of one in an imported file, where it would be in the document. */
  readonly at: Path;
  readonly key: 'import' | 'use';
  /** As written; of a `use` the shorthand. */
  readonly written: string;
  /** The file it leads to; null where it is no path and no package. */
  readonly file: string | null;
  readonly problem: ImportProblem | null;
}

/** Why an import could not be followed. `package`: there is no such package in the workspace. */
export interface ImportProblem {
  readonly kind: 'package' | 'missing' | 'outside' | 'unreadable' | 'definition' | 'cycle' | 'depth';
  /** One sentence or two; for cycles and depth with the chain. */
  readonly message: string;
  /** What may be meant instead, as it would be written. */
  readonly instead?: string;
}

export function toProblem(kind: ImportProblem['kind'], message: string, instead?: string): ImportProblem {
  return instead === undefined ? { kind, message } : { kind, message, instead };
}

export function isProblem(found: object | null): found is ImportProblem {
  return found !== null && 'message' in found;
}
