import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Analysis, analyze } from '../graph/index.ts';
import type { CommandIo } from './CommandIo.ts';
import { readSource, type SourceFile } from './readFiles.ts';

/** The folder of a workspace that holds its packages. */
const PACKAGES = 'packages';

/** The texts of one workspace, and the names that were looked for. */
interface Known {
  readonly texts: Map<string, string>;
  readonly asked: Set<string>;
}

/**
 * Reads what files import, each text once for all files of a command. Paths are relative to the folder the command runs
 * in. Packages are in its folder `packages`; where it has none, in that of a folder the command was given around the
 * file, else of the file's own. What cannot be read is left out, and said by `check`.
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
    const { texts, asked } = this.#known.get(base) ?? { texts: new Map<string, string>(), asked: new Set<string>() };
    this.#known.set(base, { texts, asked });
    for (;;) {
      analysis = resolve(texts);
      const wanted = analysis.imports?.wanted.filter((name) => !asked.has(name)) ?? [];
      if (wanted.length === 0) return analysis;
      for (const name of wanted) {
        asked.add(name);
        await this.#read(name, base, texts);
      }
    }
  }

  /** Reads a file; of a package everything in its folder, so that other versions and names can be told. */
  async #read(name: string, base: string, texts: Map<string, string>): Promise<void> {
    const isPackage = name.startsWith(`${PACKAGES}/`);
    const names = isPackage ? await listPackages(base, path.posix.dirname(name)) : [];
    for (const found of [name, ...names]) {
      if (texts.has(found)) continue;
      const source = await readSource(this.#io, isPackage ? path.join(base, found) : found);
      if (source.ok) texts.set(found, source.value.text);
    }
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
