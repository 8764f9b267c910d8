import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Analysis, analyze } from '../graph/index.ts';
import { isInside } from '../hosts/node/index.ts';
import type { CommandIo } from './CommandIo.ts';
import { readSource, type SourceFile } from './readFiles.ts';

/** The folder of a workspace that holds its packages. */
const PACKAGES = 'packages';

const OUTSIDE =
  'leads out of the folder that the command reads, by a link or by its path, and nothing outside of it is read.';

/** The texts of one workspace, and the names that were looked for. */
interface Known {
  readonly texts: Map<string, string>;
  readonly asked: Set<string>;
  /** Those that lead out of the folder, and were not read. */
  readonly outside: Set<string>;
}

/**
 * Reads what files import, each text once for all files of a command. Paths are relative to the folder the command runs
 * in. Packages are in its folder `packages`; where it has none, in that of a folder the command was given around the
 * file, else of the file's own. What cannot be read is left out, and said by `check`. Nothing outside of the folder is
 * read, wherever paths and links lead: that is the folder the command runs in, and for a file outside of it one that the
 * command was given around the file, else the file's own.
 */
export class ImportReader {
  readonly #io: CommandIo;
  readonly #folders: readonly string[];
  readonly #known = new Map<string, Known>();
  readonly #hasPackages = new Map<string, boolean>();

  constructor(io: CommandIo, given: readonly string[] = []) {
    this.#io = io;
    this.#folders = given.filter((name) => name !== '-').map((name) => path.resolve(io.folder, name));
  }

  /** A file with everything it imports and uses in its place. */
  async analyze({ path: file, text }: SourceFile): Promise<Analysis> {
    const own = analyze(file, text);
    const resolve = (texts: ReadonlyMap<string, string>): Analysis => analyze(file, text, own, texts);
    let analysis = resolve(new Map());
    if (analysis.imports === undefined || analysis.imports.wanted.length === 0) return analysis;
    const base = await this.#findBase(file);
    const root = this.#findRoot(file);
    const key = JSON.stringify([base, root]);
    const known = this.#known.get(key) ?? { texts: new Map(), asked: new Set(), outside: new Set() };
    this.#known.set(key, known);
    for (;;) {
      analysis = resolve(known.texts);
      const wanted = analysis.imports?.wanted.filter((name) => !known.asked.has(name)) ?? [];
      if (wanted.length === 0) return withOutside(analysis, known.outside);
      for (const name of wanted) {
        known.asked.add(name);
        await this.#read(name, { base, root }, known);
      }
    }
  }

  /** Reads a file; of a package everything in its folder, so that other versions and names can be told. */
  async #read(
    name: string,
    { base, root }: { readonly base: string; readonly root: string },
    { texts, outside }: Known,
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

  /** The folder that what a file imports must be in. */
  #findRoot(file: string): string {
    const { folder } = this.#io;
    const own = file === '-' ? folder : path.dirname(path.resolve(folder, file));
    return [folder, ...this.#folders].find((each) => isInside(each, own)) ?? own;
  }

  async #findBase(file: string): Promise<string> {
    const { folder } = this.#io;
    const own = file === '-' ? folder : path.dirname(path.resolve(folder, file));
    const around = this.#folders.filter((given) => own === given || own.startsWith(given + path.sep));
    for (const each of [folder, ...around, own]) {
      let has = this.#hasPackages.get(each);
      if (has === undefined) {
        has = await isFolder(path.join(each, PACKAGES));
        this.#hasPackages.set(each, has);
      }
      if (has) return each;
    }
    return folder;
  }
}

/** Which import of a file was not read since it leads out of the folder; null where none was. */
export function explainOutside({ imports }: Analysis): string | null {
  return imports?.sites.find(({ problem }) => problem?.message.includes(OUTSIDE))?.problem?.message ?? null;
}

/** Marks imports that were not read because they lead out of the folder, which the check would call missing. */
function withOutside(analysis: Analysis, outside: ReadonlySet<string>): Analysis {
  const { imports } = analysis;
  if (imports === undefined || outside.size === 0) return analysis;
  const sites = imports.sites.map((site) => {
    if (site.problem === null || site.file === null || !outside.has(site.file)) return site;
    const message = `"${site.written}" ${OUTSIDE} Copy the file into the folder, or run the command from one that holds both.`;
    // The check of uses would say of a package that it is not there.
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
