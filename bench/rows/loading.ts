import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatSize, type Row, toRow } from '../Row.ts';

/** What a module of the build loads before anything else runs: static imports, not those behind `import()`. */
const STATIC_IMPORT = /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+?from\s*)?["'](\.\.?\/[^"']+)["']/g;
const MODULE_IN_PAGE = /<(?:script[^>]*\ssrc|link[^>]*rel="modulepreload"[^>]*\shref)="([^"]+\.js)"/g;

/** JavaScript that is fetched before the page and before the engine's worker can work, gzipped. */
export function measureLoading(site: string): readonly Row[] {
  const page = readFileSync(path.join(site, 'index.html'), 'utf8');
  const entries = [...page.matchAll(MODULE_IN_PAGE)].map(([, file = '']) => path.join(site, file));
  const assets = path.join(site, 'assets');
  const find = (name: RegExp): string[] =>
    readdirSync(assets)
      .filter((file) => name.test(file))
      .map((file) => path.join(assets, file));
  return [
    budget('First load of the app, JavaScript', gzipSize(entries), 260_000),
    budget('Worker of the engine, JavaScript', gzipSize(find(/^engine\.worker-.*\.js$/)), 150_000),
  ];
}

function budget(what: string, size: number, most: number): Row {
  return toRow({ what, peer: 'budget', ours: size, theirs: most, limit: 1, format: formatSize });
}

/** The gzipped size of modules with all that they import statically, each file once. */
function gzipSize(entries: readonly string[]): number {
  if (entries.length === 0) throw new Error('The build has no such module.');
  const seen = new Set<string>();
  const queue = [...entries];
  let size = 0;
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const code = readFileSync(file);
    size += gzipSync(code).length;
    for (const [, specifier = ''] of code.toString().matchAll(STATIC_IMPORT)) {
      queue.push(path.join(path.dirname(file), specifier));
    }
  }
  return size;
}
