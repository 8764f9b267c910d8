import { parseReference } from '../../model/index.ts';
import { findNode } from '../../syntax/index.ts';
import { analysisOf, type Files } from '../names/resolveName.ts';
import type { ListName } from '../names/roleOf.ts';
import type { Proposal } from '../places/LanguageItem.ts';

/** A package of the workspace: the reference without and with its versions, newest first. */
export interface Package {
  readonly repo: string;
  readonly name: string;
  readonly versions: readonly string[];
}

const PACKAGE = /^packages\/(.+)\/([^/@]+)(?:@([^/]+))?\.yaml$/;

/** Packages in the `packages` folder of the workspace, by name. */
export function listPackages(files: Files | undefined): readonly Package[] {
  const found = new Map<string, { repo: string; name: string; versions: string[] }>();
  for (const path of files?.keys() ?? []) {
    const [, repo, name, version] = PACKAGE.exec(path) ?? [];
    if (repo === undefined || name === undefined) continue;
    const key = `${repo}:${name}`;
    const known = found.get(key) ?? { repo, name, versions: [] };
    if (version !== undefined) known.versions.push(version);
    found.set(key, known);
  }
  return [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, known]) => ({ ...known, versions: known.versions.toSorted((a, b) => compareVersions(b, a)) }));
}

/** Number by number, so that 1.10 comes after 1.9. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.'), b.split('.')];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = Number.parseInt(left[at] ?? '0', 10) - Number.parseInt(right[at] ?? '0', 10);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return a < b ? -1 : 1;
}

/** References to the packages of the workspace: the newest, and each version. */
export function packageReferences(files: Files | undefined): readonly Proposal[] {
  return listPackages(files).flatMap(({ repo, name, versions }) => {
    const text = `${repo}:${name}`;
    if (parseReference(text) === null) return [];
    const newest = versions[0] === undefined ? 'package' : `package, newest is ${versions[0]}`;
    return [
      { label: text, kind: 'package', detail: newest, documentation: '' } as const,
      ...versions.map(
        (version) => ({ label: `${text}@${version}`, kind: 'package', detail: 'package', documentation: '' }) as const,
      ),
    ];
  });
}

/** Files that are looked into for definitions, and the longest of them, in characters. */
const MOST_FILES = 100;
const LONGEST = 300_000;

/** What may be imported into a list of a document: definitions of other files, seen from its own, then packages. */
export function importPaths(from: string, list: ListName | null, files: Files | undefined): readonly Proposal[] {
  const others = [...(files ?? [])].filter(
    ([path, text]) =>
      path !== from && !path.startsWith('packages/') && /\.(?:ya?ml|json)$/i.test(path) && text.length <= LONGEST,
  );
  const proposals = others
    .slice(0, MOST_FILES)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path]) => definitionsIn(path, relativePath(from, path), { list, files }));
  return [...proposals, ...packageReferences(files)];
}

interface Wanted {
  readonly list: ListName | null;
  readonly files: Files | undefined;
}

function definitionsIn(path: string, written: string, { list, files }: Wanted): Proposal[] {
  const analysis = analysisOf(files, path);
  if (analysis === null) return [];
  const lists: readonly ListName[] = list === null ? ['agents', 'tools', 'tasks'] : [list];
  const listed = lists.flatMap((name) =>
    analysis.workflow[name]
      .filter(({ id }) => id !== '')
      .map(
        ({ id }) =>
          ({ label: `${written}#${id}`, kind: 'file', detail: name.slice(0, -1), documentation: '' }) as const,
      ),
  );
  const id = findNode(analysis.syntax, ['id']);
  const isWhole = listed.length === 0 && id?.kind === 'scalar' && !hasLists(analysis.syntax);
  return isWhole
    ? [{ label: written, kind: 'file', detail: `the definition ${String(id.value)}`, documentation: '' }]
    : listed;
}

function hasLists(syntax: Parameters<typeof findNode>[0]): boolean {
  return ['tasks', 'agents', 'tools'].some(
    (name) => findNode(syntax, [name])?.kind === 'list' && !findNode(syntax, ['use']),
  );
}

/** A path as it is written in another file: `./b.yaml`, `../shared/b.yaml`. */
function relativePath(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let common = 0;
  while (common < here.length && common < there.length - 1 && here[common] === there[common]) common += 1;
  const up = '../'.repeat(here.length - common);
  return `${up === '' ? './' : up}${there.slice(common).join('/')}`;
}
