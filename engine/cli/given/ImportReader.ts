import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Analysis, analyze } from '../../graph/index.ts';
import { isInside } from '../../hosts/node/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { readSource, type SourceFile } from '../readFiles.ts';

/** The folder of a workspace that holds its packages. */
const PACKAGES = 'packages';

const OUTSIDE =
  'leads out of the folder that the command reads, by a link or by its path, and nothing outside it is read.';

/** The files of one workspace that were read, by path, and the paths that were looked up. */
interface FileCache {
  readonly texts: Map<string, string>;
  readonly requested: Set<string>;
  /** Paths that lead out of the folder, and were not read. */
  readonly outside: Set<string>;
}

/**
 * Reads what files import, each text once for all files of a command. Paths are relative to the folder the command runs
 * in. Packages are in its folder `packages`; where it has none, in that of an argument folder that contains the
 * file, else of the folder of the file. What cannot be read is omitted, and `check` reports it. Nothing outside of one
 * folder is read, wherever paths and links lead: the folder the command runs in, and for a file outside of it an argument
 * folder that contains the file, else the folder of the file.
 */
export class ImportReader {
  readonly #io: CommandIo;
  readonly #folders: readonly string[];
  readonly #caches = new Map<string, FileCache>();
  readonly #hasPackages = new Map<string, boolean>();

  constructor(io: CommandIo, given: readonly string[] = []) {
    this.#io = io;
    this.#folders = given.filter((name) => name !== '-').map((name) => path.resolve(io.folder, name));
  }

  /** Analyzes a file with its imports and packages resolved. */
  async analyze({ path: file, text }: SourceFile): Promise<Analysis> {
    const own = analyze(file, text);
    const resolve = (texts: ReadonlyMap<string, string>): Analysis => analyze(file, text, own, texts);
    let analysis = resolve(new Map());
    if (analysis.imports === undefined || analysis.imports.wanted.length === 0) return analysis;
    const base = await this.#findBase(file);
    const root = this.#findRoot(file);
    const key = JSON.stringify([base, root]);
    const cache = this.#caches.get(key) ?? { texts: new Map(), requested: new Set(), outside: new Set() };
    this.#caches.set(key, cache);
    for (;;) {
      analysis = resolve(cache.texts);
      const wanted = analysis.imports?.wanted.filter((name) => !cache.requested.has(name)) ?? [];
      if (wanted.length === 0) return withOutside(analysis, cache.outside);
      for (const name of wanted) {
        cache.requested.add(name);
        await this.#read(name, { base, root }, cache);
      }
    }
  }

  /** Reads a file; of a package all files of its folder, so that an error can list other versions and names. */
  async #read(
    name: string,
    { base, root }: { readonly base: string; readonly root: string },
    { texts, outside }: FileCache,
  ): Promise<void> {
    const isPackage = name.startsWith(`${PACKAGES}/`);
    const names = isPackage ? await listPackages(base, path.posix.dirname(name)) : [];
    for (const found of [name, ...names]) {
      if (texts.has(found) || outside.has(found)) continue;
      const source = await readSource(this.#io, isPackage ? path.join(base, found) : found, isPackage ? base : root);
      if (source.ok) texts.set(found, source.value.text);
      else if (source.error.isOutside === true) outside.add(found);
    }
  }

  /** The folder that the imports of a file must be in. */
  #findRoot(file: string): string {
    const { folder } = this.#io;
    const own = folderOf(this.#io, file);
    return [folder, ...this.#folders].find((each) => isInside(each, own)) ?? own;
  }

  async #findBase(file: string): Promise<string> {
    for (const each of basesOf(this.#io, file, this.#folders)) {
      let has = this.#hasPackages.get(each);
      if (has === undefined) {
        has = await isFolder(path.join(each, PACKAGES));
        this.#hasPackages.set(each, has);
      }
      if (has) return each;
    }
    return this.#io.folder;
  }
}

function folderOf({ folder }: CommandIo, file: string): string {
  return file === '-' ? folder : path.dirname(path.resolve(folder, file));
}

/** Where what a file names is looked for: in the folder of the command, then in arguments that are folders around the file, then in its own. */
export function basesOf(io: CommandIo, file: string, folders: readonly string[]): readonly string[] {
  const own = folderOf(io, file);
  const around = folders.filter((each) => own === each || own.startsWith(each + path.sep));
  return [...new Set([io.folder, ...around, own])];
}

/** The message for an import that was not read because it leads out of the folder; null without one. */
export function explainOutside({ imports }: Analysis): string | null {
  return imports?.sites.find(({ problem }) => problem?.message.includes(OUTSIDE))?.problem?.message ?? null;
}

/** Marks imports that were not read because they lead out of the folder; the check would report them as missing. */
function withOutside(analysis: Analysis, outside: ReadonlySet<string>): Analysis {
  const { imports } = analysis;
  if (imports === undefined || outside.size === 0) return analysis;
  const sites = imports.sites.map((site) => {
    if (site.problem === null || site.file === null || !outside.has(site.file)) return site;
    const message = `"${site.written}" ${OUTSIDE} Copy the file into the folder, or run the command from one that holds both.`;
    // Without its own problem, a package would be reported as missing.
    return { ...site, problem: { kind: site.key === 'use' ? 'unreadable' : 'outside', message } as const };
  });
  return { ...analysis, imports: { ...imports, sites } };
}

async function isFolder(name: string): Promise<boolean> {
  try {
    return (await stat(name)).isDirectory();
  } catch {
    return false;
  }
}

async function listPackages(base: string, folder: string): Promise<readonly string[]> {
  try {
    const files = await readdir(path.join(base, folder));
    return files.filter((file) => file.endsWith('.yaml')).map((file) => `${folder}/${file}`);
  } catch {
    return [];
  }
}
