import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliBuild } from './cliBuild.mjs';
import { NOTICES_FILE } from './notices.mjs';
import { bundle, expectAll, expectSite, type Output, PATIENCE, ROOT, textOf } from './testingNotices.ts';

/** The folders of the packages that source maps name: they know nothing of how the notices are made. */
function packagesOf(output: Output): readonly string[] {
  const sources = output.flatMap((file) => {
    if (file.type === 'chunk') return file.map?.sources ?? [];
    return file.fileName.endsWith('.map') ? (JSON.parse(String(file.source)) as { sources: string[] }).sources : [];
  });
  const folders = sources.flatMap(
    (source) => /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(source) ?? [],
  );
  return [...new Set(folders)].filter((folder) => !folder.includes('\0')).toSorted();
}

describe('the notices of third parties', () => {
  it('name everything in the command line, which needs no other package', { timeout: PATIENCE }, async () => {
    const output = await bundle(cliBuild(join(tmpdir(), 'signalbox-nowhere')));
    const packages = packagesOf(output);
    expect(packages.length).toBeGreaterThan(20);
    await expectAll(textOf(output, NOTICES_FILE), packages);
    const imported = output.flatMap((file) => (file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []));
    const parts = new Set(output.map(({ fileName }) => fileName));
    expect(
      imported.filter((name) => !parts.has(name) && !name.startsWith('node:') && !builtinModules.includes(name)),
    ).toEqual([]);
  });

  it('name everything in the site: workers, the sandbox and fonts, too', { timeout: PATIENCE }, async () => {
    const output = await bundle({ root: ROOT, configFile: join(ROOT, 'vite.config.ts') });
    const packages = packagesOf(output);
    expect(packages.length).toBeGreaterThan(60);
    await expectSite(textOf(output, NOTICES_FILE), packages);
  });
});
