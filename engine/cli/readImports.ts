import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../graph/index.ts';
import type { CommandIo } from './CommandIo.ts';
import { readSource, type SourceFile } from './readFiles.ts';

/**
 * The texts a file imports, and those they import, by path. Paths are relative to the folder the command runs in, which
 * is the workspace: packages are below its `packages`. What cannot be read is left out, and said by `check`.
 */
export async function readImports(
  io: CommandIo,
  { path: file, text }: SourceFile,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const asked = new Set<string>();
  for (;;) {
    const wanted = analyze(file, text, undefined, texts).imports?.wanted.filter((name) => !asked.has(name)) ?? [];
    if (wanted.length === 0) return texts;
    for (const name of wanted) {
      asked.add(name);
      const names = name.startsWith('packages/') ? await listVersions(io, name) : [name];
      for (const found of names) {
        const source = await readSource(io, found);
        if (source.ok) texts.set(found, source.value.text);
      }
    }
  }
}

/** The files of a package in all its versions. */
async function listVersions(io: CommandIo, wanted: string): Promise<readonly string[]> {
  const folder = path.posix.dirname(wanted);
  const name = path.posix.basename(wanted, '.yaml').replace(/(?<=.)@[^@]*$/, '');
  try {
    const files = await readdir(path.resolve(io.folder, folder));
    const isVersion = (file: string): boolean =>
      file === `${name}.yaml` || (file.startsWith(`${name}@`) && file.endsWith('.yaml'));
    return files.filter(isVersion).map((file) => `${folder}/${file}`);
  } catch {
    return [];
  }
}
