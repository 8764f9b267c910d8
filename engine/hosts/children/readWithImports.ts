import { err, ok, type Result } from '../../base/index.ts';
import type { ReadableFiles } from '../../effects/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';

/**
 * A file of the workspace, with the texts it imports as far as they can be read; `previous`: an analysis of the file from
 * before, which spares what has not changed. The error is a sentence for the user.
 */
export async function readWithImports(
  file: string,
  files: ReadableFiles,
  previous?: Analysis,
): Promise<Result<{ readonly source: string; readonly files: ReadonlyMap<string, string> }, string>> {
  const read = await files.read(file);
  if (!read.ok) return read;
  const source = read.value;
  const own = analyze(file, source, previous);
  const texts = new Map<string, string>();
  const requested = new Set<string>();
  for (;;) {
    const { wanted = [] } = analyze(file, source, own, texts).imports ?? {};
    const missing = wanted.filter((name) => !requested.has(name));
    if (missing.length === 0) return ok({ source, files: texts });
    for (const name of missing) {
      requested.add(name);
      // Of a package, all files of its folder: another version may match.
      const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')));
      const listed = name.startsWith('packages/') ? await files.list(folder) : err('');
      for (const each of [name, ...(listed.ok ? listed.value : [])]) {
        const found = texts.has(each) ? err('') : await files.read(each);
        if (found.ok) texts.set(each, found.value);
      }
    }
  }
}
